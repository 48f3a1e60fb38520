import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OUTPUT_TIMINGS } from '#main/entrance/outputs/timings.ts';
import { WatchedReleases } from '#main/entrance/outputs/watched-releases.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';

const PASS_WITHIN = 2_000;

/** What happens at a gate, one after another. */
type Happening =
  | { readonly type: 'admitted' | 'again'; readonly guest: string }
  /** The gate is opened for nobody whom its input could count: a test, or a way out. */
  | { readonly type: 'other' }
  | { readonly type: 'unread' }
  /** So many milliseconds in which the input is as it is. */
  | { readonly type: 'time'; readonly ms: number; readonly isOn: boolean };

const guest = fc.constantFrom('a', 'b', 'c');
const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant('admitted' as const), guest }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('again' as const), guest }) },
  fc.constant({ type: 'other' as const }),
  fc.constant({ type: 'unread' as const }),
  {
    weight: 8,
    arbitrary: fc.record({
      ...{ type: fc.constant('time' as const), isOn: fc.boolean() },
      ms: fc.constantFrom(100, 300, 2_000, 2_500, 61_000),
    }),
  },
);

test('whatever happens at a gate, it opens again at most once for an admission, and only for the last one, of whom nobody was seen', () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 40 }), (happenings) => {
      const releases = new WatchedReleases({
        ...{ passWithin: PASS_WITHIN, timings: OUTPUT_TIMINGS, isFaulty: false },
        ...{ onFaulty: () => undefined, onUnread: () => undefined },
      });
      let now = 0;
      let number = 0;
      /** The newest admission of each guest. */
      const admissions = new Map<string, string>();
      const opened: { entryId: string; at: number; wasSeenOn: boolean; wasUnread: boolean }[] = [];
      const again = new Set<string>();
      let isLastOther = false;
      for (const each of happenings) {
        switch (each.type) {
          case 'admitted': {
            const entryId = `${each.guest} ${(number += 1)}`;
            admissions.set(each.guest, entryId);
            releases.noteCommand();
            releases.noteOpened({ entryId, isAgain: false }, now, now);
            opened.push({ entryId, at: now, wasSeenOn: false, wasUnread: false });
            isLastOther = false;
            break;
          }
          case 'again': {
            const entryId = admissions.get(each.guest) ?? '';
            if (!releases.mayOpenAgain(entryId, now)) break;
            const last = opened.at(-1);
            expect(isLastOther).toBe(false);
            expect(again.has(entryId)).toBe(false);
            expect(last).toMatchObject({ entryId, wasSeenOn: false, wasUnread: false });
            const since = now - (last?.at ?? 0);
            expect(since).toBeGreaterThanOrEqual(PASS_WITHIN);
            expect(since).toBeLessThanOrEqual(60_000);
            again.add(entryId);
            releases.noteCommand();
            releases.noteOpened({ entryId, isAgain: true }, now, now);
            opened.push({ entryId, at: now, wasSeenOn: false, wasUnread: false });
            break;
          }
          case 'other':
            releases.noteCommand();
            isLastOther = true;
            break;
          case 'unread': {
            const last = opened.at(-1);
            if (releases.isAwaiting && last !== undefined) last.wasUnread = true;
            releases.noteUnread();
            break;
          }
          case 'time':
            for (const end = now + each.ms; now < end;) {
              now += 100;
              // One reading may still be under way when nobody is awaited any more.
              if (!releases.isAwaiting && each.ms > 300) continue;
              for (const one of opened) {
                if (each.isOn) one.wasSeenOn = true;
              }
              releases.noteReading({ isOn: each.isOn, askedAt: now, answeredAt: now });
            }
        }
      }
      const { count, passed, notPassed } = releases.counts;
      expect(passed + notPassed).toBeLessThanOrEqual(count);
      expect(Math.min(passed, notPassed)).toBeGreaterThanOrEqual(0);
      expect(count).toBe(opened.length);
    }),
    { numRuns: 500 },
  );
});

