import { beforeEach, expect, test } from 'vitest';
import { PART_TIMEOUT } from '#main/entrance/scanners/hid/code-assembler.ts';
import { HidSource, LIST_EVERY, MOST_SCANNERS } from '#main/entrance/scanners/hid/source.ts';
import type { ScannerState } from '#shared/model/scanner.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { Plugged } from './plugged.ts';
import { report, reportsOf } from './reports.ts';

let clock: FakeClock;
let plugged: Plugged;
let read: string[];
let missed: string[];
let bytes: string[];
let changes: number;
let logger: RecordingLogger;
let source: HidSource;

beforeEach(() => {
  clock = new FakeClock();
  plugged = new Plugged();
  read = [];
  missed = [];
  bytes = [];
  changes = 0;
  logger = new RecordingLogger();
  source = new HidSource(plugged, {
    clock,
    logger,
    onReading: ({ code, device }) => read.push(`${device}: ${code}`),
    onMissed: ({ reason, device }) => missed.push(`${device}: ${reason}`),
    onBytes: ({ bytes: raw, device }) => {
      bytes.push(`${device}: ${Buffer.from(raw).toString('hex')}`);
    },
    onChange: () => (changes += 1),
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
  expect(missed).toEqual(['Honeywell 1900: garbled']);
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
  expect(missed).toEqual(['Honeywell 1900: garbled']);
  plugged.send('a', code('NEXT'));
  expect(read).toEqual(['Honeywell 1900: NEXT']);
  expect(source.health()).toMatchObject([{ codes: 1, garbled: 1 }]);
  expect(logger.lines.join()).not.toMatch(/NEXT|HALF/);
});

test.each<ScannerState>([
  { type: 'no-permission', vendor: '0c2e' },
  { type: 'in-use' },
  { type: 'failed', detail: 'cannot open device' },
])('$type: said, and tried again', async (state) => {
  plugged.plugIn();
  plugged.refusal = state;
  source.start();
  await clock.advance(0);
  expect(source.health().map((scanner) => scanner.state)).toEqual([state]);
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

test('it is said to be let go of when it is, and not before', async () => {
  plugged.plugIn();
  source.start();
  await clock.advance(0);
  let closed = (): void => undefined;
  plugged.closing = new Promise((resolve) => (closed = resolve));
  const isSaid = () => logger.lines.some((line) => line.includes('let go of'));
  source.resume();
  await clock.advance(0);
  expect(isSaid()).toBe(false);
  closed();
  await clock.advance(0);
  expect(isSaid()).toBe(true);
  await source.stop();
});

test('every report is shown as it came, before it is understood', async () => {
  plugged.plugIn();
  source.start();
  await clock.advance(0);
  plugged.send('a', [Uint8Array.of(4, 1), ...code('A')]);
  expect(bytes).toEqual([
    'Honeywell 1900: 0401',
    `Honeywell 1900: 0201005d433041${'00'.repeat(57)}`,
  ]);
});

test('a code over 4,096 characters is said to be too long', async () => {
  plugged.plugIn();
  source.start();
  await clock.advance(0);
  plugged.send('a', code('7'.repeat(4097)));
  plugged.send('a', code('AFTER'));
  expect(missed).toEqual(['Honeywell 1900: too-long']);
  expect(read).toEqual(['Honeywell 1900: AFTER']);
});

test('reports that are no codes are counted apart, and are nothing that went wrong', async () => {
  plugged.plugIn();
  source.start();
  await clock.advance(0);
  const status = Uint8Array.of(0xf0, 1);
  plugged.send('a', [status, status, new Uint8Array(), status]);
  await clock.advance(PART_TIMEOUT);
  plugged.send('a', [...half, status]);
  await clock.advance(PART_TIMEOUT - 1);
  plugged.send('a', [report('two-byte-count', ' WHOLE')]);
  expect(read).toEqual(['Honeywell 1900: HALF WHOLE']);
  expect(missed).toEqual([]);
  expect(source.health()).toMatchObject([{ state: { type: 'ready' }, codes: 1, garbled: 0 }]);
  await source.stop();
  const others = logger.lines.filter((line) => /let go|other reports/.test(line));
  expect(others).toHaveLength(2);
  expect(others[1]).toContain('"otherReports":5');
});

test('a half code is given up 500 ms after its own last part, whatever else is reported', async () => {
  plugged.plugIn();
  source.start();
  await clock.advance(0);
  plugged.send('a', half);
  await clock.advance(PART_TIMEOUT / 2);
  plugged.send('a', [Uint8Array.of(4, 1)]);
  await clock.advance(PART_TIMEOUT / 2);
  expect(missed).toEqual(['Honeywell 1900: garbled']);
});

test('a scanner that saves power is asleep until it wakes, or sends a code', async () => {
  plugged.plugIn();
  source.start();
  await clock.advance(0);
  const inTwoSeconds = async (asleep: boolean) => {
    if (asleep) plugged.asleep.add('a');
    else plugged.asleep.delete('a');
    await clock.advance(LIST_EVERY);
    return states();
  };
  expect(await inTwoSeconds(true)).toEqual(['Honeywell 1900: asleep']);
  expect(await inTwoSeconds(false)).toEqual(['Honeywell 1900: ready']);
  expect(await inTwoSeconds(true)).toEqual(['Honeywell 1900: asleep']);
  plugged.send('a', code('AWAKE'));
  expect(states()).toEqual(['Honeywell 1900: ready']);
  expect(read).toEqual(['Honeywell 1900: AWAKE']);
});

test('one that nobody can read stays unreadable, asleep or not', async () => {
  plugged.plugIn();
  source.start();
  await clock.advance(0);
  const bad = report('two-byte-count', 'X', { aim: 'XYZ' });
  plugged.send('a', [bad, bad, bad]);
  plugged.asleep.add('a');
  await clock.advance(LIST_EVERY);
  expect(states()).toEqual(['Honeywell 1900: unreadable']);
});

test('one that nobody can read is gone when it is unplugged, with half a code', async () => {
  plugged.plugIn();
  source.start();
  await clock.advance(0);
  const bad = report('two-byte-count', 'X', { aim: 'XYZ' });
  plugged.send('a', [bad, bad, bad, ...half]);
  plugged.unplug('a');
  expect(states()).toEqual(['Honeywell 1900: gone']);
});

test('only a scanner that is gone can be forgotten; the next one of its kind is new', async () => {
  plugged.plugIn();
  plugged.plugIn({ path: 'b' });
  source.start();
  await clock.advance(0);
  const [first] = source.health();
  source.forget(first?.id ?? '');
  expect(states()).toEqual(['Honeywell 1900: ready', 'Honeywell 1900 (2): ready']);
  plugged.unplug('a');
  const before = changes;
  source.forget(first?.id ?? '');
  expect(states()).toEqual(['Honeywell 1900 (2): ready']);
  expect(changes).toBe(before + 1);
  source.forget('unknown');
  expect(changes).toBe(before + 1);
  plugged.plugIn({ path: 'c' });
  await clock.advance(LIST_EVERY);
  expect(states()).toEqual(['Honeywell 1900 (2): ready', 'Honeywell 1900: ready']);
  expect(new Set(source.health().map(({ id }) => id)).size).toBe(2);
});

test('without a list of devices nothing else breaks: it is logged once, and looked for again', async () => {
  plugged.unlisted = 'Cannot find module';
  source.start();
  await clock.advance(3 * LIST_EVERY);
  expect(source.health()).toEqual([]);
  expect(logger.lines).toEqual(['error No list of devices {"detail":"Cannot find module"}']);
  plugged.unlisted = null;
  plugged.plugIn();
  await clock.advance(LIST_EVERY);
  expect(states()).toEqual(['Honeywell 1900: ready']);
});

test('a device that comes back as another one each time fills no list; who is here stays', async () => {
  plugged.plugIn();
  source.start();
  await clock.advance(0);
  for (let time = 0; time < 200; time += 1) {
    plugged.plugIn({ path: 'b', serial: `${time}` });
    plugged.hint();
    await clock.advance(20);
    plugged.unplug('b');
  }
  expect(source.health()).toHaveLength(MOST_SCANNERS);
  expect(states()[0]).toBe('Honeywell 1900: ready');
  expect(source.health().at(-1)?.id).toContain('199');
});

test('a device that says that it is a thousand scanners is not opened a thousand times', async () => {
  plugged.plugIn();
  for (let each = 0; each < 1_000; each += 1) plugged.plugIn({ path: `b${each}` });
  source.start();
  await clock.advance(0);
  expect(plugged.opened.size).toBe(MOST_SCANNERS);
  expect(source.health()).toHaveLength(MOST_SCANNERS);
});

test('a name is what people can read, and no longer than a line', async () => {
  plugged.plugIn({ name: `\u202e<b>\0Ze\nbra${'x'.repeat(10_000)}` });
  source.start();
  await clock.advance(0);
  expect(source.health()[0]?.name).toMatch(/^<b>Zebrax{50,}$/);
  expect(source.health()[0]?.name.length).toBeLessThanOrEqual(100);
});
