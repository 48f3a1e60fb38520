import { m } from '#renderer/i18n/messages.ts';
import { TROUBLE } from '#renderer/features/house/venue-trouble.ts';
import type { DoubtedDoors } from '#shared/model/venue.ts';
import { known, type Line, type Reading } from '#renderer/lib/readiness-line.ts';

/** How this door stands with the others of its house; null: it is alone. */
export function venueLine({ state: { peers: venue } }: Reading): Line | null {
  const { status, doors, trouble, refused, overQuota, oddTimes, doubted } = venue;
  if (status === 'off') return null;
  const others = m.venue_doors({ count: String(doors) });
  if (trouble !== null) {
    const { fact, remedy } = TROUBLE[trouble];
    return { state: 'attention', facts: [fact()], remedy: remedy() };
  }
  if (status !== 'joined') return { state: 'attention', facts: [m.venue_joining()], remedy: null };
  const suspicious = doorsIn(doubted.filter(({ isDisregarded }) => !isDisregarded));
  if (suspicious > 0) {
    const facts = [others, m.venue_doubted({ count: String(suspicious) })];
    return { state: 'attention', facts, remedy: m.venue_doubtedAdvice() };
  }
  if (doors === 0) return { state: 'attention', facts: [others], remedy: m.venue_nobody() };
  const left = doorsIn(doubted);
  const leftOut = left === 0 ? null : m.venue_disregarded({ count: String(left) });
  const flaws = [
    { count: overQuota, fact: m.venue_overQuota, remedy: m.venue_overQuotaAdvice },
    { count: refused, fact: m.venue_foreign, remedy: m.venue_foreignAdvice },
    { count: oddTimes, fact: m.venue_oddTimes, remedy: m.venue_oddTimesAdvice },
  ].filter(({ count }) => count > 0);
  const [worst] = flaws;
  if (worst === undefined) return { state: 'good', facts: known([others, leftOut]), remedy: null };
  const facts = flaws.map(({ count, fact }) => fact({ count: String(count) }));
  return { state: 'attention', facts: known([others, leftOut, ...facts]), remedy: worst.remedy() };
}

function doorsIn(doubted: readonly DoubtedDoors[]): number {
  return doubted.reduce((sum, { doors }) => sum + doors, 0);
}
