import { expect, test } from 'vitest';
import type { Output } from '#main/entrance/outputs/output.ts';
import { err } from '#shared/result.ts';
import { outputOf, Turnstile } from './coil.ts';

const admit = (output: Output, entryId: string, isAgain = false) =>
  output.command({ verdict: 'admit', release: { entryId, isAgain } });

async function openGate(options?: Parameters<typeof outputOf>[1]) {
  const { coil: gate, ...opened } = await outputOf(Turnstile, options);
  gate.told.length = 0;
  return { gate, ...opened };
}

test('a guest who goes through is counted, and the gate does not open for the ticket again', async () => {
  const { clock, gate, output } = await openGate();
  gate.goesThroughAt(1_500);
  admit(output, 'A');
  await clock.advance(20_000);
  const counts = { count: 1, passed: 1, notPassed: 0, isFaulty: false, isUnread: false };
  expect(output.state.releases).toEqual(counts);
  expect(output.mayOpenAgain('A')).toBe(false);
  expect(Math.max(...gate.read), 'then nobody is awaited').toBeLessThan(1_700);
});

test('a gate that nobody goes through within its time opens again for the same admission: once, and within a minute', async () => {
  const { clock, gate, output } = await openGate();
  admit(output, 'A');
  await clock.advance(7_900);
  expect(output.mayOpenAgain('A'), 'it is still open').toBe(false);
  await clock.advance(300);
  expect(output.mayOpenAgain('A')).toBe(true);
  expect(output.mayOpenAgain('B')).toBe(false);
  expect(output.state.releases).toMatchObject({ count: 1, passed: 0, notPassed: 1 });
  await clock.advance(60_000 - 8_200);
  expect(output.mayOpenAgain('A')).toBe(true);
  await clock.advance(1);
  expect(output.mayOpenAgain('A'), 'a minute is over').toBe(false);
  await clock.advance(200);
  const reading = gate.read.length;
  await clock.advance(60_000);
  expect(gate.read.length, 'nobody is awaited').toBe(reading);

  admit(output, 'B');
  await clock.advance(9_000);
  expect(output.mayOpenAgain('B')).toBe(true);
  admit(output, 'B', true);
  await clock.advance(9_000);
  expect(output.mayOpenAgain('B'), 'not a third time').toBe(false);
});

test.each(['another guest', 'a way out', 'a test'])(
  'a gate that was opened for %s since does not open again for the one before',
  async (whom) => {
    const { clock, output } = await openGate();
    admit(output, 'A');
    await clock.advance(9_000);
    expect(output.mayOpenAgain('A')).toBe(true);
    if (whom === 'another guest') admit(output, 'B');
    else output.command({ verdict: whom === 'a test' ? null : 'exit' });
    expect(output.mayOpenAgain('A'), 'from the command on').toBe(false);
    await clock.advance(20_000);
    expect(output.mayOpenAgain('A')).toBe(false);
  },
);

test('a guest who took too long and went through all the same is counted, and the gate does not open again', async () => {
  const { clock, gate, output } = await openGate();
  gate.goesThroughAt(12_000);
  admit(output, 'A');
  await clock.advance(11_000);
  expect(output.mayOpenAgain('A')).toBe(true);
  await clock.advance(2_000);
  expect(output.mayOpenAgain('A')).toBe(false);
  expect(output.state.releases).toMatchObject({ count: 1, passed: 1, notPassed: 0 });
});

test('of two guests for whom it opened one goes through: which of them is not known, and it opens for neither again', async () => {
  const { clock, gate, output } = await openGate();
  admit(output, 'A');
  await clock.advance(1_000);
  admit(output, 'B');
  gate.goesThroughAt(2_000);
  await clock.advance(20_000);
  expect(output.state.releases).toMatchObject({ count: 2, passed: 1, notPassed: 0 });
  expect(output.mayOpenAgain('A') || output.mayOpenAgain('B')).toBe(false);
});

test('two guests who go through one behind the other are two', async () => {
  const { clock, gate, output } = await openGate();
  admit(output, 'A');
  await clock.advance(1_000);
  admit(output, 'B');
  gate.goesThroughAt(1_500, 3_000);
  await clock.advance(20_000);
  expect(output.state.releases).toMatchObject({ count: 2, passed: 2 });
});

test('an input that flaps lets no gate open again, and counts no more guests than it opened for', async () => {
  const { clock, gate, output } = await openGate();
  gate.level = (at) => Math.floor(at / 100) % 2 === 0;
  for (const guest of ['A', 'B', 'C']) {
    admit(output, guest);
    await clock.advance(9_000);
    expect(output.mayOpenAgain(guest)).toBe(false);
  }
  expect(output.state.releases).toMatchObject({ count: 3, passed: 3 });
});

