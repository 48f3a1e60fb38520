import { describe, expect, test } from 'vitest';
import { inTurn } from '#tests/support/fault-proxy.ts';
import { openEvening, SECOND } from './support/evening.ts';

describe('the power goes while the network is away, and comes back', () => {
  test('verdicts, waiting scans, duplicates and what is owed to guests are all still there', async () => {
    const evening = await openEvening();
    const kiosk = await evening.kiosk();
    await kiosk.openDoor();
    const [online = '', offline = '', after = '', sold = ''] = evening.tickets('valid', 4);
    expect(await kiosk.scan(online)).toMatchObject({ kind: 'admit', basis: 'platform' });
    evening.counter.reissue(sold, 'SOLDSINCE02');
    evening.proxy.fault = inTurn('validateTicket', { type: 'drop-answer' });
    expect(await kiosk.scan('SOLDSINCE02')).toMatchObject({ kind: 'reject', code: 11 });
    await evening.proxy.cut();
    expect(await kiosk.scan(offline)).toMatchObject({ kind: 'admit', basis: 'cache' });
    const { selection, snapshot } = kiosk.state();

    const again = await evening.kiosk({ folder: await kiosk.loseItsPower() });
    expect(again.state()).toMatchObject({
      session: { status: 'signed-in' },
      connection: { status: 'offline', reason: 'refused' },
      selection,
      uploads: { pending: 1 },
      snapshot: { tickets: snapshot.tickets, builtAt: snapshot.builtAt },
    });
    const codes = [online, offline, after, ...evening.tickets('other-series', 1)];
    expect(await again.scanAll(codes)).toEqual([
      ['duplicate', 12],
      ['duplicate', 12],
      ['admit', null],
      ['reject', 9],
    ]);
    await evening.proxy.mend();
    await evening.until(() => again.state().uploads.pending === 0, 20 * SECOND);
    expect(await again.scan('SOLDSINCE02')).toMatchObject({ kind: 'admit', basis: 'late' });
    for (const ticket of [offline, after]) {
      expect(evening.boxOffice.scansOf(ticket)).toMatchObject([{ offline: true }]);
    }
    await again.close();
    expect(again.ledger().map(({ code, kind }) => [code, kind])).toEqual([
      [online, 'admit'],
      ['SOLDSINCE02', 'reject'],
      [offline, 'admit'],
      [online, 'duplicate'],
      [offline, 'duplicate'],
      [after, 'admit'],
      [codes[3], 'reject'],
      ['SOLDSINCE02', 'admit'],
    ]);
  });

  test('a door that is open for a production turns away nobody of its other performances', async () => {
    const evening = await openEvening();
    const kiosk = await evening.kiosk();
    await kiosk.openDoor('production');
    await evening.proxy.cut();
    const again = await evening.kiosk({ folder: await kiosk.loseItsPower() });
    expect(again.state().selection).toMatchObject({ scope: 'production' });
    const codes = [
      ...evening.tickets('valid', 1),
      ...evening.tickets('other-performance', 1),
      ...evening.tickets('other-series', 1),
    ];
    expect(await again.scanAll(codes)).toEqual([
      ['admit', null],
      ['admit', null],
      ['reject', 9],
    ]);
  });
});
