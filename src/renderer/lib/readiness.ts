import type { KioskState } from '#shared/model/kiosk-state.ts';
import type { Format } from './format.ts';
import type { Words } from './i18n/en.ts';
import {
  cacheProblemWords,
  nextTryText,
  offlineWords,
  skewText,
  uploadProblemWords,
  waitingText,
  waitingWarning,
} from './offline-words.ts';
import { isBroken, remedyOf, scannerFact, scannerName } from './scanner-words.ts';
import { selectionText } from './selection-text.ts';

/** `good`: nothing to do. `attention`: the door works; look at it. `stop`: guests cannot be served. */
export type LineState = 'good' | 'attention' | 'stop';

/** How one part of the kiosk is. */
export interface Line {
  readonly state: LineState;
  /** What is the case, most important first. */
  readonly facts: readonly string[];
  /** What the operator does about it; null: nothing. */
  readonly remedy: string | null;
}

/** What every line is made from; both times in milliseconds since the epoch. */
export interface Reading {
  readonly state: KioskState;
  readonly words: Words;
  readonly format: Format;
  readonly now: number;
  readonly platformNow: number;
}

/** From this age on, a copy is old: tickets sold since are not in it. Milliseconds. */
const OLD_COPY = 60 * 60_000;

/** Whether the platform answers. */
export function platformLine({ state, words, format, now }: Reading): Line {
  const { connection } = state;
  if (connection.status === 'online') {
    return { state: 'good', facts: [words.readiness.online], remedy: null };
  }
  const { what, advice } = offlineWords(words, connection);
  const since = words.connection.offlineSince(format.since(connection.since, now));
  return {
    state: 'attention',
    facts: [`${since} ${what}`, nextTryText(words, format, connection, now)],
    remedy: advice || null,
  };
}

/** Whether there is a copy of the tickets, and how good it is. */
export function ticketsLine(reading: Reading): Line {
  const { state, words, format, platformNow } = reading;
  const { copy } = words;
  const { tickets, builtAt, skipped, duplicates, refreshing, problem } = state.snapshot;
  const wrong = problem && cacheProblemWords(words, problem);
  const now =
    refreshing &&
    copy.refreshing(
      refreshing.tickets,
      format.count(refreshing.tickets),
      format.bytes(refreshing.bytes),
    );

  if (tickets === null || builtAt === null) {
    const alone = state.connection.status === 'offline' || state.session.status === 'lost';
    const signedIn = state.session.status === 'signed-in' && state.selection !== null;
    return {
      state: alone ? 'stop' : 'attention',
      facts: known([copy.none, now, wrong?.what]),
      remedy: alone
        ? words.connection.noCopy.advice
        : (wrong?.advice ?? (signedIn ? copy.noneAdvice : copy.noneSignIn)),
    };
  }

  const age = platformNow - builtAt;
  const remedies = known([
    wrong?.advice,
    tickets === 0 && copy.empty,
    skipped > 0 && copy.skippedAdvice,
    age >= OLD_COPY && copy.old,
  ]);
  const count = copy.tickets(tickets, format.count(tickets));
  const asOf = copy.asOf(format.since(builtAt, platformNow), format.duration(age));
  return {
    state: remedies.length > 0 ? 'attention' : 'good',
    facts: known([
      `${count} ${asOf}`,
      scopeText(reading),
      skipped > 0 && copy.skipped(skipped, format.count(skipped)),
      duplicates > 0 && copy.duplicates(duplicates, format.count(duplicates)),
      now,
      wrong?.what,
    ]),
    remedy: remedies[0] ?? null,
  };
}

/** Which tickets are in the copy; by name where it is what the door is open for. */
function scopeText({ state, words, format }: Reading): string | null {
  const { selection, snapshot } = state;
  const { scope } = snapshot;
  if (scope === null) return null;
  const { performanceId, productionId } = scope;
  if (performanceId === undefined && productionId === undefined) return words.copy.ofClient;
  const chosen =
    performanceId === undefined
      ? selection?.scope === 'production' && selection.productionId === productionId
      : selection?.scope === 'performance' && selection.performanceId === performanceId;
  if (selection !== null && chosen) return words.copy.of(selectionText(words, format, selection));
  return performanceId === undefined ? words.copy.ofProduction : words.copy.ofPerformance;
}

/** Whether scans wait to be uploaded, and whether they will go up. */
export function waitingLine({ state, words, format, platformNow }: Reading): Line {
  const { uploads, session } = state;
  const text = waitingText(words, format, uploads, platformNow);
  if (uploads.pending === 0) return { state: 'good', facts: [text], remedy: null };
  const problem = uploads.lastProblem;
  const wrong = problem && uploadProblemWords(words, format, problem);
  const warning = waitingWarning(words, format, uploads, platformNow);
  const signedIn = session.status === 'signed-in';
  const urgent = uploads.warning === 44;
  return {
    state: urgent ? 'stop' : warning === null && wrong === null && signedIn ? 'good' : 'attention',
    facts: known([text, uploads.uploading && words.waiting.uploading, wrong?.what]),
    remedy: warning ?? wrong?.advice ?? words.waiting[signedIn ? 'byThemselves' : 'signIn'],
  };
}

/** Whether there are scans that the platform does not accept. */
export function discrepanciesLine({ state, words, format }: Reading): Line {
  const { discrepancies: count } = state;
  if (count === 0) return { state: 'good', facts: [words.discrepancies.allAccepted], remedy: null };
  return {
    state: 'attention',
    facts: [words.discrepancies.banner(count, format.count(count))],
    remedy: words.discrepancies.remedy,
  };
}

/** Whether the scanners read, and have shown it since the kiosk was started. */
export function scannersLine({ state, words, format, now }: Reading): Line {
  const { all } = state.scanners;
  const { noneSeen, tryFirst, ofOne } = words.scanners;
  if (all.length === 0) return { state: 'attention', facts: noneSeen, remedy: tryFirst };

  const remedies = all.flatMap((scanner) => {
    // One that has read today only rests.
    if (scanner.state.type === 'asleep' && scanner.lastReadAt !== null) return [];
    const remedy = remedyOf(words, scanner).join(' ');
    if (remedy === '') return [];
    return all.length === 1 ? remedy : ofOne(scannerName(words, scanner), remedy);
  });
  const broken = all.filter(isBroken).length;
  const isTried = all.some((scanner) => !isBroken(scanner) && scanner.lastReadAt !== null);
  const isUnsure = all.some(
    (scanner) => scanner.state.type === 'asleep' && scanner.lastReadAt === null,
  );
  if (broken < all.length && !isTried) remedies.push(tryFirst);
  return {
    state: broken === all.length ? 'stop' : isTried && !isUnsure && !broken ? 'good' : 'attention',
    facts: all.map((scanner) => scannerFact(words, format, scanner, now)),
    remedy: remedies.join('\n') || null,
  };
}

/** Whether this machine's clock is right. */
export function clockLine({ state, words, format }: Reading): Line {
  const { clockSkew } = state;
  if (clockSkew === null) return { state: 'good', facts: [words.clock.fine], remedy: null };
  return {
    state: 'attention',
    facts: [skewText(words, format, clockSkew)],
    remedy: words.clock.advice,
  };
}

function known(texts: readonly (string | false | null | undefined)[]): string[] {
  return texts.filter((text): text is string => typeof text === 'string' && text !== '');
}
