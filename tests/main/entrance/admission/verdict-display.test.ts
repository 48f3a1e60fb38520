import { ADMISSION_TIMINGS } from '#main/entrance/admission/timings.ts';
import {
  SHOWN_AGAIN_WITHIN,
  VerdictDisplay,
  WAITS_AT_MOST,
} from '#main/entrance/admission/verdict-display.ts';
import type { ReadNotice } from '#shared/model/notice.ts';
import type { Verdict } from '#shared/model/verdict.ts';
import { describe, expect, test } from 'vitest';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { NOTHING_KNOWN } from './support.ts';

function verdict(codeTail: string): Verdict {
  return {
    entryId: 'the-scan',
    kind: 'admit',
    basis: 'platform',
    reason: { type: 'admitted' },
    ticket: null,
    own: null,
    source: 'wedge',
    codeTail,
    at: 0,
  };
}

function screen() {
  const clock = new FakeClock();
  const seen: (string | null)[] = [];
  const display = new VerdictDisplay({
    clock,
    timings: ADMISSION_TIMINGS,
    onChange: () => seen.push(display.current?.codeTail ?? null),
  });
  /** Shows verdicts on codes that were all scanned at once, a moment ago. */
  async function showTogether(...codeTails: string[]): Promise<void> {
    const scannedAt = clock.steady();
    await clock.advance(10);
    for (const codeTail of codeTails) display.show(verdict(codeTail), scannedAt);
  }
  return { clock, seen, display, showTogether };
}

test('what does not hold any more leaves before its time, and the next has its own', async () => {
  const { clock, seen, display, showTogether } = screen();
  await showTogether('A1', 'B2');
  display.takeOff();
  expect(seen).toEqual(['A1', 'B2']);
  display.takeOff();
  expect(seen.at(-1)).toBeNull();
  await clock.advance(ADMISSION_TIMINGS.verdictAtMost);
  expect(seen).toEqual(['A1', 'B2', null]);
  expect(display.last?.codeTail).toBe('B2');
});

