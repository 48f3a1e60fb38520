import { beforeEach, expect, test } from 'vitest';
import { PART_TIMEOUT } from '#main/scanners/hid/code-assembler.ts';
import { HidSource, LIST_EVERY } from '#main/scanners/hid/source.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { Plugged } from './plugged.ts';
import { report, reportsOf } from './reports.ts';

let clock: FakeClock;
let plugged: Plugged;
let read: string[];
let logger: RecordingLogger;
let source: HidSource;

beforeEach(() => {
  clock = new FakeClock();
  plugged = new Plugged();
  read = [];
  logger = new RecordingLogger();
  source = new HidSource(plugged, {
    clock,
    logger,
    onReading: ({ code, device }) => read.push(`${device}: ${code}`),
    onChange: () => undefined,
  });
});

const states = () => source.health().map(({ name, state }) => `${name}: ${state.type}`);
const code = (text: string) => reportsOf('two-byte-count', text);
const half = [report('two-byte-count', 'HALF', { goesOn: true })];

test('a scanner is found by looking every two seconds, and at once where the system says so', async () => {
  source.start();
  await clock.advance(0);
  plugged.plugIn();
  await clock.advance(LIST_EVERY);
  expect(states()).toEqual(['Honeywell 1900: ready']);
  plugged.plugIn({ path: 'b', vendor: 0x05e0, name: 'Zebra' });
  plugged.hint();
  await clock.advance(0);
  expect(states()).toEqual(['Honeywell 1900: ready', 'Zebra: ready']);
});

test('unplugged in the middle of a code, it is gone; plugged in again, it is the same one', async () => {
  plugged.plugIn();
  source.start();
  await clock.advance(0);
  plugged.send('a', half);
  plugged.unplug('a');
  expect(source.health()).toMatchObject([{ state: { type: 'gone' }, codes: 0, garbled: 1 }]);
  plugged.plugIn({ path: 'b' });
  await clock.advance(LIST_EVERY);
  plugged.send('b', code('AGAIN'));
  expect(read).toEqual(['Honeywell 1900: AGAIN']);
  expect(source.health()).toMatchObject([{ state: { type: 'ready' }, codes: 1, garbled: 1 }]);
});

test('two of one model are named apart, and their codes do not mix', async () => {
  plugged.plugIn();
  plugged.plugIn({ path: 'b' });
  source.start();
  await clock.advance(0);
  const [first = [], second = []] = ['A', 'B'].map((letter) => code(letter.repeat(60)));
  plugged.send('a', first.slice(0, 1));
  plugged.send('b', second);
  plugged.send('a', first.slice(1));
  expect(read).toEqual([
    `Honeywell 1900 (2): ${'B'.repeat(60)}`,
    `Honeywell 1900: ${'A'.repeat(60)}`,
  ]);
});

test('a half code is given up when its next part is late', async () => {
  plugged.plugIn();
  source.start();
  await clock.advance(0);
  plugged.send('a', half);
  await clock.advance(PART_TIMEOUT);
  plugged.send('a', code('NEXT'));
  expect(read).toEqual(['Honeywell 1900: NEXT']);
  expect(source.health()).toMatchObject([{ codes: 1, garbled: 1 }]);
  expect(logger.lines.join()).not.toMatch(/NEXT|HALF/);
});

test.each(['no-permission', 'in-use'] as const)('%s: said, and tried again', async (type) => {
  plugged.plugIn();
  plugged.refusal = { type };
  source.start();
  await clock.advance(0);
  expect(states()).toEqual([`Honeywell 1900: ${type}`]);
  plugged.refusal = null;
  await clock.advance(LIST_EVERY);
  expect(states()).toEqual(['Honeywell 1900: ready']);
});

test('a scanner set up as a keyboard is said to be one; a keyboard is not', async () => {
  plugged.plugIn({ usagePage: 1, usage: 6 });
  plugged.plugIn({ path: 'b', vendor: 0x046d, usagePage: 1, usage: 6 });
  source.start();
  await clock.advance(0);
  expect(states()).toEqual(['Honeywell 1900: keyboard-mode']);
});

test('three reports in a row that nobody can read, and it is unreadable until it sends a code', async () => {
  plugged.plugIn();
  source.start();
  await clock.advance(0);
  const bad = report('two-byte-count', 'X', { aim: 'XYZ' });
  plugged.send('a', [bad, bad]);
  expect(states()).toEqual(['Honeywell 1900: ready']);
  plugged.send('a', [bad]);
  expect(states()).toEqual(['Honeywell 1900: unreadable']);
  plugged.send('a', code('GOOD'));
  expect(states()).toEqual(['Honeywell 1900: ready']);
});

test('after the machine has slept every scanner is opened anew; stopped, none is open', async () => {
  plugged.plugIn();
  source.start();
  await clock.advance(0);
  const before = plugged.opened.get('a');
  source.resume();
  await clock.advance(0);
  expect(plugged.opened.has('a')).toBe(true);
  expect(plugged.opened.get('a')).not.toBe(before);
  await source.stop();
  expect(plugged.opened.size).toBe(0);
});
