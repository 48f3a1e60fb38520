import { describe, expect, test } from 'vitest';
import { inTurn } from '#tests/support/fault-proxy.ts';
import { HOUR, MINUTE, SECOND } from './support/evening.ts';
import { openDoor } from './support/open-door.ts';

describe('the power goes while the network is away, and comes back', () => {
  test('verdicts, waiting scans, duplicates and what is owed to guests are all still there', async () => {
    const { evening, kiosk } = await openDoor();
    const [online = '', offline = '', after = '', sold = ''] = evening.tickets('valid', 4);
    expect(await kiosk.scan(online)).toMatchObject({ kind: 'admit', basis: 'platform' });
    evening.counter.reissue(sold, 'SOLDSINCE02');
    evening.proxy.fault = inTurn('validateTicket', { type: 'drop-answer' });
    expect(await kiosk.scan('SOLDSINCE02')).toMatchObject({ kind: 'reject', code: 11 });
    await evening.proxy.cut();
    expect(await kiosk.scan(offline)).toMatchObject({ kind: 'admit', basis: 'cache' });
    const {
      door: { selection },
      records: { snapshot },
    } = kiosk.state();

    const again = await evening.kiosk({ folder: await kiosk.loseItsPower() });
    expect(again.state()).toMatchObject({
      session: {
        current: { status: 'signed-in' },
        connection: { status: 'offline', reason: 'refused' },
      },
      door: { selection },
      records: {
        uploads: { pending: 1 },
        snapshot: { tickets: snapshot.tickets, builtAt: snapshot.builtAt },
      },
    });
    const codes = [online, offline, after, ...evening.tickets('other-series', 1)];
    expect(await again.scanAll(codes)).toEqual([
      ['duplicate', 12],
      ['duplicate', 12],
      ['admit', null],
      ['reject', 9],
    ]);
    await evening.proxy.mend();
    await evening.until(() => again.state().records.uploads.pending === 0, 20 * SECOND);
    expect(await again.scan('SOLDSINCE02')).toMatchObject({ kind: 'undecided' });
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
      ['SOLDSINCE02', 'undecided'],
    ]);
  });

  test.each([
    ['in the rush', { off: 10 * MINUTE, ahead: 0, isOpen: true }],
    ['on the next morning', { off: 11 * HOUR, ahead: 0, isOpen: false }],
    [
      'some time, on a machine that lost its clock',
      { off: 10 * MINUTE, ahead: -30 * 365 * 24 * HOUR, isOpen: true },
    ],
  ])(
    '%s: never for a performance that is over by the time',
    async (_when, { off, ahead, isOpen }) => {
      const { evening, kiosk, selection } = await openDoor();
      const [ticket = ''] = evening.tickets('valid', 1);
      expect(await kiosk.scan(ticket)).toMatchObject({ kind: 'admit' });
      await evening.proxy.cut();
      const folder = await kiosk.loseItsPower();
      await evening.world.advance(off);

      const again = await evening.kiosk({ folder, ahead });
      expect(again.state()).toMatchObject({
        session: { current: { status: 'signed-in' } },
        door: { selection: isOpen ? selection : null },
      });
    },
  );

  test.each([
    ['has spent the ticket', { type: 'swallow-answer' }],
    ['has never heard of it', { type: 'hang' }],
  ] as const)(
    'while the platform is asked, which %s: its holder comes in at the next scan, once',
    async (_what, fault) => {
      const { evening, kiosk } = await openDoor();
      const [ticket = ''] = evening.tickets('valid', 1);
      evening.proxy.fault = inTurn('validateTicket', fault);
      await kiosk.handlers.scan({ code: ticket, source: 'wedge' });
      await evening.until(() => evening.proxy.withheld.length === 1, SECOND / 2);
      expect(kiosk.state()).toMatchObject({ verdict: { waiting: 1, shown: null } });

      const again = await evening.kiosk({ folder: await kiosk.loseItsPower() });
      expect(await again.scan(ticket)).toMatchObject({ kind: 'admit' });
      await evening.pass(3 * SECOND);
      expect(await again.scan(ticket)).toMatchObject({ kind: 'duplicate', code: 12 });
      await again.close();
      expect(evening.boxOffice.scansOf(ticket)).toHaveLength(1);
      const told = again.ledger().map(({ code, kind, reason }) => [code, kind, reason?.type]);
      expect(told).toMatchObject([
        [ticket, 'undecided', 'no-answer'],
        [ticket, 'admit', 'admitted'],
        [ticket, 'duplicate', expect.any(String)],
      ]);
    },
  );

  test('who is inside, and whose ticket is shown again while the power goes, does not come in twice', async () => {
    const { evening, kiosk } = await openDoor();
    const [ticket = ''] = evening.tickets('valid', 1);
    expect(await kiosk.scan(ticket)).toMatchObject({ kind: 'admit', basis: 'platform' });
    await evening.pass(3 * SECOND);
    evening.proxy.fault = inTurn('validateTicket', { type: 'swallow-answer' });
    await kiosk.handlers.scan({ code: ticket, source: 'wedge' });
    await evening.until(() => evening.proxy.withheld.length === 1, SECOND / 2);
    const again = await evening.kiosk({ folder: await kiosk.loseItsPower() });
    expect(await again.scan(ticket)).toMatchObject({ kind: 'duplicate', code: 12 });
  });

  test('a ticket that the platform has used since it was asked is possibly spent', async () => {
    const { evening, kiosk } = await openDoor();
    const [ticket = ''] = evening.tickets('valid', 1);
    evening.proxy.fault = inTurn('validateTicket', { type: 'swallow-answer' });
    await kiosk.handlers.scan({ code: ticket, source: 'wedge' });
    await evening.until(() => evening.proxy.withheld.length === 1, SECOND / 2);
    const folder = await kiosk.loseItsPower();
    await evening.world.advance(10 * MINUTE + SECOND);
    const again = await evening.kiosk({ folder });
    expect(await again.scan(ticket)).toMatchObject({ kind: 'undecided' });
  });

  test('the door can be opened for something else without the network: for what was offered before', async () => {
    const { evening, kiosk, selection } = await openDoor();
    await evening.proxy.cut();
    const again = await evening.kiosk({ folder: await kiosk.loseItsPower() });
    const [other = ''] = evening.tickets('other-performance', 1);
    expect(await again.scan(other)).toMatchObject({ kind: 'reject', code: 10 });

    const { clientId, productionId } = evening.boxOffice.ids;
    const last = await again.handlers.lastOffered(null);
    const client = last.ok && last.value?.clients.find(({ id }) => id === clientId);
    expect(client && client.productions).toContainEqual(expect.objectContaining({ productionId }));
    if (selection.scope !== 'performance') throw new Error('the door was open for a performance');
    const { performanceId: _, performanceStart: __, ...production } = selection;
    await again.handlers.select({ selection: { ...production, scope: 'production' } });
    await evening.pass(3 * SECOND);
    expect(await again.scan(other)).toMatchObject({ kind: 'admit', basis: 'cache' });
  });

  test('a door that is open for a production turns away nobody of its other performances', async () => {
    const { evening, kiosk } = await openDoor({ scope: 'production' });
    await evening.proxy.cut();
    const again = await evening.kiosk({ folder: await kiosk.loseItsPower() });
    expect(again.state().door.selection).toMatchObject({ scope: 'production' });
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
