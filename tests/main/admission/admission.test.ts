import { Admission } from '#main/admission/admission.ts';
import type { PlatformAnswer } from '#main/admission/platform-answer.ts';
import { ADMISSION_TIMINGS } from '#main/admission/timings.ts';
import type { Verdict } from '#shared/model/verdict.ts';
import { describe, expect, test } from 'vitest';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';

const FILTER = { clientId: 1 };
const ADMITTED: PlatformAnswer = {
  type: 'admitted',
  ticket: {
    name: null,
    performance: null,
    section: null,
    seat: null,
    ticketsScanned: null,
    ticketsSold: null,
    successHtml: null,
    patron: null,
  },
};
const SCANNED_BEFORE: PlatformAnswer = {
  type: 'refused',
  error: { code: 12, key: 'k', name: 'n', forceLogout: false, messageHtml: null },
};

function door() {
  const clock = new FakeClock();
  const logger = new RecordingLogger();
  const asked: string[] = [];
  const verdicts: Verdict[] = [];
  const answers: ((code: string) => Promise<PlatformAnswer>)[] = [];
  const admission = new Admission({
    ask: (code) => {
      asked.push(code);
      return (answers.shift() ?? (() => Promise.resolve(ADMITTED)))(code);
    },
    clock,
    timings: ADMISSION_TIMINGS,
    logger,
    onVerdict: (verdict) => verdicts.push(verdict),
    onOverdue: () => undefined,
    onWaiting: () => undefined,
  });
  return {
    clock,
    logger,
    asked,
    verdicts,
    admission,
    answerNext: (answer: (code: string) => Promise<PlatformAnswer>) => answers.push(answer),
    scan: (code: string) => admission.take({ code, source: 'wedge', at: clock.now() }, FILTER),
  };
}

/** An answer that comes after `ms` on the test's clock. */
function after(clock: FakeClock, ms: number, answer: PlatformAnswer) {
  return () =>
    new Promise<PlatformAnswer>((resolve) => void clock.after(ms, () => resolve(answer)));
}

