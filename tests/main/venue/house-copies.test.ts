import { expect, test, vi } from 'vitest';
import { createRandom } from '#box-office/demo/random.ts';
import type { HeldCopy } from '#main/venue/copy-messages.ts';
import { HouseCopies, type WantedCopy } from '#main/venue/house-copies.ts';
import type { ToHouse } from '#main/venue/worker-messages.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { howMuch, seedOf } from '#tests/support/how-much.ts';

const WANTED: WantedCopy = { tickets: 'all', user: 'ada', mustBeOwn: false, canDownload: true };
const { signal } = new AbortController();

/** A house whose doors hear each other after so many milliseconds, and whose downloads are counted. */
function house(latency: () => number = () => 5) {
  const clock = new FakeClock();
  const doors = new Map<string, Door>();
  const cutOff = new Set<string>();
  let downloads = 0;

  function deliver(from: string, to: string, work: (door: Door) => void): void {
    clock.after(latency(), () => {
      const door = doors.get(to);
      if (door !== undefined && !cutOff.has(from) && !cutOff.has(to)) work(door);
    });
  }

  function post(from: string, message: ToHouse): void {
    const others = [...doors.keys()].filter((name) => name !== from);
    if (message.type === 'copies') {
      const { copies } = message;
      for (const to of others) {
        deliver(from, to, (door) => door.copies.hear({ type: 'copies', from, copies }));
      }
    } else if (message.type === 'ask copy') {
      const { to, ...asked } = message;
      deliver(from, to, (door) => door.copies.hear({ ...asked, type: 'copy asked', from }));
    } else if (message.type === 'hand over') {
      const { to, ...piece } = message;
      deliver(from, to, (door) => door.copies.hear({ ...piece, type: 'copy came', from }));
    }
  }

  class Door {
    held: HeldCopy | null = null;
    downloads = 0;
    canDownload = true;
    lends = true;
    readonly name: string;
    readonly copies: HouseCopies;

    constructor(name: string, user = 'ada') {
      this.name = name;
      this.wanted = { ...WANTED, user };
      doors.set(name, this);
      this.copies = new HouseCopies({
        clock,
        platformNow: () => clock.now(),
        held: () => (this.held === null ? [] : [this.held]),
        lend: (asked) => this.lend(asked),
        doors: () => [...doors.keys()].filter((other) => !cutOff.has(other)),
        link: () => -10_000,
        post: (message) => post(name, message),
        onNews: () => undefined,
      });
    }

    wanted: WantedCopy;

    lend({ download, piece }: { download: string; piece: number }): string | null {
      return this.lends && this.held?.download === download ? `piece ${piece}` : null;
    }

    /**
     * As a kiosk whose copy is due: takes one over, or downloads, which takes so long. What a door no longer has
     * when it is asked for it is looked for anew.
     */
    async refresh(takes = 3_000): Promise<'took over' | 'confirmed' | 'downloaded' | 'failed'> {
      for (;;) {
        const found = await this.copies.find(
          { ...this.wanted, canDownload: this.canDownload },
          this.held,
          signal,
        );
        if ('done' in found) return this.#download(takes, found.done);
        const isSame = found.copy.download === this.held?.download;
        if (isSame || (await found.piece(1, signal)) !== null) {
          this.held = { ...found.copy, user: this.wanted.user };
          this.copies.tell();
          return isSame ? 'confirmed' : 'took over';
        }
      }
    }

    async #download(takes: number, done: () => void): Promise<'downloaded' | 'failed'> {
      const asOf = clock.now();
      if (!this.canDownload) return 'failed';
      downloads += 1;
      this.downloads += 1;
      await new Promise<void>((resolve) => clock.after(takes, resolve));
      const { tickets, user } = this.wanted;
      this.held = { tickets, user, download: `${this.name} ${asOf}`, asOf };
      done();
      return 'downloaded';
    }
  }
  const open = (name: string, user?: string): Door => new Door(name, user);
  return { clock, cutOff, doors, open, downloads: () => downloads };
}

test('twenty doors that open at once cost the platform one download', async () => {
  const { clock, open, downloads } = house();
  const doors = Array.from({ length: 20 }, (_, number) => open(`door ${number}`));
  for (const door of doors) door.copies.tell();
  await clock.advance(50);
  const ended = Promise.all(doors.map((door) => door.refresh()));
  await clock.advance(20_000);
  const outcomes = await ended;
  expect(downloads()).toBe(1);
  expect(outcomes.filter((outcome) => outcome === 'took over')).toHaveLength(19);
  expect(new Set(doors.map(({ held }) => held?.download)).size).toBe(1);
});

test('an evening at twenty doors costs hardly more downloads than at one, and no copy grows old', async () => {
  const seed = seedOf('an evening of copies');
  const random = createRandom(seed);
  const { clock, open, downloads } = house(() => random.between(1, 80));
  const doors = Array.from({ length: 20 }, (_, number) => open(`door ${number}`));
  const evening = howMuch(60, 240) * 60_000;
  const ends = clock.now() + evening;
  let oldest = 0;
  async function play(door: (typeof doors)[number]): Promise<void> {
    await new Promise<void>((resolve) => clock.after(random.between(0, 60_000), resolve));
    while (clock.now() < ends) {
      await door.refresh();
      const pause = random.between(48_000, 72_000);
      await new Promise<void>((resolve) => clock.after(pause, resolve));
      oldest = Math.max(oldest, clock.now() - (door.held?.asOf ?? 0));
    }
  }
  const played = Promise.all(doors.map(play));
  for (let at = 0; at < evening + 120_000; at += 1_000) await clock.advance(1_000);
  await played;
  const alone = evening / 63_000;
  expect(downloads(), String(seed)).toBeGreaterThan(alone / 2);
  expect(downloads(), String(seed)).toBeLessThan(alone * 1.5);
  expect(oldest, String(seed)).toBeLessThan(3 * 60_000);
});

