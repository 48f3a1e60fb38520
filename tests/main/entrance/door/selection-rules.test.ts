import { mayStillBeOn } from '#main/entrance/door/selection-rules.ts';
import type { Selection } from '#shared/model/selection.ts';
import { HOUR } from '#shared/time.ts';
import { expect, test } from 'vitest';

const START = Date.UTC(2026, 10, 20, 18, 30);
/** In Berlin. */
const MIDNIGHT = Date.parse('2026-11-20T00:00:00+01:00');
const HOUSE = { clientId: 1, clientName: 'The House' } as const;
const PRODUCTION = {
  ...HOUSE,
  scope: 'production',
  productionId: 20,
  productionName: 'Hamlet',
} as const;
const performance = (performanceStart: number | null): Selection => ({
  ...PRODUCTION,
  ...{ scope: 'performance', performanceId: 300, performanceStart },
});

test.each<[string, Selection, number | null, boolean]>([
  ['just before it may be over', performance(START), START + 3 * HOUR - 1, true],
  ['when it is over', performance(START), START + 3 * HOUR, false],
  ['at ten in the morning, of an all-day event', performance(MIDNIGHT), MIDNIGHT + 10 * HOUR, true],
  ['when the day of an all-day event is over', performance(MIDNIGHT), MIDNIGHT + 24 * HOUR, false],
  ['while nobody knows the time', performance(START), null, true],
  ['when nobody has said when it begins', performance(null), START + 11 * HOUR, true],
  ['of a production, any day', PRODUCTION, START + 72 * HOUR, true],
  ['of whatever is open, any day', { ...HOUSE, scope: 'anything-open' }, START + 72 * HOUR, true],
])('a door opens again after a restart: %s', (_when, selection, now, expected) => {
  expect(mayStillBeOn(selection, now, 'Europe/Berlin')).toBe(expected);
});
