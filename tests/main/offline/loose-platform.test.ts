import { describe, expect, test } from 'vitest';
import { openEvening, SECOND, type Evening, type TestKiosk } from './support/evening.ts';
import { openDoor } from './support/open-door.ts';

/** Downloads the tickets anew, some time after the last scan. */
async function refresh(evening: Evening, kiosk: TestKiosk): Promise<void> {
  await evening.pass(5 * SECOND);
  await kiosk.handlers.refreshTickets(null);
  await evening.quiet();
}

const prefixed = (code: string) => `TKT${code}`;

describe('a platform that admits codes with a prefix', () => {
  /** It has admitted some, the tickets were downloaded since, and the network is gone. */
  async function openLoose() {
    const evening = await openEvening({ matchesLoosely: true });
    const { kiosk } = await openDoor({ evening, scope: 'performance' });
    for (const code of evening.tickets('valid', 5)) {
      expect(await kiosk.scan(prefixed(code))).toMatchObject({ kind: 'admit', basis: 'platform' });
    }
    return { evening, kiosk };
  }

  test('makes no further ticket unknown offline', async () => {
    const { evening, kiosk } = await openLoose();
    await refresh(evening, kiosk);
    await evening.proxy.cut();
    const [code = ''] = evening.tickets('valid', 1);
    expect(await kiosk.scan(prefixed(code))).toMatchObject({ kind: 'undecided', code: null });
    expect(kiosk.state().records.snapshot.lacksAdmitted).toBe(true);
    expect(kiosk.state().verdict.shown?.reason).toMatchObject({
      because: { type: 'lacks-admitted' },
    });
  });

  test('makes none unknown after a restart without the network either', async () => {
    const { evening, kiosk } = await openLoose();
    await refresh(evening, kiosk);
    await evening.proxy.cut();
    const again = await evening.kiosk({ folder: await kiosk.loseItsPower() });
    const [code = ''] = evening.tickets('valid', 1);
    await evening.pass(5 * SECOND);
    expect(await again.scan(prefixed(code))).toMatchObject({ kind: 'undecided' });
    expect(again.state().records.snapshot.lacksAdmitted).toBe(true);
  });
});

test('a ticket that was sold after the snapshot leaves no doubt once it is downloaded', async () => {
  const evening = await openEvening();
  const { kiosk } = await openDoor({ evening, scope: 'performance' });
  const [sold = ''] = evening.counter.sell(evening.boxOffice.ids.performanceId, 1);
  expect(await kiosk.scan(sold)).toMatchObject({ kind: 'admit', basis: 'platform' });
  await refresh(evening, kiosk);
  await evening.proxy.cut();
  expect(await kiosk.scan('404')).toMatchObject({ kind: 'reject', code: 11 });
  expect(kiosk.state().records.snapshot.lacksAdmitted).toBe(false);
});