test('where the door that downloads goes in the middle, another one takes over', async () => {
  const { clock, open, doors, downloads } = house();
  const [one, two, three] = [open('one'), open('two'), open('three')];
  for (const door of [one, two, three]) door.copies.tell();
  await clock.advance(50);
  void one.refresh(3_600_000);
  await clock.advance(1_000);
  const waiting = Promise.all([two.refresh(), three.refresh()]);
  await clock.advance(10_000);
  expect(downloads(), 'the others wait').toBe(1);
  doors.delete('one');
  two.copies.look();
  three.copies.look();
  await clock.advance(10_000);
  expect((await waiting).toSorted()).toEqual(['downloaded', 'took over']);
  expect(downloads()).toBe(2);
});

test('a download that does not end keeps the others waiting for three minutes at most', async () => {
  const { clock, open } = house();
  const [one, two] = [open('one'), open('two')];
  one.copies.tell();
  two.copies.tell();
  await clock.advance(50);
  void one.refresh(3_600_000);
  await clock.advance(1_000);
  const second = two.refresh();
  await clock.advance(170_000);
  expect(two.downloads).toBe(0);
  await clock.advance(20_000);
  expect(await second).toBe('downloaded');
});

test('a download of four minutes at twenty doors is begun twice at most, and all have it', async () => {
  const { clock, open, downloads } = house();
  const doors = Array.from({ length: 20 }, (_, number) => open(`door ${number}`));
  for (const door of doors) door.copies.tell();
  await clock.advance(50);
  const ended = Promise.all(doors.map((door) => door.refresh(240_000)));
  await clock.advance(600_000);
  expect((await ended).filter((outcome) => outcome === 'took over').length).toBeGreaterThan(17);
  expect(downloads()).toBeLessThanOrEqual(2);
});

test('whoever asks for everything at once gets a hundred pieces, one at a time', async () => {
  const { clock, open } = house();
  const one = open('one');
  one.held = { tickets: 'all', user: 'ada', download: 'evening', asOf: clock.now() };
  const lend = vi.spyOn(one, 'lend');
  for (let piece = 1; piece <= 300; piece += 1) {
    const asked = { download: 'evening', piece, user: 'ada' };
    one.copies.hear({ ...asked, type: 'copy asked', from: 'greedy' });
  }
  expect(lend, 'a guest comes first').not.toHaveBeenCalled();
  await clock.advance(1_000);
  expect(lend).toHaveBeenCalledTimes(100);
  one.copies.hear({ type: 'copy asked', from: 'next', download: 'evening', piece: 1, user: 'ada' });
  await clock.advance(10);
  expect(lend).toHaveBeenCalledTimes(101);
});

test('a door without the platform takes whatever is newer, and never waits', async () => {
  const { clock, open, downloads } = house();
  const [cut, other] = [open('cut off'), open('other')];
  cut.canDownload = false;
  expect(await cut.refresh()).toBe('failed');
  other.copies.tell();
  const ended = other.refresh();
  await clock.advance(10_000);
  expect(await ended).toBe('downloaded');
  await clock.advance(100);
  const took = cut.refresh();
  await clock.advance(100);
  expect(await took).toBe('took over');
  expect(downloads()).toBe(1);
});

test('a door that shows something of patrons takes nothing of another user', async () => {
  const { clock, open } = house();
  const [one, other] = [open('one', 'ada'), open('other', 'grace')];
  other.wanted = { ...other.wanted, mustBeOwn: true };
  one.copies.tell();
  other.copies.tell();
  await clock.advance(50);
  const first = one.refresh();
  await clock.advance(10_000);
  expect(await first).toBe('downloaded');
  const second = other.refresh();
  await clock.advance(10_000);
  expect(await second).toBe('downloaded');
  const again = one.refresh();
  await clock.advance(10_000);
  expect(await again, 'whoever shows nothing takes either').toBe('took over');
});

test('a door that does not hand over what it says it has is left alone for a minute', async () => {
  const { clock, open } = house();
  const [liar, other] = [open('liar'), open('other')];
  liar.lends = false;
  liar.held = { tickets: 'all', user: 'ada', download: 'nothing', asOf: clock.now() };
  liar.copies.tell();
  await clock.advance(50);
  const first = other.refresh();
  await clock.advance(10_000);
  expect(await first).toBe('downloaded');
  liar.held = { ...liar.held, download: 'nothing, again', asOf: clock.now() };
  liar.copies.tell();
  await clock.advance(50);
  const isAsked = vi.spyOn(liar, 'lend');
  const second = other.refresh();
  await clock.advance(10_000);
  expect(await second).toBe('downloaded');
  expect(isAsked).not.toHaveBeenCalled();
  await clock.advance(60_000);
  liar.lends = true;
  liar.held = { ...liar.held, asOf: clock.now() };
  liar.copies.tell();
  await clock.advance(50);
  const third = other.refresh();
  await clock.advance(10_000);
  expect(await third).toBe('took over');
});

test('a piece that is lost on the way is asked for again', async () => {
  const { clock, open, cutOff } = house();
  const [one, two] = [open('one'), open('two')];
  one.held = { tickets: 'all', user: 'ada', download: 'evening', asOf: clock.now() };
  one.copies.tell();
  await clock.advance(50);
  const taking = two.refresh();
  cutOff.add('one');
  await clock.advance(1_000);
  cutOff.delete('one');
  await clock.advance(5_000);
  expect(await taking).toBe('took over');
});