test('of ten releases in a row nobody was seen to go through: the input is faulty until somebody has looked', () => {
  let faults = 0;
  const releases = new WatchedReleases({
    ...{ passWithin: PASS_WITHIN, timings: OUTPUT_TIMINGS, isFaulty: false },
    ...{ onFaulty: () => (faults += 1), onUnread: () => undefined },
  });
  const clock = new FakeClock();
  const release = (entryId: string, ...levels: readonly boolean[]) => {
    releases.noteCommand();
    releases.noteOpened({ entryId, isAgain: false }, clock.steady(), clock.steady());
    for (let passed = 0; passed <= PASS_WITHIN; passed += 100) {
      clock.sleep(100);
      const at = clock.steady();
      const isOn = levels[passed / 100] ?? false;
      releases.noteReading({ isOn, askedAt: at, answeredAt: at });
    }
  };
  for (let number = 1; number <= 9; number += 1) release(`early ${number}`);
  release('somebody', false, true);
  const counts = { count: 10, passed: 1, notPassed: 9, isFaulty: false, isUnread: false };
  expect(releases.counts).toEqual(counts);
  for (let number = 1; number <= 9; number += 1) release(`late ${number}`);
  const [now, { inputUnseen }] = [clock.steady(), OUTPUT_TIMINGS];
  expect(releases.mayOpenAgain('late 9', now)).toBe(true);
  expect(releases.mayOpenAgain('late 9', now + inputUnseen + 1), 'nobody has looked').toBe(false);
  expect(releases.mayOpenAgain('late 9', now, now - 200), 'read while it was open').toBe(false);
  release('the tenth');
  expect(releases.isFaulty).toBe(true);
  expect(releases.mayOpenAgain('the tenth', clock.steady())).toBe(false);
  release('after it', false, true);
  release('and then');
  expect(releases.isFaulty, 'whoever is seen now proves nothing: the cable is loose').toBe(true);
  expect(releases.mayOpenAgain('and then', clock.steady())).toBe(false);
  expect(faults).toBe(1);
  releases.noteLookedAt();
  release('the next one');
  expect(releases.mayOpenAgain('the next one', clock.steady())).toBe(true);
});

test('an input that is on all the time is faulty as well, and no gate opens again by it', () => {
  const clock = new FakeClock();
  const releases = new WatchedReleases({
    ...{ passWithin: PASS_WITHIN, timings: OUTPUT_TIMINGS, isFaulty: false },
    ...{ onFaulty: () => undefined, onUnread: () => undefined },
  });
  for (let number = 1; number <= 10; number += 1) {
    expect(releases.isFaulty).toBe(false);
    releases.noteOpened({ entryId: 'a', isAgain: false }, clock.steady(), clock.steady());
    for (let passed = 0; passed <= PASS_WITHIN; passed += 100) {
      clock.sleep(100);
      releases.noteReading({ isOn: true, askedAt: clock.steady(), answeredAt: clock.steady() });
    }
    expect(releases.mayOpenAgain('a', clock.steady())).toBe(false);
  }
  const counts = { count: 10, passed: 0, notPassed: 0, isFaulty: true, isUnread: false };
  expect(releases.counts).toEqual(counts);
});

test('a release during which somebody else went through tells nothing of the input', () => {
  const clock = new FakeClock();
  const releases = new WatchedReleases({
    ...{ passWithin: PASS_WITHIN, timings: OUTPUT_TIMINGS, isFaulty: false },
    ...{ onFaulty: () => undefined, onUnread: () => undefined },
  });
  const open = (entryId: string) =>
    releases.noteOpened({ entryId, isAgain: false }, clock.steady(), clock.steady());
  const read = (isOn: boolean, ms: number) => {
    for (let passed = 0; passed < ms; passed += 100) {
      clock.sleep(100);
      releases.noteReading({ isOn, askedAt: clock.steady(), answeredAt: clock.steady() });
    }
  };
  open('first');
  read(false, 100);
  open('second');
  // Somebody goes through for the first one, and stands there.
  read(true, PASS_WITHIN + 100);
  read(false, 100);
  for (let number = 1; number <= 9; number += 1) {
    open(`nobody ${number}`);
    read(false, PASS_WITHIN + 100);
  }
  expect(releases.counts).toMatchObject({ count: 11, passed: 1, notPassed: 9, isFaulty: false });
});

test('counts an input as unread once for each release that it could not be read for', () => {
  let unread = 0;
  const releases = new WatchedReleases({
    ...{ passWithin: PASS_WITHIN, timings: OUTPUT_TIMINGS, isFaulty: false },
    ...{ onFaulty: () => undefined, onUnread: () => (unread += 1) },
  });
  const open = (entryId: string) => releases.noteOpened({ entryId, isAgain: false }, 0, 0);
  for (let times = 1; times <= 5; times += 1) releases.noteUnread();
  expect(releases.counts.isUnread, 'nothing was open').toBe(false);
  for (const entryId of ['a', 'b']) open(entryId);
  releases.noteUnread();
  expect(releases.counts.isUnread).toBe(false);
  open('c');
  releases.noteUnread();
  expect(releases.counts.isUnread).toBe(true);
  expect(unread).toBe(1);
});
