import type { ScanningClient } from '#shared/api/filter-options.ts';
import type { ScanFilter } from '#shared/api/validate-ticket.ts';
import { assertNever } from '#shared/assert-never.ts';
import { LONGEST_PERFORMANCE } from '#shared/model/programme.ts';
import type { Selection } from '#shared/model/selection.ts';
import { DAY } from '#shared/time.ts';
import { wallAt } from '#shared/zone-time.ts';

/** The filter of the platform's request that a selection stands for (spec 4.2, rule 3). */
export function filterOf(selection: Selection): ScanFilter {
  const { clientId } = selection;
  switch (selection.scope) {
    case 'anything-open':
      return { clientId };
    case 'production':
      return { clientId, productionId: selection.productionId };
    case 'performance':
      return {
        clientId,
        productionId: selection.productionId,
        performanceId: selection.performanceId,
      };
    default:
      return assertNever(selection);
  }
}

/**
 * Whether what a door was open for may still be on, judged by the time alone: `now` is platform
 * time in milliseconds since the epoch, or null if unknown. If it is unknown, or the performance's
 * start is, the selection is kept, because nobody may be there to make another one. A production,
 * and anything that is open, have no date that could have passed. An all-day event, which begins at
 * midnight, may be on for its whole day.
 *
 * @param timeZone of the venue
 */
export function mayStillBeOn(selection: Selection, now: number | null, timeZone: string): boolean {
  if (selection.scope !== 'performance') return true;
  return mayNotBeOver(selection.performanceStart, now, timeZone);
}

function mayNotBeOver(start: number | null, now: number | null, timeZone: string): boolean {
  if (now === null || start === null) return true;
  const isAllDay = wallAt(start, timeZone) % DAY === 0;
  return now < start + (isAllDay ? DAY : LONGEST_PERFORMANCE);
}

/**
 * What was offered, without the performances that are over by `now` (platform time; null if
 * unknown).
 */
export function stillOffered(
  clients: readonly ScanningClient[],
  now: number | null,
  timeZone: string,
): ScanningClient[] {
  return clients.map((client) => ({
    ...client,
    productions:
      client.productions?.map((production) => ({
        ...production,
        performances:
          production.performances?.filter(({ performanceStart }) =>
            mayNotBeOver(performanceStart, now, timeZone),
          ) ?? null,
      })) ?? null,
  }));
}

/** Whether the platform still offers what a door was opened for. */
export function isOffered(selection: Selection, clients: readonly ScanningClient[]): boolean {
  const client = clients.find(({ id }) => id === selection.clientId);
  if (client === undefined) return false;
  if (selection.scope === 'anything-open') return true;
  const production = client.productions?.find(
    ({ productionId }) => productionId === selection.productionId,
  );
  if (production === undefined) return false;
  if (selection.scope === 'production') return true;
  return (
    production.performances?.some(
      ({ performanceId }) => performanceId === selection.performanceId,
    ) ?? false
  );
}
