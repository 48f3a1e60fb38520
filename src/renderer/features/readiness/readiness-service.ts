import { m } from '#renderer/i18n/messages.ts';
import { known, type Line, type Reading } from '#renderer/lib/readiness-line.ts';

/** What the platform says of the house beside its programme, in its own words; null: nothing. */
export function serviceLine({ state: { programme } }: Reading): Line | null {
  const { isInactive, errors, warnings, notes } = programme.service;
  const facts = known([isInactive && m.service_inactive(), ...errors, ...warnings, ...notes]);
  if (facts.length === 0) return null;
  const isCalm = facts.length === notes.length;
  return {
    state: isCalm ? 'good' : 'attention',
    facts,
    inRows: true,
    remedy: isCalm ? null : m.service_advice(),
  };
}
