import { RestingAudio } from '#renderer/lib/sound/resting-audio.ts';
import {
  watchSoundOutput,
  type Audio,
  type Devices,
  type SoundOutput,
} from '#renderer/lib/sound/sound-output.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

/** The machine's devices, which come and go. */
class FakeDevices extends EventTarget implements Devices {
  kinds: readonly MediaDeviceKind[];

  constructor(...kinds: readonly MediaDeviceKind[]) {
    super();
    this.kinds = kinds;
  }

  enumerateDevices(): Promise<MediaDeviceInfo[]> {
    const unnamed = { deviceId: '', groupId: '', label: '', toJSON: () => '' };
    return Promise.resolve(this.kinds.map((kind) => ({ ...unnamed, kind })));
  }

  change(...kinds: readonly MediaDeviceKind[]): void {
    this.kinds = kinds;
    this.dispatchEvent(new Event('devicechange'));
  }
}

/** Plays, and is held back, as the test says. */
class FakeAudio implements Audio {
  isHeldBack = false;
  readonly #listeners = new Set<() => void>();

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  holdBack(): void {
    this.isHeldBack = true;
    for (const listener of this.#listeners) listener();
  }
}

function watch(context: Audio | null, devices?: Devices) {
  const told: SoundOutput[] = [];
  const stop = watchSoundOutput(context, devices, (output) => told.push(output));
  onTestFinished(stop);
  return { stop, last: () => told.at(-1), told };
}

test('no audio at all', () => {
  expect(watch(null, new FakeDevices('audiooutput')).last()).toBe('none');
});

test('a machine without a speaker, until one is plugged in', async () => {
  const context = new FakeAudio();
  const devices = new FakeDevices('audioinput');
  const { last } = watch(context, devices);
  await vi.waitFor(() => expect(last()).toBe('none'));
  devices.change('audioinput', 'audiooutput');
  await vi.waitFor(() => expect(last()).toBe('there'));
  devices.change();
  await vi.waitFor(() => expect(last()).toBe('none'));
});

test('held back by the browser, until the page is touched', async () => {
  const context = new AudioContext();
  onTestFinished(() => context.close());
  // As the browser does, unless somebody has touched the page already.
  await context.suspend();
  const audio = new RestingAudio(context);
  const { last } = watch(audio, new FakeDevices('audiooutput'));
  await vi.waitFor(() => expect(last()).toBe('waiting'));
  await userEvent.click(document.body);
  audio.wake();
  await vi.waitFor(() => expect(last()).toBe('there'));
});

test('a page that may not ask for devices, or asks in vain, takes it that there is one', async () => {
  const context = new FakeAudio();
  const unasked = watch(context);
  await vi.waitFor(() => expect(unasked.last()).toBe('there'));
  const devices = new FakeDevices();
  devices.enumerateDevices = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  const { last } = watch(context, devices);
  await vi.waitFor(() => expect(last()).toBe('there'));
});

test('whoever looks no longer is told nothing', async () => {
  const context = new FakeAudio();
  const devices = new FakeDevices('audiooutput');
  const { stop, last, told } = watch(context, devices);
  await vi.waitFor(() => expect(last()).toBe('there'));
  stop();
  const before = told.length;
  devices.change();
  context.holdBack();
  expect(told).toHaveLength(before);
});
