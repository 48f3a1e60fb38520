import type { BoxOfficeProcess } from '#main/rehearsal/demo/box-office-process.ts';
import { forkNodeProcess } from '#main/rehearsal/demo/node-process.ts';
import { LONGEST_START, LONGEST_STOP, startDemo } from '#main/rehearsal/demo/start-demo.ts';
import { err } from '#shared/result.ts';
import { eventually } from '#tests/support/eventually.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';

const standIn = join(import.meta.dirname, 'stand-in.ts');

afterEach(() => vi.unstubAllEnvs());

/** Starts the demo with a box office of the given manner, in a real process. */
function demo(manner: string, entry = standIn, signal?: AbortSignal) {
  vi.stubEnv('STAND_IN', manner);
  const clock = new FakeClock();
  const ends: string[] = [];
  const fork = (): BoxOfficeProcess => {
    const process = forkNodeProcess(entry)();
    process.onEnd(() => ends.push('ended'));
    return process;
  };
  const parts = { fork, clock, logger: new RecordingLogger(), ...(signal && { signal }) };
  return { clock, ends, starting: startDemo(parts) };
}

test('the demo tells where its box office listens and what there is to try', async () => {
  const { starting, ends } = demo('good');
  const started = await starting;
  if (!started.ok) throw new Error('the demo did not start');
  expect(started.value.baseUrl).toBe('http://127.0.0.1:4711');
  expect(started.value.guide.tickets).toEqual([{ barcode: '4711', kind: 'valid' }]);
  expect(ends).toEqual([]);
  await started.value.stop();
  expect(ends).toEqual(['ended']);
});

test('a box office that ends by itself is missed, and one that was stopped is not', async () => {
  vi.stubEnv('STAND_IN', 'good');
  const processes: BoxOfficeProcess[] = [];
  let losses = 0;
  const start = () =>
    startDemo({
      fork() {
        const process = forkNodeProcess(standIn)();
        processes.push(process);
        return process;
      },
      clock: new FakeClock(),
      logger: new RecordingLogger(),
      onLoss: () => (losses += 1),
    });
  const stopped = await start();
  if (!stopped.ok) throw new Error('the demo did not start');
  await stopped.value.stop();
  expect(losses).toBe(0);
  await start();
  processes.at(-1)?.kill();
  await eventually(() => expect(losses).toBe(1));
});

test('a box office that does not heed the word to stop is killed', async () => {
  const { starting, ends, clock } = demo('deaf to stop');
  const started = await starting;
  if (!started.ok) throw new Error('the demo did not start');
  const stopping = started.value.stop();
  await clock.advance(LONGEST_STOP);
  await stopping;
  await eventually(() => expect(ends).toEqual(['ended']));
});

test.each(['broken', 'somewhere else', 'another language'])(
  'a box office that is %s is a failed demo, and is not left behind',
  async (manner) => {
    const { starting, ends } = demo(manner);
    expect(await starting).toEqual(err('demo-failed'));
    await eventually(() => expect(ends).toEqual(['ended']));
  },
);

test('a box office that never listens is given up after a while', async () => {
  const { starting, ends, clock } = demo('silent');
  await clock.advance(LONGEST_START);
  expect(await starting).toEqual(err('demo-failed'));
  await eventually(() => expect(ends).toEqual(['ended']));
});

test('a box office that was never built is a failed demo', async () => {
  const { starting } = demo('good', join(import.meta.dirname, 'missing.js'));
  expect(await starting).toEqual(err('demo-failed'));
});

test('a box office that nobody waits for any more is not left behind', async () => {
  const callOff = new AbortController();
  const { starting, ends } = demo('silent', standIn, callOff.signal);
  callOff.abort();
  expect(await starting).toEqual(err('demo-failed'));
  await eventually(() => expect(ends).toEqual(['ended']));
});
