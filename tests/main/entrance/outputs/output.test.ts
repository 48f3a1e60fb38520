import { expect, test } from 'vitest';
import { OUTPUT_TIMINGS } from '#main/entrance/outputs/timings.ts';
import { err, ok } from '#shared/result.ts';
import { Coil, outputOf } from './coil.ts';

async function openOutput(options?: Parameters<typeof outputOf>[1]) {
  const opened = await outputOf(Coil, options);
  // What a kiosk that was killed in the middle of a pulse has left.
  opened.coil.told.length = 0;
  return opened;
}

test('an output is on for its pulse, and off again', async () => {
  const { clock, coil, output } = await openOutput();
  output.command({ verdict: 'admit' });
  await clock.advance(499);
  expect(coil.told).toEqual([[0, 'on for admit']]);
  await clock.advance(1);
  expect(coil.told).toEqual([
    [0, 'on for admit'],
    [500, 'off'],
  ]);
  expect(output.state).toMatchObject({ condition: { type: 'ready' }, commands: 1, dropped: 0 });
});

test('what a kiosk that was killed has left on is switched off at its next start', async () => {
  const { coil } = await outputOf(Coil);
  expect(coil.told).toEqual([[0, 'off']]);
});

test('of guests who come during a pulse the last one waits, and the others are said to be dropped', async () => {
  const { clock, coil, logger, output } = await openOutput();
  output.command({ verdict: 'admit' });
  await clock.advance(100);
  output.command({ verdict: 'admit' });
  output.command({ verdict: 'admit' });
  await clock.advance(2_000);
  expect(coil.told.filter(([, what]) => what.startsWith('on'))).toEqual([
    [0, 'on for admit'],
    [500, 'on for admit'],
  ]);
  expect(output.state).toMatchObject({ commands: 2, dropped: 1 });
  expect(logger.lines.filter((line) => line.includes('was dropped'))).toHaveLength(1);
});

test('a pulse of ten seconds ends early for the next guest, who gets one of their own in time', async () => {
  const { clock, coil, output } = await openOutput({ pulse: 10_000 });
  output.command({ verdict: 'admit' });
  await clock.advance(100);
  output.command({ verdict: 'admit' });
  await clock.advance(399);
  expect(coil.told, 'half a second is the first guest’s').toHaveLength(1);
  await clock.advance(1);
  expect(coil.told).toEqual([
    [0, 'on for admit'],
    [500, 'off'],
    [500, 'on for admit'],
  ]);
  await clock.advance(3_000);
  output.command({ verdict: 'admit' });
  await clock.advance(0);
  expect(coil.told.slice(3)).toEqual([
    [3_500, 'off'],
    [3_500, 'on for admit'],
  ]);
  await clock.advance(20_000);
  expect(coil.told.at(-1)).toEqual([13_500, 'off']);
  expect(output.state).toMatchObject({ commands: 3, dropped: 0 });
});

test('of a device that is slow to switch on, too, the first guest has half a second, and the next is not forgotten', async () => {
  const { clock, coil, output } = await openOutput({ pulse: 10_000 });
  coil.takes = 700;
  output.command({ verdict: 'admit' });
  await clock.advance(20);
  output.command({ verdict: 'admit' });
  await clock.advance(700 + 500 + 700 + 700);
  expect(coil.told).toEqual([
    [0, 'on for admit'],
    [1_200, 'off'],
    [1_900, 'on for admit'],
  ]);
  expect(output.state).toMatchObject({ dropped: 0 });
});

test('a command that had to wait for more than two seconds is dropped, and never made up for', async () => {
  const { clock, coil, output } = await openOutput();
  coil.answer = 'none';
  output.command({ verdict: 'admit' });
  await clock.advance(0);
  output.command({ verdict: 'admit' });
  // One second for it to be switched on, another to be switched off: then it answers again.
  await clock.advance(1_999);
  coil.answer = ok(null);
  await clock.advance(60_000);
  expect(coil.told.filter(([, what]) => what.startsWith('on'))).toHaveLength(2);

  coil.told.length = 0;
  coil.answer = 'none';
  output.command({ verdict: 'admit' });
  await clock.advance(0);
  output.command({ verdict: 'admit' });
  clock.sleep(2_001);
  await clock.advance(5_000);
  expect(coil.told.filter(([, what]) => what.startsWith('on'))).toHaveLength(1);
  expect(output.state).toMatchObject({ dropped: 1 });
});

