import { RestingAudio, RESTS_AFTER } from '#renderer/lib/sound/resting-audio.ts';
import { createSoundPlayer } from '#renderer/lib/sound/sound.ts';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

beforeEach(async () => {
  // The browser holds sounds back until somebody has touched the page.
  await userEvent.click(document.body);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => vi.useRealTimers());

/** Resolves when the device is open. */
async function open() {
  const context = new AudioContext();
  onTestFinished(() => context.close());
  const audio = new RestingAudio(context);
  await becomes(context, 'running');
  return { context, audio };
}

function becomes(context: AudioContext | undefined, state: AudioContextState): Promise<void> {
  return vi.waitFor(() => expect(context?.state).toBe(state));
}

test('an open device rests when nothing has sounded for a minute, and not a moment before', async () => {
  const { context, audio } = await open();
  vi.advanceTimersByTime(RESTS_AFTER - 1);
  audio.wake();
  vi.advanceTimersByTime(RESTS_AFTER - 1);
  await audio.wake().resume();
  expect(context.state).toBe('running');
  vi.advanceTimersByTime(RESTS_AFTER);
  await becomes(context, 'suspended');
});

test('the next sound opens it again, and is heard whole', async () => {
  const contexts: AudioContext[] = [];
  const ended = vi.fn();
  class Heard extends AudioContext {
    constructor() {
      super();
      contexts.push(this);
    }
    override createOscillator() {
      const oscillator = super.createOscillator();
      oscillator.addEventListener('ended', ended);
      return oscillator;
    }
  }
  const player = createSoundPlayer(Heard);
  player.prepare();
  const [context] = contexts;
  onTestFinished(() => context?.close());
  await becomes(context, 'running');
  vi.advanceTimersByTime(RESTS_AFTER);
  await becomes(context, 'suspended');
  const rested = context?.currentTime ?? NaN;
  player.play('checked', 0.1);
  await vi.waitFor(() => expect(ended).toHaveBeenCalledOnce());
  // Its clock stood still meanwhile.
  expect(context?.currentTime).toBeGreaterThanOrEqual(rested + 0.1);
  expect(context?.state).toBe('running');
});

test('a sound at the moment at which it goes to rest is not lost', async () => {
  const { context, audio } = await open();
  vi.advanceTimersByTime(RESTS_AFTER);
  audio.wake();
  const heard = vi.fn();
  const source = context.createConstantSource();
  source.addEventListener('ended', heard);
  source.start(0);
  source.stop(context.currentTime + 0.1);
  await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce());
});

test('while it rests, nobody holds it back', async () => {
  const { context, audio } = await open();
  vi.advanceTimersByTime(RESTS_AFTER);
  await becomes(context, 'suspended');
  expect(audio.isHeldBack).toBe(false);
});

test('what the browser holds back does not rest', async () => {
  const { context, audio } = await open();
  await context.suspend();
  vi.advanceTimersByTime(RESTS_AFTER);
  expect(audio.isHeldBack).toBe(true);
});
