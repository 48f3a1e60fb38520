import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EntrancesDesk } from '#main/entrance/entrances/entrances-desk.ts';
import { tryEntrances } from '#main/entrance/entrances/try-entrances.ts';
import { err, ok } from '#shared/result.ts';
import {
  openSnapshots,
  SCOPE,
  start,
  streamOf,
} from '#tests/main/snapshot/support/open-snapshots.ts';
import { answer, ticket } from '#tests/main/snapshot/support/tickets.ts';
import { entrance } from '#tests/support/entrances.ts';
import { WORKERS } from '#tests/support/workers.ts';
import { valueOf } from '../../ledger/support.ts';

const BALCONY = entrance('balcony', [{ section: 'Balcony*' }, { section: 'Gallery' }]);
const HALF = entrance('half', [{ section: '*', seat: '* {odd}' }]);

const tickets = ['Balcony left', 'Balcony left', 'Balcony right', 'Stalls', null].map(
  (section, number) => ticket(number, { section, seat: `Row 1, ${number}` }),
);

/** A desk beside a sealed copy of these tickets on the disk. */
async function desk() {
  const opened = openSnapshots({
    download: () => {
      const elements = tickets.map((each) => JSON.stringify(each));
      return Promise.resolve(ok(streamOf([Buffer.from(answer(SCOPE.filter, 0, ...elements))])));
    },
  });
  await start(opened.snapshots);
  const snapshot = () => opened.snapshots.file();
  return { ...opened, desk: new EntrancesDesk({ workerEntry: WORKERS.tickets, snapshot }) };
}

test('a list is tried on the tickets of the copy: how many go where, by section, and how many nowhere', async () => {
  const { desk: open, snapshots } = await desk();
  const copyFrom = snapshots.file()?.builtAt;
  const count = (id: string, number: number) => ({ id, tickets: number });
  expect(await open.try([BALCONY, HALF, entrance('nobody')])).toEqual(
    ok({
      ...{ tickets: 5, copyFrom, nowhere: 1 },
      entrances: [count('balcony', 3), count('half', 2), count('nobody', 0)],
      shared: [{ ids: ['balcony', 'half'], tickets: 1 }],
      sections: [
        {
          ...{ section: 'Balcony left', tickets: 2, nowhere: 0 },
          entrances: [count('balcony', 2), count('half', 1)],
        },
        {
          ...{ section: 'Balcony right', tickets: 1, nowhere: 0 },
          entrances: [count('balcony', 1)],
        },
        { section: 'Stalls', tickets: 1, nowhere: 0, entrances: [count('half', 1)] },
        { section: null, tickets: 1, nowhere: 1, entrances: [] },
      ],
      ...{ moreSections: 0, moreIdle: 0, greedy: [] },
      idle: [{ entrance: 'balcony', pattern: { section: 'Gallery' } }],
    }),
  );
});

test('a pattern that every ticket matches is named, and a void ticket does not count', () => {
  const all = [...tickets, ticket(9, { refundedOrVoided: true, section: 'Gallery' })];
  const trial = tryEntrances([entrance('all', [{ text: '*' }]), BALCONY], all, 1);
  expect(trial).toMatchObject({ tickets: 5, nowhere: 0 });
  expect(trial.greedy).toEqual([{ entrance: 'all', pattern: { text: '*' } }]);
  expect(trial.idle).toEqual([{ entrance: 'balcony', pattern: { section: 'Gallery' } }]);
});

test('a file is read in its own thread, and one thing is done at a time', async () => {
  const { desk: open } = await desk();
  const file = new TextEncoder().encode('entrance,section\nbalcony,Balcony*');
  const first = open.read(file);
  expect(await open.read(file)).toEqual(err({ type: 'busy' }));
  expect(await open.try([])).toEqual(err({ type: 'busy' }));
  expect(valueOf(await first)).toMatchObject([{ id: 'balcony' }]);
  expect(valueOf(await open.read(file)), 'and then the next').toHaveLength(1);
});

test('a file that is too large is not even looked at', async () => {
  const { desk: open } = await desk();
  expect(await open.read(new Uint8Array(8 * 1024 * 1024 + 1))).toEqual(err({ type: 'too-large' }));
});

test('without a copy of the tickets there is nothing to try it on', async () => {
  const open = new EntrancesDesk({ workerEntry: WORKERS.tickets, snapshot: () => null });
  expect(await open.try([BALCONY])).toEqual(err({ type: 'no-snapshot' }));
});

test('a copy that is damaged is said to be', async () => {
  const { snapshots } = await desk();
  const file = snapshots.file();
  if (file === null) throw new Error('there is no copy');
  const path = `${file.path}.copy`;
  writeFileSync(path, 'no snapshot');
  const open = new EntrancesDesk({
    workerEntry: WORKERS.tickets,
    snapshot: () => ({ ...file, path }),
  });
  expect(await open.try([BALCONY])).toEqual(err({ type: 'failed' }));
});
