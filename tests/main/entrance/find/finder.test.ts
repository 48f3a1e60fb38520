import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { SnapshotTicket, SnapshotScope } from '#main/snapshot/model.ts';
import type { SnapshotFile } from '#main/snapshot/snapshots.ts';
import { REFRESH_RULES } from '#main/snapshot/refresh-interval.ts';
import { Finder, SEARCH_LASTS, type FinderPorts } from '#main/entrance/find/finder.ts';
import type { FindState } from '#shared/model/find.ts';
import { err, ok } from '#shared/result.ts';
import {
  openSnapshots,
  SCOPE,
  start,
  streamOf,
} from '#tests/main/snapshot/support/open-snapshots.ts';
import { answer, barcode, ticket } from '#tests/main/snapshot/support/tickets.ts';
import { eventually } from '#tests/support/eventually.ts';
import { WORKERS } from '#tests/support/workers.ts';

const { filter } = SCOPE;
const GUESTS = ['Anna Müller', 'Annabel Lee', 'Søren Åkesson'].map((name, number) =>
  ticket(number, { orderConsumerName: name, patron: { ...PATRON(), firstName: null } }),
);

function PATRON() {
  const { patron } = ticket(0);
  if (patron === null) throw new Error('it has one');
  return { ...patron, lastName: null };
}

interface Changes extends Partial<FinderPorts> {
  readonly tickets?: () => readonly SnapshotTicket[];
}

/** A search in a sealed snapshot on the disk, which is what the platform sent last. */
async function desk({ tickets = () => GUESTS, ...changes }: Changes = {}) {
  let scope: SnapshotScope | null = SCOPE;
  const lock = { hasPin: true, isUnlocked: true };
  const entered: string[] = [];
  const states: FindState[] = [];
  const opened = openSnapshots({
    scope: () => scope,
    // A new snapshot comes when a test asks for one: it is made in real time, whatever the clock says.
    pace: () => ({ every: REFRESH_RULES.longest, untilStart: null }),
    download: () => {
      const elements = tickets().map((each) => JSON.stringify(each));
      return Promise.resolve(ok(streamOf([Buffer.from(answer(filter, 0, ...elements))])));
    },
  });
  const { snapshots, clock } = opened;
  await start(snapshots);
  const finder: Finder = new Finder({
    workerEntry: WORKERS.tickets,
    clock,
    lock: () => lock,
    snapshot: () => snapshots.file(),
    standing: () => ok({ type: 'valid', copyFrom: 1 }),
    enter(code) {
      entered.push(code);
      return true;
    },
    onChange: () => states.push(finder.state()),
    ...changes,
  });
  onTestFinished(() => finder.stop());
  const untilReady = () => eventually(() => expect(finder.state().status).toBe('ready'));
  /** As the screen does: it asks again when the search is ready. */
  const find = async (query: string) => {
    const found = await finder.find(query);
    if (found.ok || found.error.type !== 'building') return found;
    await untilReady();
    return finder.find(query);
  };
  const namesOf = async (query: string) => {
    const found = await find(query);
    return found.ok ? found.value.tickets.map(({ name }) => name) : found.error.type;
  };
  const become = (next: SnapshotScope | null) => {
    scope = next;
  };
  return { ...opened, finder, lock, entered, states, find, namesOf, untilReady, become };
}

