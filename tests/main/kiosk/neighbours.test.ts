import { expect, test } from 'vitest';
import { HouseNeighbours } from '#main/kiosk/neighbours.ts';
import { FACTS_PIECE } from '#main/snapshot/lending.ts';
import type { LentFacts } from '#main/snapshot/neighbours.ts';
import type { SnapshotScope } from '#main/snapshot/model.ts';
import type { HeldCopy } from '#main/venue/copy-messages.ts';
import { HouseCopies } from '#main/venue/house-copies.ts';
import { CopyMarks } from '#main/venue/house-keys.ts';
import { MINUTE } from '#shared/time.ts';
import { keysOf } from '#tests/support/door-keys.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';

const SCOPE: SnapshotScope = {
  ...{ baseUrl: 'https://tickets.example', filter: { clientId: 7 }, username: 'ada' },
};
const marks = new CopyMarks(await keysOf('the same at all doors'));
const { signal } = new AbortController();

/** This door, and one other, which hands over what it is told to. */
function besideAnother(hands: (copy: HeldCopy, piece: number) => string | null) {
  const clock = new FakeClock();
  let held: readonly HeldCopy[] = [];
  let asked = 0;
  const copies: HouseCopies = new HouseCopies({
    ...{ clock, platformNow: () => clock.now(), held: () => [], lend: () => null },
    ...{ doors: () => ['other'], link: () => -10_000, onNews: () => undefined },
    post(message) {
      if (message.type !== 'ask copy') return;
      asked += 1;
      const { download, piece } = message;
      const copy = held.find((each) => each.download === download);
      const body = copy === undefined ? null : hands(copy, piece);
      clock.after(5, () =>
        copies.hear({ type: 'copy came', from: 'other', download, piece, body }),
      );
    },
  });
  const neighbours = new HouseNeighbours({
    venue: { copies, copyMarks: () => Promise.resolve(marks) },
    ...{ clock, canDownload: () => true, showsPatrons: () => false },
  });
  const tickets = marks.ofTickets(SCOPE.baseUrl, SCOPE.filter);
  const user = marks.ofUser(SCOPE.baseUrl, SCOPE.username);
  /** The other door says that it has a copy from so many milliseconds ago. */
  const tells = (download: string, ago: number): void => {
    held = [{ tickets, user, download, asOf: clock.now() - ago }];
    copies.hear({ type: 'copies', from: 'other', copies: { held, claims: [] } });
  };
  const find = async () => {
    const found = neighbours.find(SCOPE, null, signal);
    await clock.advance(20_000);
    return found;
  };
  return { clock, tells, find, asked: () => asked };
}

const facts = (copy: HeldCopy, more: Partial<LentFacts> = {}): string =>
  JSON.stringify({
    ...{ download: copy.download, isOfAnother: false, platformTime: copy.asOf, offered: [31] },
    ...{ patronsDigest: 'none', tickets: 2, skipped: 0, pieces: 1, ...more },
  } satisfies LentFacts);

test('a door with a newer copy hands it over, by the facts that it told', async () => {
  const { find, tells } = besideAnother((copy, piece) =>
    piece === FACTS_PIECE ? facts(copy) : '{}',
  );
  tells('evening', MINUTE);
  expect(await find()).toMatchObject({ type: 'copy', facts: { download: 'evening', pieces: 1 } });
});

test.each<[string, (copy: HeldCopy) => string]>([
  ['are no facts', () => 'piece 0'],
  ['are of another download', (copy) => facts({ ...copy, download: 'another' })],
  ['are newer than what was told', (copy) => facts(copy, { platformTime: copy.asOf + MINUTE })],
  [
    'have a time that no verdict could be recorded with',
    (copy) => facts(copy, { platformTime: copy.asOf - 0.5 }),
  ],
  ['promise a billion pieces', (copy) => facts(copy, { pieces: 1_000_000_000 })],
])(
  'a door whose facts %s keeps nobody from the platform, whatever it tells next',
  async (_, hands) => {
    const { clock, find, tells, asked } = besideAnother(hands);
    tells('evening', MINUTE);
    expect(await find()).toMatchObject({ type: 'platform' });
    expect(asked()).toBe(1);
    // Other ids, again and again: it is not asked any more.
    for (const download of ['one', 'two', 'three']) {
      tells(download, 0);
      expect(await find()).toMatchObject({ type: 'platform' });
    }
    expect(asked()).toBe(1);
    await clock.advance(11 * MINUTE);
    tells('mended', 0);
    await find();
    expect(asked(), 'after a while it may have been mended').toBe(2);
  },
);

test('a copy from the future is none: it would never be replaced', async () => {
  const { find, tells, asked } = besideAnother((copy) => facts(copy));
  tells('tomorrow', -10 * MINUTE);
  expect(await find()).toMatchObject({ type: 'platform' });
  expect(asked()).toBe(0);
});
