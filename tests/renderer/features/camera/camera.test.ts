import { Camera } from '#renderer/features/camera/camera.svelte.ts';
import type { Seen, SeenCode } from '#renderer/lib/camera/seen.ts';
import type { CameraReport } from '#shared/model/camera.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { expect, onTestFinished, test } from 'vitest';

const NAME = 'HD Webcam (046d:0825)';
const TICKET: SeenCode = { text: 'T-1', symbology: 'Q1', isLinear: false, offCentre: 0 };

/** A camera that was opened: a stream of a canvas, as real as a page can make one. */
function newStream(label: string): MediaStream {
  const canvas = document.createElement('canvas');
  canvas.getContext('2d');
  const stream = canvas.captureStream(0);
  for (const track of stream.getTracks()) Object.defineProperty(track, 'label', { value: label });
  return stream;
}

/** A machine with these cameras; what is before them, and what goes wrong, is said by the test. */
function machineWith(
  cameras: readonly { id: string; label: string }[] = [{ id: 'a', label: NAME }],
) {
  const clock = new FakeClock();
  const streams: MediaStream[] = [];
  const asked: (MediaTrackConstraints | boolean | undefined)[] = [];
  const scans: string[] = [];
  const reports: (CameraReport | null)[] = [];
  const readers = { made: 0, closed: 0 };
  const world = {
    /** Why no camera can be opened; null: it can. */
    refuses: null as string | null,
    /** What the reader answers to a picture; null: it never does. */
    read: (): Result<Seen, string> | null => ok({ codes: [], light: 0.5 }),
    picture: (): Promise<ImageBitmap | null> => createImageBitmap(new ImageData(1, 1)),
    startsReader: (): void => undefined,
    /** Resolves when the browser gives a camera, or does not. */
    asks: (): Promise<void> => Promise.resolve(),
    areNamed: true,
  };
  const camera = new Camera({
    devices: {
      getUserMedia: async (constraints) => {
        asked.push(constraints?.video);
        await world.asks();
        if (world.refuses !== null) throw new DOMException('', world.refuses);
        const video = constraints?.video as MediaTrackConstraints;
        const { exact } = (video.deviceId ?? {}) as ConstrainDOMStringParameters;
        const one = cameras.find(({ id }) => exact === undefined || id === exact);
        const stream = newStream(one?.label ?? '');
        streams.push(stream);
        world.areNamed = true;
        return stream;
      },
      enumerateDevices: () =>
        Promise.resolve(
          cameras.map(({ id, label }) => ({
            ...{ kind: 'videoinput', groupId: '', deviceId: world.areNamed ? id : '' },
            ...{ label: world.areNamed ? label : '', toJSON: () => '' },
          })) as MediaDeviceInfo[],
        ),
    },
    createReader() {
      world.startsReader();
      readers.made += 1;
      let end: ((answer: Result<Seen, string>) => void) | null = null;
      return {
        read: () =>
          new Promise((resolve) => {
            const answer = world.read();
            if (answer === null) end = resolve;
            else resolve(answer);
          }),
        close() {
          readers.closed += 1;
          end?.(err('AbortError'));
        },
      };
    },
    takePictures: () => ({ next: () => world.picture(), close: () => undefined }),
    clock,
    onScan: ({ text }) => scans.push(text),
    onReport: (report) => reports.push(report),
  });
  return { camera, clock, world, streams, asked, scans, reports, readers };
}

/** Starts it; it is stopped at the end of the test. */
function use({ camera }: ReturnType<typeof machineWith>, wanted: string | null = null) {
  const stop = camera.start(wanted);
  onTestFinished(stop);
  return stop;
}

const seconds = (count: number) => count * 1_000;
const active = (streams: readonly MediaStream[]) =>
  streams.filter((stream) => stream.active).length;

test.each<[string, (world: ReturnType<typeof machineWith>['world']) => void]>([
  ['the reader cannot be started', (world) => (world.startsReader = () => fail('SecurityError'))],
  ['no picture can be taken', (world) => (world.picture = () => Promise.reject(named('OddError')))],
  ['reading throws', (world) => (world.read = () => fail('OddError'))],
])('when %s the camera is let go of, it is said, and tried again', async (_what, breaks) => {
  const machine = machineWith();
  breaks(machine.world);
  use(machine);
  await machine.clock.advance(1_000);
  expect(machine.reports).toEqual([
    { name: '', state: { type: 'failed', detail: expect.stringMatching(/Error$/) as string } },
  ]);
  expect(machine.streams).toHaveLength(1);
  expect(active(machine.streams)).toBe(0);
  await machine.clock.advance(1_500);
  expect(machine.streams).toHaveLength(2);
});

test('it is ready when a picture was read, and not before', async () => {
  const machine = machineWith();
  machine.world.read = () => null;
  const stop = use(machine);
  await machine.clock.advance(seconds(2));
  expect(active(machine.streams)).toBe(1);
  expect(machine.reports).toEqual([]);
  stop();
  machine.world.read = () => ok({ codes: [], light: 0.5 });
  use(machine);
  await machine.clock.advance(seconds(2));
  expect(machine.reports).toEqual([null, { name: NAME, state: { type: 'ready' } }]);
});