describe('a scan at the door', () => {
  test('the platform’s word within the budget decides', async () => {
    const { clock, scan, verdicts, answerNext } = door();
    answerNext(after(clock, 900, ADMITTED));
    scan('0012345678');
    await clock.advance(900);
    expect(verdicts).toMatchObject([
      { kind: 'admit', basis: 'platform', source: 'wedge', codeTail: '5678', at: clock.now() },
    ]);
  });

  test('a platform that does not answer in time leaves the scan undecided when the budget ends', async () => {
    const { clock, scan, verdicts, answerNext } = door();
    answerNext(after(clock, 5_000, ADMITTED));
    scan('1');
    await clock.advance(999);
    expect(verdicts).toEqual([]);
    await clock.advance(1);
    expect(verdicts).toMatchObject([
      { kind: 'undecided', reason: { type: 'no-answer', cause: 'timeout' } },
    ]);
    await clock.advance(10_000);
    expect(verdicts, 'the late word changes no verdict that was given').toHaveLength(1);
  });

  test('scans that come while one is being decided get their verdicts, all of them and in order', async () => {
    const { clock, scan, verdicts, answerNext, admission } = door();
    answerNext(after(clock, 800, ADMITTED));
    const codes = Array.from(
      { length: 20 },
      (_, index) => `code-${String(index).padStart(4, '0')}`,
    );
    codes.forEach(scan);
    expect(admission.waiting).toBe(20);
    await clock.advance(800);
    expect(verdicts.map(({ codeTail }) => codeTail)).toEqual(codes.map((code) => code.slice(-4)));
    expect(admission.waiting).toBe(0);
  });

  test('a ticket read twice is asked about once, and its verdict is shown again', async () => {
    const { clock, scan, verdicts, asked } = door();
    scan('A');
    await clock.advance(2_500);
    scan('A');
    await clock.advance(0);
    expect(asked).toEqual(['A']);
    expect(verdicts).toMatchObject([
      { kind: 'admit', basis: 'platform' },
      { kind: 'admit', basis: 'repeat' },
    ]);
  });

  test('after the repeat window the same code is a scan of its own', async () => {
    const { clock, scan, verdicts, answerNext } = door();
    scan('A');
    await clock.advance(2_501);
    answerNext(() => Promise.resolve(SCANNED_BEFORE));
    scan('A');
    await clock.advance(0);
    expect(verdicts.map(({ kind }) => kind)).toEqual(['admit', 'duplicate']);
  });

  test('repeats do not stretch the window: a ticket cannot be handed back through the door for ever', async () => {
    const { clock, scan, asked } = door();
    scan('A');
    await clock.advance(2_000);
    scan('A');
    await clock.advance(2_000);
    scan('A');
    await clock.advance(0);
    expect(asked).toEqual(['A', 'A']);
  });

  test('a second reading that had to wait in the queue is still a second reading', async () => {
    const { clock, scan, verdicts, asked, answerNext } = door();
    answerNext(after(clock, 100, ADMITTED));
    scan('A');
    for (const other of ['B', 'C', 'D', 'E']) {
      answerNext(after(clock, 900, ADMITTED));
      scan(other);
    }
    scan('A');
    await clock.advance(10_000);
    expect(asked).toEqual(['A', 'B', 'C', 'D', 'E']);
    expect(verdicts.at(-1)).toMatchObject({ basis: 'repeat', kind: 'admit' });
  });

  test('once the door is open for something else, the same code is asked about anew', async () => {
    const { clock, scan, asked, admission } = door();
    scan('A');
    await clock.advance(100);
    admission.forgetRecent();
    scan('A');
    await clock.advance(0);
    expect(asked).toEqual(['A', 'A']);
  });

  test('however many scans are between a first reading and a second one, it is a second reading', async () => {
    const { clock, scan, verdicts, asked, answerNext } = door();
    const others = Array.from({ length: 10 }, (_, index) => `other-${index}`);
    for (const code of ['A', ...others]) {
      answerNext(after(clock, 900, ADMITTED));
      scan(code);
    }
    scan('A');
    await clock.advance(60_000);
    expect(asked).toEqual(['A', ...others]);
    expect(verdicts.at(-1)).toMatchObject({ basis: 'repeat', kind: 'admit' });
  });

  test('a clock that is set back makes no old admission new', async () => {
    const { clock, scan, verdicts, asked, answerNext } = door();
    scan('A');
    await clock.advance(10_000);
    clock.setBack(3_600_000);
    answerNext(() => Promise.resolve(SCANNED_BEFORE));
    scan('A');
    await clock.advance(0);
    expect(asked).toEqual(['A', 'A']);
    expect(verdicts.map(({ kind }) => kind)).toEqual(['admit', 'duplicate']);
  });

  test('a scan that was under way when the door was opened for something else is no word about that', async () => {
    const { clock, scan, asked, admission, answerNext } = door();
    answerNext(after(clock, 500, ADMITTED));
    scan('A');
    await clock.advance(100);
    admission.forgetRecent();
    await clock.advance(500);
    scan('A');
    await clock.advance(0);
    expect(asked).toEqual(['A', 'A']);
  });

  test.each([
    ['rejects', () => Promise.reject(new Error('no code is like secret'))],
    [
      'throws',
      () => {
        throw new Error('no code is like secret');
      },
    ],
  ])('asking that %s costs that scan its verdict, but not the next one', async (_how, answer) => {
    const { clock, scan, verdicts, answerNext, logger } = door();
    answerNext(answer);
    scan('A');
    scan('B');
    await clock.advance(0);
    expect(verdicts.map(({ kind }) => kind)).toEqual(['undecided', 'admit']);
    expect(logger.lines.join()).toContain('unforeseen');
    expect(logger.lines.join(), 'what was thrown may quote the barcode').not.toContain('secret');
  });

  test('a scan is asked about with what the door was open for when it came', async () => {
    const clock = new FakeClock();
    const filters: unknown[] = [];
    const admission = new Admission({
      ask: (_code, filter) => {
        filters.push(filter);
        return Promise.resolve(ADMITTED);
      },
      clock,
      timings: ADMISSION_TIMINGS,
      logger: new RecordingLogger(),
      onVerdict: () => undefined,
      onOverdue: () => undefined,
      onWaiting: () => undefined,
    });
    admission.take(
      { code: 'A', source: 'wedge', at: clock.now() },
      { clientId: 1, performanceId: 7 },
    );
    admission.take({ code: 'B', source: 'wedge', at: clock.now() }, { clientId: 2 });
    await clock.advance(0);
    expect(filters).toEqual([{ clientId: 1, performanceId: 7 }, { clientId: 2 }]);
  });
});