describe('a search', () => {
  test('begins with the first query, and tells how far it is', async () => {
    const { finder, states, untilReady } = await desk({
      tickets: () => Array.from({ length: 12_000 }, (_, number) => ticket(number)),
    });
    expect(finder.state()).toEqual({ status: 'off' });
    expect(await finder.find('zoe')).toEqual(err({ type: 'building' }));
    expect(finder.state()).toEqual({ status: 'building', read: 0, tickets: 12_000 });
    await untilReady();
    expect(states).toContainEqual({ status: 'building', read: 10_000, tickets: 12_000 });
    expect(states.at(-1)).toMatchObject({ status: 'ready', tickets: 12_000 });
    const found = await finder.find('zoe quittenbaum 11');
    expect(found.ok && found.value.total).toBeGreaterThan(1000);
    expect(found.ok && found.value.tickets).toHaveLength(50);
  });

  test('tells what a person recognises a ticket by, and not its barcode', async () => {
    const guest = ticket(7, { orderConsumerName: 'Ada Lovelace', ticketsSold: 3 });
    const { find } = await desk({ tickets: () => [guest] });
    const found = await find('lovelace');
    expect(found).toEqual(
      ok({
        total: 1,
        tickets: [
          {
            id: expect.any(String) as unknown,
            ticketId: guest.ticketId,
            name: 'Ada Lovelace',
            guest: 'Zoë Quittenbaum-7',
            section: 'Stalls left',
            seat: 'Row 7, seat 7',
            productionName: 'The Cherry Orchard',
            performanceStart: guest.performanceStartDate,
            ticketsSold: 3,
            standing: { type: 'valid', copyFrom: 1 },
          },
        ],
      }),
    );
    expect(JSON.stringify(found)).not.toContain(barcode(7));
  });

  test('finds who comes as well as who bought the ticket, and by number and seat', async () => {
    const guest = ticket(7, { orderConsumerName: 'Ada Lovelace' });
    const { namesOf } = await desk({ tickets: () => [guest, ticket(8)] });
    for (const query of ['quittenbaum-7', '5000007', 'lovelace stalls 7']) {
      expect(await namesOf(query)).toEqual(['Ada Lovelace']);
    }
    expect(await namesOf('')).toEqual([]);
  });

  test('lets in by the barcode whoever was chosen', async () => {
    const { find, finder, entered } = await desk();
    const found = await find('soren');
    const [one] = found.ok ? found.value.tickets : [];
    expect(finder.admit(one?.id ?? '')).toEqual(ok(null));
    expect(entered).toEqual([barcode(2)]);
    expect(finder.admit('3f0c7c0e-8b9e-4f0b-9a50-0c1f5a1e2b3d')).toEqual(err({ type: 'gone' }));
  });

  test('says so when the door takes no scan', async () => {
    const { find, finder } = await desk({ enter: () => false });
    const found = await find('soren');
    const [one] = found.ok ? found.value.tickets : [];
    expect(finder.admit(one?.id ?? '')).toEqual(err({ type: 'not-taken' }));
  });

  test('answers the newest of many queries, and no older one after it', async () => {
    const { find, finder } = await desk();
    await find('a');
    const typed = ['s', 'so', 'sor', 'sore', 'soren'].map((query) => finder.find(query));
    const answers = await Promise.all(typed);
    expect(answers.slice(0, -1)).toEqual(Array(4).fill(err({ type: 'overtaken' })));
    expect(answers.at(-1)).toMatchObject({ ok: true, value: { total: 1 } });
  });

  test('hears of a ledger that cannot be read', async () => {
    const { find } = await desk({ standing: () => err({ code: 'damaged', detail: 'page 3' }) });
    expect(await find('anna')).toEqual(err({ type: 'ledger', code: 'damaged' }));
  });
});

describe('nobody finds anything', () => {
  test('without a PIN', async () => {
    const { finder, lock } = await desk();
    lock.hasPin = false;
    expect(await finder.find('anna')).toEqual(err({ type: 'no-pin' }));
  });

  test('without a snapshot', async () => {
    const { finder, snapshots } = await desk();
    snapshots.forget();
    expect(await finder.find('anna')).toEqual(err({ type: 'no-snapshot' }));
  });

  test('where the platform sent no patrons', async () => {
    const tickets = () => [ticket(1, { patron: null })];
    const { finder } = await desk({ tickets });
    expect(await finder.find('quittenbaum')).toEqual(err({ type: 'no-patron-permission' }));
    expect(finder.state()).toEqual({ status: 'off' });
  });

  test('in a snapshot that somebody else has downloaded', async () => {
    const { finder, become } = await desk();
    become({ ...SCOPE, username: 'bob' });
    expect(await finder.find('anna')).toEqual(err({ type: 'no-patron-permission' }));
  });
});

describe('it forgets all that it knew, and what was found cannot be chosen any more,', () => {
  type Desk = Awaited<ReturnType<typeof desk>>;
  test.each<[string, (desk: Desk) => void, string]>([
    ['when the kiosk is locked', ({ lock }) => (lock.isUnlocked = false), 'locked'],
    ['when the snapshot goes', ({ snapshots }) => snapshots.forget(), 'no-snapshot'],
    ['when nobody is signed in any more', ({ become }) => become(null), 'no-patron-permission'],
    [
      'when somebody else is',
      ({ become }) => become({ ...SCOPE, username: 'bob' }),
      'no-patron-permission',
    ],
  ])('%s', async (_when, happen, why) => {
    const open = await desk();
    const found = await open.find('anna');
    const [one] = found.ok ? found.value.tickets : [];
    happen(open);
    expect(open.finder.admit(one?.id ?? ''), 'before anybody follows').toEqual(
      err({ type: 'gone' }),
    );
    open.finder.follow();
    expect(open.finder.state()).toEqual({ status: 'off' });
    expect(open.finder.admit(one?.id ?? '')).toEqual(err({ type: 'gone' }));
    expect(await open.finder.find('anna')).toEqual(err({ type: why }));
    expect(open.entered).toEqual([]);
  });

  test('when nobody has looked for long, and begins anew with the next query', async () => {
    const { find, finder, clock, namesOf } = await desk();
    const found = await find('anna');
    const [one] = found.ok ? found.value.tickets : [];
    await clock.advance(SEARCH_LASTS - 1);
    await find('anna');
    await clock.advance(SEARCH_LASTS - 1);
    expect(finder.state().status).toBe('ready');
    await clock.advance(1);
    expect(finder.state()).toEqual({ status: 'off' });
    expect(finder.admit(one?.id ?? '')).toEqual(err({ type: 'gone' }));
    expect(await namesOf('anna')).toEqual(['Anna Müller', 'Annabel Lee']);
  });

  test('also where a query is under way', async () => {
    const { find, finder, lock } = await desk();
    await find('anna');
    const under = finder.find('anna');
    lock.isUnlocked = false;
    finder.follow();
    expect(await under).toEqual(err({ type: 'locked' }));
  });
});

