import { describe, expect, test } from 'vitest';
import { openEvening, SECOND } from '#tests/main/offline/support/evening.ts';

/** An open door with its snapshot of the tickets, at which tickets are only looked up. */
async function lookUpDoor() {
  const evening = await openEvening();
  const kiosk = await evening.kiosk();
  await kiosk.openDoor();
  await kiosk.handlers.lookUpOnly({ on: true });
  const asked = () =>
    evening.boxOffice.requests.filter(({ path }) => path.includes('validateTicket')).length;
  const lookUp = async (code: string) => {
    await kiosk.handlers.scan({ code, source: 'wedge' });
    await evening.until(() => kiosk.state().verdict.waiting === 0, 5 * SECOND);
    return kiosk.state().verdict.shown;
  };
  return { ...evening, kiosk, asked, lookUp };
}

describe('while tickets are only looked up', () => {
  test('each state is told in the same colour, and the platform is never asked', async () => {
    const { kiosk, tickets, asked, lookUp } = await lookUpDoor();
    const states = [
      ['valid', { type: 'valid' }],
      ['scanned', { type: 'copy', code: 12 }],
      ['voided', { type: 'copy', code: 13 }],
      ['other-performance', { type: 'copy', code: 10 }],
      ['unknown', { type: 'copy', code: 11 }],
    ] as const;
    for (const [kind, reason] of states) {
      const [code = ''] = tickets(kind, 1);
      expect(await lookUp(code), kind).toMatchObject({ kind: 'checked', basis: 'cache', reason });
    }
    expect(asked()).toBe(0);
    await kiosk.close();
    expect(kiosk.ledger().map(({ kind, upload }) => [kind, upload])).toEqual(
      states.map(() => ['checked', null]),
    );
  });

  test('the ticket’s facts and the snapshot’s time are told, whatever it is worth', async () => {
    const { kiosk, tickets, lookUp } = await lookUpDoor();
    const { builtAt } = kiosk.state().records.snapshot;
    const valid = await lookUp(tickets('valid', 1)[0] ?? '');
    expect(valid?.reason).toEqual({ type: 'valid', copyFrom: builtAt });
    expect(valid?.ticket?.seat).toBeTruthy();
    const voided = await lookUp(tickets('voided', 1)[0] ?? '');
    expect(voided?.ticket?.seat).toBeTruthy();
  });

  test('the guest may come in right afterwards, within the time of a repeat', async () => {
    const { kiosk, tickets, asked, lookUp } = await lookUpDoor();
    const [code = ''] = tickets('valid', 1);
    await lookUp(code);
    await kiosk.handlers.lookUpOnly({ on: false });
    expect(await kiosk.scan(code)).toMatchObject({ kind: 'admit', basis: 'platform' });
    expect(asked()).toBe(1);
    await kiosk.handlers.lookUpOnly({ on: true });
    expect(await lookUp(code)).toMatchObject({
      kind: 'checked',
      reason: { type: 'copy', code: 12 },
    });
  });

  test('whom this kiosk let in without the network is known, and whom nobody knows is not guessed at', async () => {
    const { kiosk, proxy, tickets, lookUp } = await lookUpDoor();
    const [code = ''] = tickets('valid', 1);
    await kiosk.handlers.lookUpOnly({ on: false });
    await proxy.cut();
    await kiosk.scan(tickets('valid', 1)[0] ?? '');
    expect(await kiosk.scan(code)).toMatchObject({ kind: 'admit', basis: 'cache' });
    await kiosk.handlers.lookUpOnly({ on: true });
    const found = await lookUp(code);
    expect(found?.reason).toMatchObject({ type: 'copy', code: 12 });
    expect(found?.reason.type === 'copy' && found.reason.firstScanAt).toBeTruthy();
  });

  test('without a snapshot it says that it does not know', async () => {
    const { kiosk, proxy, tickets } = await openEvening().then(async (evening) => {
      evening.proxy.fault = ({ path }) =>
        path.includes('validTickets') ? { type: 'reset' } : null;
      return { ...evening, kiosk: await evening.kiosk() };
    });
    await kiosk.signIn();
    await kiosk.choose();
    await kiosk.handlers.lookUpOnly({ on: true });
    await kiosk.scan(tickets('valid', 1)[0] ?? '');
    expect(kiosk.state().verdict.last).toMatchObject({
      kind: 'checked',
      reason: { type: 'not-known' },
    });
    proxy.fault = () => null;
  });

  test('it ends with the door, and after a minute without a scan', async () => {
    const { kiosk, pass } = await lookUpDoor();
    expect(kiosk.state().door.looksUpOnly).toBe(true);
    await pass(61 * SECOND);
    expect(kiosk.state().door.looksUpOnly).toBe(false);
    await kiosk.handlers.lookUpOnly({ on: true });
    await kiosk.handlers.select({ selection: null });
    expect(kiosk.state().door.looksUpOnly).toBe(false);
    await kiosk.handlers.lookUpOnly({ on: true });
    expect(kiosk.state().door.looksUpOnly, 'a closed door looks nothing up').toBe(false);
  });
});