describe('verdicts on the screen', () => {
  test('the first verdict is shown at once, and leaves after its time', async () => {
    const { clock, seen, display } = screen();
    display.show(verdict('a'), clock.steady());
    expect(seen).toEqual(['a']);
    await clock.advance(7_999);
    expect(display.current).not.toBeNull();
    await clock.advance(1);
    expect(seen).toEqual(['a', null]);
    expect(display.last?.codeTail, 'the strip still knows it').toBe('a');
  });

  test('the next scan replaces a verdict at once, however short it was there', async () => {
    const { clock, seen, display } = screen();
    display.show(verdict('a'), clock.steady());
    await clock.advance(50);
    const scannedAt = clock.steady();
    await clock.advance(5);
    display.show(verdict('b'), scannedAt);
    expect(seen).toEqual(['a', 'b']);
  });

  test('a scan that came before the verdict on screen leaves that one its shortest time', async () => {
    const { clock, seen, display } = screen();
    const scannedAt = clock.steady();
    await clock.advance(10);
    display.show(verdict('a'), scannedAt);
    await clock.advance(100);
    display.show(verdict('b'), scannedAt);
    await clock.advance(599);
    expect(seen).toEqual(['a']);
    await clock.advance(1);
    expect(seen).toEqual(['a', 'b']);
  });

  test('and replaces it at once if it has had that', async () => {
    const { clock, seen, display } = screen();
    const scannedAt = clock.steady();
    await clock.advance(10);
    display.show(verdict('a'), scannedAt);
    await clock.advance(700);
    display.show(verdict('b'), scannedAt);
    expect(seen).toEqual(['a', 'b']);
  });

  test('twenty that piled up are each shown, in order, the last one for its full time', async () => {
    const { clock, seen, display, showTogether } = screen();
    const tails = Array.from({ length: 20 }, (_, index) => String(index));
    await showTogether(...tails);
    await clock.advance(19 * 700);
    expect(seen).toEqual(tails);
    expect(display.current?.sequence).toBe(20);
    await clock.advance(7_999);
    expect(display.current?.codeTail).toBe('19');
    await clock.advance(1);
    expect(display.current).toBeNull();
  });

  test('five hundred that a stick has typed do not stand in a guest’s way for minutes', async () => {
    const { clock, seen, display, showTogether } = screen();
    await showTogether(...Array.from({ length: 500 }, (_, index) => String(index)));
    await clock.advance(5_000);
    display.show(verdict('guest'), clock.steady());
    await clock.advance(WAITS_AT_MOST - 5_000);
    expect(display.current?.codeTail, 'those of the last seconds have their turn').not.toBe(
      'guest',
    );
    await clock.advance(2 * ADMISSION_TIMINGS.verdictAtLeast);
    expect(seen.at(-1)).toBe('guest');
  });

  test('the newest is shown however long it has waited', async () => {
    const { clock, seen, display, showTogether } = screen();
    await showTogether('a', 'b');
    // The machine slept.
    clock.sleep(WAITS_AT_MOST * 4);
    display.takeOff();
    expect(seen).toEqual(['a', 'b']);
  });

  test('no scan overtakes those that wait in line', async () => {
    const { clock, seen, display, showTogether } = screen();
    await showTogether('a', 'b');
    await clock.advance(10);
    display.show(verdict('c'), clock.steady());
    await clock.advance(2 * 700);
    expect(seen).toEqual(['a', 'b', 'c']);
  });

  test('a clock that is set back freezes no verdict on the screen', async () => {
    const { clock, seen, display } = screen();
    display.show(verdict('a'), clock.steady());
    clock.setBack(3_600_000);
    display.show(verdict('b'), clock.steady());
    await clock.advance(700);
    expect(seen).toEqual(['a', 'b']);
  });

  test('what is remembered of a verdict says nothing of its person', async () => {
    const { clock, display } = screen();
    const error = { code: 12, key: 'k', name: 'n', forceLogout: false };
    display.show(
      {
        ...verdict('a'),
        ticket: { ...NOTHING_KNOWN, name: 'Ada Lovelace', successHtml: '<p>Ada</p>' },
        reason: { type: 'platform-error', error: { ...error, messageHtml: '<p>Ada is in.</p>' } },
      },
      clock.steady(),
    );
    expect(JSON.stringify(display.last)).not.toContain('Ada');
    await clock.advance(8_000);
    expect(display.current).toBeNull();
    expect(JSON.stringify(display)).not.toContain('Ada');
    expect(display.last).toMatchObject({ codeTail: 'a', reason: { error: { code: 12 } } });
  });

  test('closing the door takes everything off the screen, what waits included', async () => {
    const { clock, seen, display, showTogether } = screen();
    await showTogether('a', 'b');
    display.clear();
    await clock.advance(60_000);
    expect(seen).toEqual(['a', null]);
    display.show(verdict('c'), clock.steady());
    expect(display.current?.sequence, 'the sequence goes on').toBe(2);
  });
});

