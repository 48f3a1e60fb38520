import type { Check, Outcome } from './check.ts';
import { calendarChecks } from './checks/calendar.ts';
import { caseChecks } from './checks/cases.ts';
import { originChecks } from './checks/origins.ts';
import { performanceChecks } from './checks/performances.ts';
import { programmeChecks } from './checks/programme.ts';
import { programmeErrorChecks } from './checks/programme-errors.ts';
import { scanningChecks } from './checks/scanning.ts';
import { seriesChecks } from './checks/series.ts';
import { sessionChecks } from './checks/session.ts';
import { syncChecks } from './checks/sync.ts';
import { unauthorizedChecks } from './checks/unauthorized.ts';
import { validTicketsChecks } from './checks/valid-tickets.ts';
import { NoAnswerError } from './http.ts';
import { createPlatform, type Platform, type Target } from './platform.ts';

/** All, in the order in which they are made. */
export const CHECKS: readonly Check[] = [
  ...programmeChecks,
  ...programmeErrorChecks,
  ...calendarChecks,
  ...performanceChecks,
  ...seriesChecks,
  ...originChecks,
  ...unauthorizedChecks,
  ...sessionChecks,
  ...validTicketsChecks,
  ...scanningChecks,
  ...syncChecks,
  ...caseChecks,
];

/** A check with what became of it. */
export interface Finding extends Outcome {
  readonly section: string;
  readonly requirement: string;
}

/**
 * Runs all checks one after another, in the order of their list: some use what others have seen. Each
 * can also be made alone, or some of them, as `isAsked` says.
 */
export async function* runSuite(
  target: Target,
  isAsked: (check: Check) => boolean = () => true,
): AsyncGenerator<Finding> {
  const platform = createPlatform(target);
  for (const check of CHECKS.filter(isAsked)) {
    const { section, requirement } = check;
    yield { section, requirement, ...(await outcomeOf(check.run(platform))) };
  }
  await leave(platform);
}

/** The suite leaves no session behind. */
async function leave(platform: Platform): Promise<void> {
  try {
    const headers = (await platform.session())?.headers;
    if (headers === undefined) return;
    await platform.signOut(headers);
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error;
  }
}

async function outcomeOf(running: Promise<Outcome>): Promise<Outcome> {
  try {
    return await running;
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error;
    return { result: 'breach', evidence: error.message };
  }
}