test('a reader that is ended in the middle of a picture leaves nothing open', async () => {
  const machine = machineWith();
  machine.world.read = () => null;
  const stop = use(machine);
  await machine.clock.advance(seconds(1));
  stop();
  await machine.clock.advance(seconds(60));
  expect(active(machine.streams)).toBe(0);
  expect(machine.readers).toEqual({ made: 1, closed: 1 });
});

test('a camera whose picture never comes, since the graphics have gone, is opened anew', async () => {
  const machine = machineWith();
  let arrives = (_picture: ImageBitmap): void => undefined;
  machine.world.picture = () => new Promise((resolve) => (arrives = resolve));
  use(machine);
  await machine.clock.advance(seconds(5.5));
  expect(machine.reports).toEqual([{ name: '', state: { type: 'failed', detail: 'NoPicture' } }]);
  expect(active(machine.streams)).toBe(0);
  // It comes after all, and nobody needs it.
  const late = await createImageBitmap(new ImageData(1, 1));
  arrives(late);
  machine.world.picture = () => createImageBitmap(new ImageData(1, 1));
  await machine.clock.advance(seconds(3));
  expect(machine.reports.at(-1)).toEqual({ name: NAME, state: { type: 'ready' } });
  expect(late.width, 'a picture that nobody reads is given back').toBe(0);
});

test('a camera that is not given, because nobody answers the browser, is said to be waited for', async () => {
  const machine = machineWith();
  let answers = (): void => undefined;
  machine.world.asks = () => new Promise((resolve) => (answers = resolve));
  use(machine);
  await machine.clock.advance(seconds(30));
  expect(machine.asked, 'asked once: a second question would stand beside the first').toHaveLength(
    1,
  );
  expect(machine.reports).toEqual([{ name: '', state: { type: 'failed', detail: 'NoAnswer' } }]);
  answers();
  await machine.clock.advance(seconds(1));
  expect(machine.reports.at(-1)).toEqual({ name: NAME, state: { type: 'ready' } });
});

test('one that cannot be opened is tried again after ever longer pauses, up to half a minute', async () => {
  const machine = machineWith();
  machine.world.refuses = 'NotReadableError';
  use(machine);
  const tries = async (milliseconds: number) => {
    const before = machine.asked.length;
    await machine.clock.advance(milliseconds);
    return machine.asked.length - before;
  };
  // After 2, 4, 8, 16 seconds, and then every 30.
  expect(await tries(seconds(31))).toBe(4);
  expect(await tries(seconds(60))).toBe(2);
  machine.world.refuses = null;
  await machine.clock.advance(seconds(30));
  expect(machine.reports.at(-1)).toEqual({ name: NAME, state: { type: 'ready' } });
  // It has read: when it is lost now, it is back soon.
  for (const track of machine.streams.at(-1)?.getTracks() ?? []) track.stop();
  await machine.clock.advance(seconds(3));
  expect(active(machine.streams)).toBe(1);
});

test('a code that is before the camera while that is opened anew is one scan', async () => {
  const machine = machineWith();
  machine.world.read = () => ok({ codes: [TICKET], light: 0.5 });
  use(machine);
  await machine.clock.advance(seconds(1));
  for (const track of machine.streams[0]?.getTracks() ?? []) track.stop();
  await machine.clock.advance(seconds(5));
  expect(machine.streams).toHaveLength(2);
  expect(machine.scans).toEqual(['T-1']);
});

const TWO = [
  { id: 'a', label: 'Built in' },
  { id: 'b', label: ` ${NAME} ` },
];

test('a camera that is set by its name is opened by its id: no other one lights up', async () => {
  const machine = machineWith(TWO);
  use(machine, NAME);
  await machine.clock.advance(seconds(1));
  expect(machine.asked).toMatchObject([{ deviceId: { exact: 'b' } }]);
  expect(machine.reports).toEqual([{ name: NAME, state: { type: 'ready' } }]);
});

test('one that is set and not there is gone, and no other one is opened in its place', async () => {
  const machine = machineWith(TWO);
  use(machine, 'Document camera');
  await machine.clock.advance(seconds(1));
  expect(machine.asked).toEqual([]);
  expect(machine.reports).toEqual([{ name: 'Document camera', state: { type: 'gone' } }]);
});

test('where names are told only to whom has opened a camera, the right one is open in the end', async () => {
  const machine = machineWith(TWO);
  machine.world.areNamed = false;
  use(machine, NAME);
  await machine.clock.advance(seconds(1));
  expect(active(machine.streams)).toBe(1);
  expect(machine.reports).toEqual([{ name: NAME, state: { type: 'ready' } }]);
});

function named(name: string): Error {
  return Object.assign(new Error(name), { name });
}

function fail(name: string): never {
  throw named(name);
}