test('a device that never answers is not told to switch on again, but to switch off until it does', async () => {
  const { clock, coil, output } = await openOutput();
  coil.answer = 'none';
  output.command({ verdict: 'admit' });
  await clock.advance(10_000);
  expect(coil.told.filter(([, what]) => what.startsWith('on'))).toHaveLength(1);
  expect(coil.told.filter(([, what]) => what === 'off').length).toBeGreaterThan(2);
  expect(output.state.condition).toMatchObject({ type: 'failing', why: 'timeout' });
  coil.answer = ok(null);
  await clock.advance(OUTPUT_TIMINGS.again);
  expect(coil.told.at(-1)?.[1]).toBe('off');
  expect(output.state.condition).toEqual({ type: 'ready' });
});

test('a relay that is unplugged in the middle of a pulse is off as soon as it is back', async () => {
  const { clock, coil, output } = await openOutput();
  output.command({ verdict: 'admit' });
  await clock.advance(250);
  coil.answer = err('gone');
  await clock.advance(5_000);
  expect(output.state.condition).toMatchObject({ type: 'failing', why: 'gone' });
  coil.answer = ok(null);
  await clock.advance(OUTPUT_TIMINGS.again);
  expect(coil.told.at(-1)?.[1]).toBe('off');
  expect(coil.told.filter(([, what]) => what.startsWith('on'))).toHaveLength(1);
  expect(output.state.condition).toEqual({ type: 'ready' });
});

test('a kiosk that ends in the middle of a pulse switches off first, and nothing on after that', async () => {
  const { clock, coil, output } = await openOutput();
  output.command({ verdict: 'admit' });
  await clock.advance(100);
  output.command({ verdict: 'admit' });
  const stopped = output.stop();
  output.command({ verdict: 'admit' });
  await clock.advance(10_000);
  await stopped;
  expect(coil.told).toEqual([
    [0, 'on for admit'],
    [100, 'off'],
  ]);
});

/** A device that writes down when it was switched off, and when it was let go of. */
class SlowCoil extends Coil {
  readonly ended: string[] = [];
  override readonly takes = 700;
  override off = async () => {
    const done = await this.take(this.answer, this.takes);
    this.ended.push('off');
    return done;
  };
  override close = () => {
    this.ended.push('closed');
    return Promise.resolve();
  };
}

test('closes its device only after that has switched off', async () => {
  const { clock, coil, output } = await outputOf(SlowCoil);
  await clock.advance(700);
  coil.ended.length = 0;
  output.command({ verdict: 'admit' });
  await clock.advance(700 + 100);
  const stopped = output.stop();
  await clock.advance(699);
  expect(coil.ended, 'it is being switched off').toEqual([]);
  await clock.advance(1);
  await stopped;
  expect(coil.ended).toEqual(['off', 'closed']);
});

test('a device that nobody uses is looked at, so that a dead one is known before the first guest', async () => {
  const { clock, coil, output } = await openOutput();
  coil.answer = err('unreachable');
  await clock.advance(OUTPUT_TIMINGS.look);
  expect(coil.told).toEqual([[OUTPUT_TIMINGS.look, 'look']]);
  expect(output.state.condition).toMatchObject({
    ...{ type: 'failing', why: 'unreachable', since: clock.now() },
  });
});

test('a rehearsal says what it would have done, and does nothing', async () => {
  const { clock, coil, logger, output } = await openOutput({ isRehearsal: true });
  output.command({ verdict: 'admit' });
  await clock.advance(5_000);
  expect(coil.told).toEqual([]);
  expect(output.state).toMatchObject({ commands: 1, condition: { type: 'untried' } });
  expect(logger.lines.join()).toContain('an output would have been switched');
});