test.each<[string, Turnstile['trouble']]>([
  ['does not answer', 'none'],
  ['fails', err('unreachable')],
  ['answers for another unit', err('odd-answer')],
])(
  'an input that %s in between proves nothing: the gate does not open again',
  async (_, trouble) => {
    const { clock, gate, output } = await openGate();
    admit(output, 'A');
    await clock.advance(4_000);
    gate.trouble = trouble;
    await clock.advance(250);
    gate.trouble = null;
    const reading = gate.read.length;
    await clock.advance(20_000);
    expect(output.mayOpenAgain('A')).toBe(false);
    expect(gate.read.length, 'and it is left alone until the next guest').toBe(reading);
    expect(output.state.releases).toMatchObject({ count: 1, passed: 0, notPassed: 0 });
    admit(output, 'B');
    await clock.advance(9_000);
    expect(output.mayOpenAgain('B'), 'the next guest is seen again').toBe(true);
  },
);

test('a machine that slept while a guest could go through knows nothing', async () => {
  const { clock, output } = await openGate();
  admit(output, 'A');
  await clock.advance(2_000);
  clock.sleep(30_000);
  await clock.advance(10_000);
  expect(output.mayOpenAgain('A')).toBe(false);
});

test('a gate that was not opened, or perhaps not, does not open again', async () => {
  const { clock, gate, output } = await openGate();
  gate.answer = err('refused');
  admit(output, 'A');
  await clock.advance(9_000);
  gate.answer = 'none';
  admit(output, 'B');
  await clock.advance(9_000);
  expect(output.mayOpenAgain('A') || output.mayOpenAgain('B')).toBe(false);
  expect(output.state.releases).toMatchObject({ count: 0 });
});

test('reading the input never meets a command, and delays none for longer than one reading may take', async () => {
  const { clock, gate, output } = await openGate();
  gate.inputTakes = 120;
  gate.takes = 20;
  admit(output, 'A');
  await clock.advance(3_000);
  const at = (gate.read.at(-1) ?? 0) + 220 - clock.passed;
  await clock.advance(at + 10);
  const told = clock.passed;
  admit(output, 'B');
  await clock.advance(2_000);
  const [opened = Infinity] = gate.told.findLast(([, what]) => what === 'on for admit') ?? [];
  expect(opened - told).toBeLessThanOrEqual(150);
  expect(gate.mostAtOnce).toBe(1);

  gate.trouble = 'none';
  await clock.advance(20_000);
  const silent = clock.passed;
  admit(output, 'C');
  await clock.advance(2_000);
  expect(gate.told.findLast(([, what]) => what === 'on for admit')?.[0]).toBe(silent);
});

test('an input that is not read in time for three guests in a row is told of, once, until it is read again', async () => {
  const { clock, gate, output, logger } = await openGate();
  const isUnread = () => output.state.releases?.isUnread;
  const said = () => logger.lines.filter((line) => line.includes('not read in time'));
  const guest = async (entryId: string) => {
    admit(output, entryId);
    await clock.advance(9_000);
  };
  // It answers what it is told, and when it is looked at; only too late while a guest may go through.
  gate.inputTakes = 200;
  for (const entryId of ['A', 'B']) await guest(entryId);
  expect(isUnread(), 'twice may be the network').toBe(false);
  for (const entryId of ['C', 'D', 'E']) await guest(entryId);
  expect(isUnread()).toBe(true);
  expect(output.state.condition).toEqual({ type: 'ready' });
  expect(said()).toHaveLength(1);
  expect(said()[0]).toMatch(/^warn /);
  expect(output.mayOpenAgain('E')).toBe(false);
  gate.inputTakes = 0;
  await guest('F');
  expect(isUnread()).toBe(false);
  expect(output.mayOpenAgain('F')).toBe(true);
  expect(said()).toHaveLength(1);
});

test('an input that is read for one guest and not for the next is no news', async () => {
  const { clock, gate, output } = await openGate();
  for (const takes of [200, 200, 0, 200, 200, 0]) {
    gate.inputTakes = takes;
    admit(output, `guest ${clock.passed}`);
    await clock.advance(9_000);
    expect(output.state.releases?.isUnread).toBe(false);
  }
});

test('a rehearsal reads nothing and opens nothing again', async () => {
  const { clock, gate, output } = await openGate({ isRehearsal: true });
  admit(output, 'A');
  await clock.advance(9_000);
  expect(gate.read).toEqual([]);
  expect(output.state.releases).toBeNull();
  expect(output.mayOpenAgain('A')).toBe(false);
});

test('an input that was faulty before the kiosk started again still counts for nothing', async () => {
  const { clock, output } = await openGate({ isInputFaulty: true });
  admit(output, 'A');
  await clock.advance(9_000);
  expect(output.mayOpenAgain('A')).toBe(false);
  output.noteLookedAt();
  admit(output, 'B');
  await clock.advance(9_000);
  expect(output.mayOpenAgain('B')).toBe(true);
});

test('a gate that is held open for longer than its guests have is not shut before', async () => {
  const { clock, output } = await openGate({ pulse: 10_000 });
  admit(output, 'A');
  await clock.advance(9_900);
  expect(output.mayOpenAgain('A'), 'it is open').toBe(false);
  await clock.advance(400);
  expect(output.mayOpenAgain('A')).toBe(true);
});