describe('a new snapshot', () => {
  test('is searched once it has been read; until then the one before is', async () => {
    let tickets = GUESTS;
    const { snapshots, finder, find, namesOf } = await desk({ tickets: () => tickets });
    const found = await find('soren');
    const [before] = found.ok ? found.value.tickets : [];
    tickets = [...GUESTS, ticket(9, { orderConsumerName: 'Sora Late' })];
    await snapshots.refresh();
    finder.follow();
    expect(finder.state()).toMatchObject({ status: 'ready', tickets: 3 });
    expect(await namesOf('sor')).toEqual(['Søren Åkesson']);
    await eventually(() => expect(finder.state()).toMatchObject({ status: 'ready', tickets: 4 }));
    expect(await namesOf('sor')).toEqual(['Søren Åkesson', 'Sora Late']);
    expect(finder.admit(before?.id ?? '')).toEqual(ok(null));
  });

  test('is read by one thread, however often it changes', async () => {
    let tickets = GUESTS;
    const { snapshots, finder, find } = await desk({ tickets: () => tickets });
    await find('anna');
    tickets = [...GUESTS, ticket(9)];
    await snapshots.refresh();
    let threads = 0;
    const count = () => (threads += 1);
    process.on('worker', count);
    onTestFinished(() => void process.off('worker', count));
    for (let times = 1; times <= 3; times += 1) finder.follow();
    await eventually(() => expect(finder.state()).toMatchObject({ status: 'ready', tickets: 4 }));
    finder.follow();
    expect(threads).toBe(1);
  });

  test('is searched where the one before could not be read', async () => {
    const { snapshots, finder, find, directory, untilReady } = await desk();
    const [name = ''] = readdirSync(directory);
    const whole = readFileSync(join(directory, name));
    writeFileSync(join(directory, name), Buffer.alloc(whole.length));
    expect(await finder.find('anna')).toEqual(err({ type: 'building' }));
    await eventually(() => expect(finder.state()).toEqual({ status: 'failed' }));
    expect(await finder.find('anna')).toEqual(err({ type: 'failed' }));
    await snapshots.refresh();
    finder.follow();
    await untilReady();
    expect(await find('anna')).toMatchObject({ ok: true, value: { total: 2 } });
  });
});

test('a snapshot that is replaced before it was read is no failure: the new one is read in its place', async () => {
  let file: SnapshotFile | null = null;
  const { snapshots, finder, states, directory, untilReady, namesOf } = await desk({
    tickets: () => Array.from({ length: 12_000 }, (_, number) => ticket(number)),
    snapshot: () => file,
  });
  const downloaded = snapshots.file();
  if (downloaded === null) throw new Error('it has been downloaded');
  file = { ...downloaded, path: join(directory, 'replaced') };
  expect(await finder.find('zoe')).toEqual(err({ type: 'building' }));
  file = downloaded;
  finder.follow();
  await untilReady();
  expect(states.map(({ status }) => status)).not.toContain('failed');
  expect(await namesOf('quittenbaum 11999')).toHaveLength(1);
});

test('nothing of what was looked for or found is on the disk or in the log', async () => {
  const { find, directory, logger, finder } = await desk();
  await find('annabel');
  finder.stop();
  const files = readdirSync(directory).map((name) => readFileSync(join(directory, name)));
  const everything = Buffer.concat([...files, Buffer.from(logger.lines.join())]).toString('latin1');
  for (const secret of ['nnabel', 'kesson', barcode(1), 'Speicher']) {
    expect(everything).not.toContain(secret);
  }
});

test('a thread that fails is a search that failed', async () => {
  const workerEntry = new URL(
    `data:text/javascript,${encodeURIComponent("throw new Error('Annabel Lee')")}`,
  );
  const { finder, logger } = await desk({ workerEntry });
  expect(await finder.find('anna')).toEqual(err({ type: 'building' }));
  await eventually(() => expect(finder.state()).toEqual({ status: 'failed' }));
  expect(logger.lines.join()).not.toContain('Annabel');
});
