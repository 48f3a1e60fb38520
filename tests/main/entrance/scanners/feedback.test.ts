import { beforeEach, expect, test } from 'vitest';
import { FEEDBACK_LATEST } from '#main/entrance/scanners/feedback.ts';
import { FEEDBACK_PULSE } from '#main/entrance/scanners/hid/feedback-device.ts';
import { HidSource, LIST_EVERY } from '#main/entrance/scanners/hid/source.ts';
import type { FeedbackSignal } from '#shared/model/scanner-feedback.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import {
  LIGHTS,
  REAL_BAD,
  REAL_GOOD,
  REAL_SCANNER,
  scannerThatOffers,
} from './hid/feedback-descriptors.ts';
import { Plugged } from './hid/plugged.ts';
import { reportsOf, scannerDescriptor } from './hid/reports.ts';

let clock: FakeClock;
let plugged: Plugged;
let logger: RecordingLogger;
let read: string[];
let source: HidSource;

beforeEach(() => {
  clock = new FakeClock();
  plugged = new Plugged();
  logger = new RecordingLogger();
  read = [];
  source = new HidSource(plugged, {
    clock,
    logger,
    onReading: ({ code }) => read.push(code),
    onMissed: () => undefined,
    onBytes: () => undefined,
    onChange: () => undefined,
  });
});

/** Starts the source with one scanner at `a`, of which the system knows this; null: nothing. */
async function start(descriptor: Uint8Array | null = REAL_SCANNER) {
  plugged.plugIn();
  if (descriptor !== null) plugged.descriptors.set('a', descriptor);
  source.start();
  await clock.advance(0);
}

const health = () => source.health()[0];
/** The verdict has gone to the screen, and the scanner's turn has come. */
const turn = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));
/** Gives a signal, and lets its turn come; returns what became of it as it comes. */
async function give(signal: FeedbackSignal) {
  const ends: boolean[] = [];
  source.feedbackOf(health()?.id ?? '')?.give(signal, (isShown) => ends.push(isShown));
  await turn();
  return ends;
}
const told = () => plugged.outputs.map(({ report }) => report);
const complaints = () => logger.lines.filter((line) => line.includes('did not show a verdict'));
/** A device that takes a report and does not answer; returns how to let it answer. */
function hang(): () => void {
  let answer = (): void => undefined;
  plugged.taking = new Promise((resolve) => (answer = resolve));
  return () => {
    answer();
    plugged.taking = Promise.resolve();
  };
}

test('a scanner says what it can show, and shows each verdict once', async () => {
  await start();
  expect(health()?.feedback).toEqual({
    type: 'able',
    signals: ['good', 'bad'],
    isFailing: false,
  });
  expect(await give('good')).toEqual([true]);
  expect(await give('bad')).toEqual([true]);
  expect(told()).toEqual([REAL_GOOD, REAL_BAD]);
  await clock.advance(FEEDBACK_LATEST + FEEDBACK_PULSE);
  expect(told()).toHaveLength(2);
});

test('whoever gives a signal goes on before the device is told', async () => {
  await start();
  source.feedbackOf(health()?.id ?? '')?.give('good');
  expect(told()).toEqual([]);
  await turn();
  expect(told()).toEqual([REAL_GOOD]);
});

test.each([
  ['offers none', scannerDescriptor('one-byte-count'), { type: 'none' }],
  ['nothing is known', null, { type: 'unknown' }],
])('a scanner that %s is told nothing', async (_what, descriptor, feedback) => {
  await start(descriptor);
  expect(health()?.feedback).toEqual(feedback);
  await give('good');
  await give('bad');
  expect([plugged.outputs, plugged.features]).toEqual([[], []]);
});

test('a light goes out a moment later; for the next guest it changes at once, and stays for as long', async () => {
  await start(scannerThatOffers(LIGHTS));
  await give('good');
  await clock.advance(FEEDBACK_PULSE - 100);
  await give('bad');
  expect(told()).toEqual([
    [5, 0b10],
    [5, 0b01],
  ]);
  await clock.advance(FEEDBACK_PULSE - 100);
  expect(told()).toHaveLength(2);
  await clock.advance(100);
  expect(told().at(-1)).toEqual([5, 0]);
  expect(told()).toHaveLength(3);
});

test('a scanner that is let go of with its light on is dark afterwards', async () => {
  await start(scannerThatOffers(LIGHTS));
  await give('good');
  await source.stop();
  expect(told().at(-1)).toEqual([5, 0]);
});

test('a scanner that hangs is told nothing more, is said once to do so, and still reads', async () => {
  await start();
  hang();
  const first = await give('good');
  const second = await give('bad');
  const third = await give('good');
  plugged.send('a', reportsOf('one-byte-count', 'NEXT GUEST'));
  expect(read).toEqual(['NEXT GUEST']);
  // The third took the second's place.
  expect([first, second, third]).toEqual([[], [true], []]);
  await clock.advance(FEEDBACK_LATEST);
  expect([first, third]).toEqual([[false], [false]]);
  await give('bad');
  await clock.advance(FEEDBACK_LATEST);
  expect(told()).toEqual([REAL_GOOD]);
  expect(health()).toMatchObject({ state: { type: 'ready' }, feedback: { isFailing: true } });
  expect(complaints()).toHaveLength(1);
});

test('what a scanner that hung for too long missed is not made up for; then it shows verdicts again', async () => {
  await start();
  const answer = hang();
  await give('good');
  await clock.advance(FEEDBACK_LATEST);
  answer();
  await turn();
  expect(told()).toEqual([REAL_GOOD]);
  expect(await give('bad')).toEqual([true]);
  expect(told()).toEqual([REAL_GOOD, REAL_BAD]);
  expect(health()?.feedback).toMatchObject({ isFailing: false });
});

test('the verdict that waits behind another is shown when that one is', async () => {
  await start();
  const answer = hang();
  await give('good');
  const second = await give('bad');
  answer();
  await turn();
  expect(second).toEqual([true]);
  expect(told()).toEqual([REAL_GOOD, REAL_BAD]);
});

test('one that was unplugged shows nothing, and the next verdict when it is back', async () => {
  await start();
  plugged.unplug('a');
  await clock.advance(0);
  expect(source.feedbackOf(health()?.id ?? '')).toBeNull();
  expect(health()?.feedback).toBeUndefined();
  plugged.plugIn();
  await clock.advance(LIST_EVERY);
  await give('good');
  expect(told()).toEqual([REAL_GOOD]);
});

test('one that is pulled out while it is told leaves nobody waiting', async () => {
  await start();
  hang();
  const first = await give('good');
  const second = await give('bad');
  plugged.unplug('a');
  expect([first, second]).toEqual([[false], [false]]);
  await clock.advance(FEEDBACK_LATEST);
  expect(complaints()).toEqual([]);
});
