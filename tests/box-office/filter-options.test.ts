import { expect, test } from 'vitest';
import { HOUR, MINUTE, openBoxOffice, signIn, USER } from './support.ts';

test('lists what can be scanned now: open performances, not those of later or earlier', async () => {
  const { boxOffice, ids } = await openBoxOffice();
  const door = await signIn(boxOffice);
  const { clients } = await door.filterOptions();
  expect(clients).toStrictEqual([
    {
      id: ids.clientId,
      value: 'Riverside Theatre Company',
      productions: [
        {
          productionId: ids.productionId,
          productionName: "A Midsummer Night's Dream",
          performances: [
            { performanceId: ids.performanceId, performanceStart: Date.UTC(2026, 10, 21, 18, 35) },
            {
              performanceId: ids.siblingPerformanceId,
              performanceStart: Date.UTC(2026, 10, 21, 20, 50),
            },
          ],
        },
        {
          productionId: ids.otherProductionId,
          productionName: 'The Tempest',
          performances: [
            {
              performanceId: ids.otherProductionPerformanceId,
              performanceStart: Date.UTC(2026, 10, 21, 19, 50),
            },
          ],
        },
      ],
    },
  ]);
});

test('a user of several clients sees them all, a user of the other one only that', async () => {
  const { boxOffice, ids } = await openBoxOffice();
  const clientsOf = async (username: string) =>
    (await (await signIn(boxOffice, username)).filterOptions()).clients?.map(({ id }) => id);
  expect(await clientsOf(USER.foyer)).toStrictEqual([ids.otherClientId, ids.clientId]);
  expect(await clientsOf(USER.harbour)).toStrictEqual([ids.otherClientId]);
});

test("a performance opens and closes with its client's scan window, to the millisecond", async () => {
  const { boxOffice, ids, clock } = await openBoxOffice();
  const start = Date.UTC(2026, 10, 22, 1, 20);
  const isListed = async (at: number) => {
    clock.at = at;
    const { clients } = await (await signIn(boxOffice)).filterOptions();
    return clients?.some(({ productions }) =>
      productions?.some(({ performances }) =>
        performances?.some(({ performanceId }) => performanceId === ids.laterPerformanceId),
      ),
    );
  };
  expect(await isListed(start - 180 * MINUTE - 1)).toBe(false);
  expect(await isListed(start - 180 * MINUTE)).toBe(true);
  expect(await isListed(start + 240 * MINUTE)).toBe(true);
  expect(await isListed(start + 240 * MINUTE + 1)).toBe(false);
});

test('when nothing is open the client is listed with no productions', async () => {
  const { boxOffice, ids, clock } = await openBoxOffice();
  clock.at += 240 * HOUR;
  const { clients } = await (await signIn(boxOffice)).filterOptions();
  expect(clients).toStrictEqual([
    { id: ids.clientId, value: 'Riverside Theatre Company', productions: [] },
  ]);
});

test('lists a client only while something of it is open, if asked to', async () => {
  const { boxOffice, ids, clock } = await openBoxOffice({ offersOpenClientsOnly: true });
  const offered = async () =>
    (await (await signIn(boxOffice)).filterOptions()).clients?.map(({ id }) => id);
  expect(await offered()).toStrictEqual([ids.clientId]);
  clock.at += 240 * HOUR;
  expect(await offered()).toStrictEqual([]);
});

test('all-day events are offered from before their doors open until they close', async () => {
  const { boxOffice, clock, ids } = await openBoxOffice({ allDay: true });
  const offered = async () => {
    const { clients } = await (await signIn(boxOffice)).filterOptions();
    const performances = (clients ?? []).flatMap(({ productions }) =>
      (productions ?? []).flatMap((production) => production.performances ?? []),
    );
    return performances.filter(({ performanceId }) => performanceId === ids.allDayPerformanceId);
  };
  const midnight = Date.parse('2026-11-21T00:00:00+01:00');
  const performance = { performanceId: ids.allDayPerformanceId, performanceStart: midnight };
  expect(await offered()).toEqual([performance]);
  clock.at = midnight + 7 * HOUR - 1;
  expect(await offered()).toEqual([]);
  clock.at = midnight + 7 * HOUR;
  expect(await offered()).toEqual([performance]);
});
