import { z } from 'zod';
import { MOST_ENTRANCES } from '#shared/model/entrance.ts';
import { MOST_OUTPUTS } from '#shared/model/output.ts';
import { REENTRY } from '#shared/model/settings.ts';
import type { DoorReport } from '#shared/model/house.ts';
import {
  countSchema as count,
  idSchema,
  LONGEST_TITLE,
  nameSchema as name,
  timeSchema,
} from '#main/base/limits.ts';

const instant = timeSchema.nullable();

/** What a door tells of itself. */
export const doorReportSchema: z.ZodType<DoorReport> = z.object({
  kioskId: idSchema,
  name,
  version: z.string().max(50),
  openFor: z
    .object({
      scope: z.enum(['anything-open', 'production', 'performance']),
      name: z.string().max(LONGEST_TITLE),
      start: instant,
    })
    .nullable(),
  isSignedIn: z.boolean(),
  offlineSince: instant,
  waiting: count,
  oldestWaiting: instant,
  discrepancies: count,
  hasScanner: z.boolean().nullable(),
  copyFrom: instant,
  clockSkew: instant,
  isOutOfOrder: z.boolean(),
  isOff: z.boolean(),
  isWayOut: z.boolean(),
  helpAskedAt: instant,
  sentTo: z.array(z.object({ name, count })).max(MOST_ENTRANCES),
  gates: z
    .array(
      z.object({
        ...{ name, count, passed: count, notPassed: count },
        ...{ isFaulty: z.boolean(), isUnread: z.boolean() },
      }),
    )
    .max(MOST_OUTPUTS),
  rules: z.object({
    reentry: z.enum(REENTRY),
    reentryWithin: count.nullable(),
    capacity: count.nullable(),
    capacityStops: z.boolean(),
  }),
  hold: z.object({ count, kioskId: z.string().max(100), isHeld: z.boolean() }).nullable(),
});

/** Reads a door's report; null if there is none, or it is of another version. */
export function readReport(value: unknown): DoorReport | null {
  return doorReportSchema.safeParse(value).data ?? null;
}
