import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { HistoryFilter } from '#shared/model/history.ts';
import { inTurn } from '#tests/support/fault-proxy.ts';
import { openEvening, SECOND } from '#tests/main/offline/support/evening.ts';

const ALL: HistoryFilter = {
  ...{ kinds: [], basis: null, source: null, uploads: [] },
  ...{ from: null, until: null, code: null },
};

test('an evening’s scans are told with what became of them, found by their codes, and saved', async () => {
  const evening = await openEvening();
  const kiosk = await evening.kiosk();
  await kiosk.openDoor();
  const [online = '', offline = '', contradicted = ''] = evening.tickets('valid', 3);
  const asked = async (filter: Partial<HistoryFilter> = {}) => {
    const page = await kiosk.handlers.history({ filter: { ...ALL, ...filter }, before: null });
    if (!page.ok) throw new Error('the ledger does not tell');
    return page.value.entries;
  };

  await kiosk.scan(online);
  await evening.pass(3 * SECOND);
  await kiosk.scan(online);
  // Let in by the snapshot while the platform is about to say that it had let them in before.
  evening.counter.admitElsewhere(contradicted, evening.world.now());
  let letGo = (): void => undefined;
  const until = new Promise<void>((resolve) => (letGo = resolve));
  evening.proxy.fault = inTurn('validateTicket', { type: 'hold', until });
  await kiosk.scan(contradicted);
  expect(await asked({ kinds: ['admit'], basis: 'cache' })).toMatchObject([{ word: 'awaited' }]);
  letGo();
  await evening.until(() => kiosk.state().records.discrepancies === 1, SECOND);
  await evening.proxy.cut();
  await kiosk.scan(offline);

  expect(await asked()).toMatchObject([
    { kind: 'admit', basis: 'cache', codeTail: offline.slice(-4), upload: { state: 'pending' } },
    {
      ...{ kind: 'admit', basis: 'cache', word: 'refused' },
      upload: { state: 'conflict', reason: { error: { code: 12 } } },
    },
    { kind: 'duplicate', basis: 'platform', reason: { error: { code: 12 } }, upload: null },
    { kind: 'admit', basis: 'platform', codeTail: online.slice(-4), source: 'wedge', word: null },
  ]);
  expect(await asked({ code: online }), 'by the whole code').toHaveLength(2);
  expect(await asked({ code: offline.slice(-4) }), 'by the end that is shown').toMatchObject([
    { codeTail: offline.slice(-4) },
  ]);

  const saved = await kiosk.handlers.exportHistory({ filter: { ...ALL, kinds: ['admit'] } });
  if (!saved.ok) throw new Error('it was not saved');
  expect(saved.value.count).toBe(3);
  const file = readFileSync(saved.value.path, 'utf8');
  expect(file.split('\r\n')).toHaveLength(1 + 3 + 1);
  for (const code of [online, offline, contradicted]) expect(file).not.toContain(code);
});