describe('a page that was away', () => {
  test('shows again what nobody can have seen, in its order, and the last for its full time', async () => {
    const { clock, seen, display } = screen();
    display.show(verdict('a'), clock.steady());
    display.noteSeen(clock.steady());
    await clock.advance(1_000);
    display.show(verdict('b'), clock.steady());
    await clock.advance(1_000);
    display.show(verdict('c'), clock.steady());
    await clock.advance(10_000);
    expect(display.current).toBeNull();
    seen.length = 0;
    display.showAgain(clock.steady());
    expect(seen).toEqual(['b']);
    await clock.advance(700);
    expect(seen).toEqual(['b', 'c']);
    await clock.advance(7_999);
    expect(display.current?.codeTail).toBe('c');
    await clock.advance(1);
    expect(display.current).toBeNull();
  });

  test('does not show again what was seen, nor anything twice', async () => {
    const { clock, seen, display } = screen();
    display.show(verdict('a'), clock.steady());
    display.noteSeen(clock.steady());
    display.showAgain(clock.steady());
    expect(seen).toEqual(['a']);
    await clock.advance(1_000);
    display.show(verdict('b'), clock.steady());
    display.showAgain(clock.steady());
    display.noteSeen(clock.steady());
    display.showAgain(clock.steady());
    expect(seen).toEqual(['a', 'b', 'b']);
  });

  test('shows nothing again once the page was back for the answer to the next guest', async () => {
    const { clock, seen, display } = screen();
    display.show(verdict('a'), clock.steady());
    const awayAt = clock.steady();
    await clock.advance(1_000);
    display.show(verdict('b'), clock.steady());
    display.showAgain(awayAt);
    display.showAgain(awayAt);
    expect(seen).toEqual(['a', 'b']);
    expect(display.current?.codeTail).toBe('b');
  });

  test('welcomes a guest once who held out the ticket again and again while nothing was to be seen', async () => {
    const { clock, seen, display } = screen();
    for (const each of [
      verdict('a'),
      { ...verdict('a'), basis: 'repeat' } as const,
      verdict('b'),
      { ...verdict('a'), basis: 'repeat' } as const,
    ]) {
      display.show(each, clock.steady());
      await clock.advance(1_000);
    }
    seen.length = 0;
    display.showAgain(clock.steady());
    await clock.advance(60_000);
    expect(seen).toEqual(['a', 'b', null]);
  });

  test('shows again a repetition of what was seen: nobody knows whose it was', async () => {
    const { clock, display } = screen();
    display.show(verdict('a'), clock.steady());
    display.noteSeen(clock.steady());
    await clock.advance(1_000);
    display.show({ ...verdict('a'), basis: 'repeat' }, clock.steady());
    await clock.advance(10_000);
    expect(display.current).toBeNull();
    display.showAgain(clock.steady());
    expect(display.current).toMatchObject({ codeTail: 'a', basis: 'repeat' });
  });

  test('shows nothing to whoever stands there long after, nor after the door was closed', async () => {
    const { clock, display } = screen();
    display.show(verdict('a'), clock.steady());
    await clock.advance(SHOWN_AGAIN_WITHIN);
    display.showAgain(clock.steady());
    expect(display.current).toBeNull();
    display.show(verdict('b'), clock.steady());
    display.clear();
    display.showAgain(clock.steady());
    expect(display.current).toBeNull();
  });
});

describe('a notice about a failed read', () => {
  const notice: ReadNotice = { kind: 'not-read', reason: 'garbled', at: 0 };

  test('replaces the verdict that is on the screen', async () => {
    const { clock, display } = screen();
    display.show(verdict('a'), clock.steady());
    await clock.advance(100);
    display.showNotice(notice, clock.steady());
    expect(display.current).toBeNull();
    expect(display.notice).toEqual({ ...notice, sequence: 1 });
    expect(display.last?.codeTail, 'the strip still knows the verdict').toBe('a');
  });

  test('lets verdicts be seen that came after it was read', async () => {
    const { clock, display, showTogether } = screen();
    const readAt = clock.steady();
    await showTogether('a', 'b');
    display.showNotice(notice, readAt);
    await clock.advance(ADMISSION_TIMINGS.verdictAtLeast - 1);
    expect(display.current?.codeTail).toBe('a');
    await clock.advance(ADMISSION_TIMINGS.verdictAtLeast);
    expect(display.current?.codeTail).toBe('b');
    await clock.advance(1);
    expect(display.notice?.kind).toBe('not-read');
  });

  test('leaves after a verdict’s time, and at once for the next verdict', async () => {
    const { clock, display } = screen();
    display.showNotice(notice, clock.steady());
    await clock.advance(ADMISSION_TIMINGS.verdictAtMost);
    expect(display.notice).toBeNull();
    display.showNotice(notice, clock.steady());
    expect(display.notice?.sequence).toBe(2);
    await clock.advance(10);
    display.show(verdict('a'), clock.steady());
    expect(display.notice).toBeNull();
    expect(display.current?.sequence).toBe(1);
  });

  test('stands once for all that wait for it', async () => {
    const { clock, display, showTogether } = screen();
    const readAt = clock.steady();
    await showTogether('a');
    for (let times = 0; times < 3; times += 1) display.showNotice(notice, readAt);
    await clock.advance(ADMISSION_TIMINGS.verdictAtLeast + ADMISSION_TIMINGS.verdictAtMost);
    expect(display.notice).toBeNull();
  });

  test('keeps its turn after a verdict that nobody has seen', async () => {
    const { clock, display } = screen();
    display.show(verdict('a'), clock.steady());
    await clock.advance(1_000);
    display.showNotice(notice, clock.steady());
    await clock.advance(1_000);
    display.showAgain(clock.steady());
    expect(display.current?.codeTail).toBe('a');
    await clock.advance(ADMISSION_TIMINGS.verdictAtLeast);
    expect(display.notice?.kind).toBe('not-read');
  });
});
