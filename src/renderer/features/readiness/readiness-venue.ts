import { m } from '#renderer/i18n/messages.ts';
import type { DoubtedDoors, VenueTrouble } from '#shared/model/venue.ts';
import { known, type Line, type Reading } from './readiness-line.ts';

/** Why this door does not reach the others, and what to do. */
export const TROUBLE: Readonly<Record<VenueTrouble, { fact: () => string; remedy: () => string }>> =
  {
    unreachable: { fact: m.venue_unreachable, remedy: m.venue_checkNetwork },
    'certificate-date': { fact: m.venue_certificateDate, remedy: m.venue_checkDate },
    'certificate-name': { fact: m.venue_certificateName, remedy: m.venue_checkName },
    certificate: { fact: m.venue_certificate, remedy: m.venue_checkAuthority },
    refused: { fact: m.venue_refused, remedy: m.venue_checkSettings },
    'no-rights': { fact: m.venue_noRights, remedy: m.venue_checkSettings },
    'cannot-host': { fact: m.venue_cannotHost, remedy: m.venue_checkHost },
  };

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
