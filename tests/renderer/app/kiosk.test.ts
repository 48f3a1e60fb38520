import type { WedgeFinding } from '#shared/wedge/step.ts';
import { ok } from '#shared/result.ts';
import { Kiosk } from '#renderer/app/kiosk.svelte.ts';
import { createSpeech } from '#renderer/lib/speech/web-speech.ts';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { NOW, openDoor, signedOut } from '#tests/renderer/support/builders.ts';
import { scanners } from '#tests/support/kiosk-state.ts';
import { FakeMain } from '#tests/renderer/support/fake-transport.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

function start(main: FakeMain) {
  const sounds: string[] = [];
  const play = (kind: string) => void sounds.push(kind);
  const sound = { play, watchOutput: () => () => undefined };
  const kiosk = new Kiosk({ api: main.api, sound, speech: createSpeech({}), now: () => NOW });
  const stop = kiosk.start();
  onTestFinished(stop);
  return { kiosk, stop, sounds };
}

const minute = () => vi.advanceTimersByTimeAsync(60_000);

test('a kiosk that cannot say its state at first is asked again until it does', async () => {
  const main = new FakeMain(openDoor());
  main.on('state', () => Promise.reject(new Error('not yet')));
  const { kiosk } = start(main);
  await minute();
  expect(kiosk.screen).toBe('starting');

  main.on('state', () => ({ ok: false, error: { type: 'internal', incident: 'x' } }));
  await minute();
  expect(kiosk.screen).toBe('starting');

  main.on('state', () => ({ ok: true, value: { version: 1, slices: openDoor() } }));
  await minute();
  expect(kiosk.screen).toBe('ready');

  const asked = main.requests('state').length;
  await minute();
  expect(main.requests('state')).toHaveLength(asked);
});

test('what it tells meanwhile is newer than its late answer', async () => {
  const main = new FakeMain(signedOut());
  let answer: (() => void) | undefined;
  main.on(
    'state',
    () =>
      new Promise((resolve) => {
        answer = () => resolve({ ok: true, value: { version: 1, slices: signedOut() } });
      }),
  );
  const { kiosk } = start(main);
  main.emit(openDoor());
  answer?.();
  await minute();
  expect(kiosk.screen).toBe('ready');
  expect(main.requests('state')).toHaveLength(1);
});

test('after its connection was lost it is asked anew', async () => {
  const main = new FakeMain(openDoor());
  const { kiosk } = start(main);
  await minute();
  kiosk.forget();
  expect(kiosk.screen).toBe('starting');
  await minute();
  expect(kiosk.screen).toBe('ready');
  expect(main.requests('state')).toHaveLength(2);
});

test('a screen that is gone asks no more', async () => {
  const main = new FakeMain(openDoor());
  main.on('state', () => Promise.reject(new Error('never')));
  const { stop } = start(main);
  await minute();
  stop();
  const asked = main.requests('state').length;
  await minute();
  expect(main.requests('state')).toHaveLength(asked);
});

const typed = { strokes: [], at: 0 };
const code = (text: string): WedgeFinding => ({ ...typed, type: 'code', code: text });
const refused = (reason: Extract<WedgeFinding, { type: 'refused' }>['reason']): WedgeFinding => ({
  ...typed,
  type: 'refused',
  reason,
});

describe('what a keyboard scanner typed', () => {
  test('a code goes to the kiosk, whatever screen is up', async () => {
    for (const state of [openDoor(), signedOut(), openDoor({ baseUrl: null })]) {
      const main = new FakeMain(state);
      const { kiosk } = start(main);
      await minute();
      kiosk.intake.heard(code(' Ab 0012'));
      expect(main.requests('scan')).toEqual([{ code: ' Ab 0012', source: 'wedge' }]);
      expect(main.requests('missScan')).toEqual([]);
    }
  });

  test.each<[WedgeFinding, object[]]>([
    [refused('too-long'), [{ reason: 'too-long' }]],
    [refused('unreadable-key'), [{ reason: 'garbled' }]],
    [refused('no-prefix'), [{ reason: 'garbled' }]],
    [refused('no-suffix'), [{ reason: 'garbled' }]],
    [{ ...typed, type: 'unfinished' }, [{ reason: 'garbled' }]],
    [refused('too-short'), []],
  ])('no whole code, and the kiosk is told: %o', async (finding, told) => {
    const main = new FakeMain(openDoor());
    const { kiosk } = start(main);
    await minute();
    kiosk.intake.heard(finding);
    expect(main.requests('missScan')).toEqual(told);
    expect(main.requests('scan')).toEqual([]);
    expect(kiosk.intake.wedgeFindings.all).toEqual([]);
  });

  test('while scanners are tried it stays here: the latest twenty, each with its number', async () => {
    const main = new FakeMain(openDoor());
    const { kiosk } = start(main);
    await minute();
    kiosk.show('scanners');
    kiosk.intake.heard(refused('too-short'));
    for (let number = 2; number <= 22; number += 1) kiosk.intake.heard(code(`CODE ${number}`));
    const numbers = kiosk.intake.wedgeFindings.all.map(({ number }) => number);
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, i) => i + 3));
    expect(kiosk.intake.wedgeFindings.all.at(-1)).toMatchObject({ type: 'code', code: 'CODE 22' });
    // The kiosk is told what was read, and takes none of it in; what was missed is of no concern.
    expect(main.requests('scan')).toHaveLength(21);
    expect(main.requests('missScan')).toEqual([]);
  });

  test('before the kiosk has said that the trial is on, it is kept here already', async () => {
    const main = new FakeMain(openDoor());
    const { kiosk } = start(main);
    await minute();
    kiosk.show('scanners');
    kiosk.intake.heard(refused('unreadable-key'));
    expect(kiosk.intake.wedgeFindings.all).toMatchObject([{ reason: 'unreadable-key' }]);
    expect(main.requests('missScan')).toEqual([]);
    main.emit(openDoor({ scanners: scanners({ trial: { arrivals: [] } }) }));
    expect(kiosk.intake.wedgeFindings.all).toHaveLength(1);
  });

  test('another trial begins with nothing', async () => {
    const main = new FakeMain(openDoor());
    const { kiosk } = start(main);
    await minute();
    kiosk.show('scanners');
    await kiosk.tryScanners(true);
    kiosk.intake.heard(code('FIRST'));
    await kiosk.tryScanners(false);
    expect(kiosk.intake.wedgeFindings.all).toHaveLength(1);
    await kiosk.tryScanners(true);
    expect(kiosk.intake.wedgeFindings.all).toEqual([]);
  });

  test('once the trial is left, what is no whole code is missed again', async () => {
    const main = new FakeMain(openDoor({ scanners: scanners({ trial: { arrivals: [] } }) }));
    const { kiosk } = start(main);
    await minute();
    kiosk.intake.heard(refused('no-prefix'));
    expect(main.requests('missScan')).toEqual([{ reason: 'garbled' }]);
  });
});

describe('a scan that was missed', () => {
  const missing = (number: number) =>
    openDoor({ scanners: scanners({ missed: { number, reason: 'garbled', at: NOW } }) });

  test('sounds once, and again for the next', async () => {
    const main = new FakeMain(missing(3));
    const { kiosk, sounds } = start(main);
    await minute();
    expect(kiosk.intake.missed?.number).toBe(3);
    expect(sounds).toEqual([]);
    main.emit(missing(4));
    main.emit(missing(4));
    expect(sounds).toEqual(['undecided']);
    main.emit(missing(5));
    expect(sounds).toEqual(['undecided', 'undecided']);
    main.emit(openDoor());
    expect(kiosk.intake.missed).toBeNull();
  });

  test('after a person typed it, is told where it was typed alone', async () => {
    const main = new FakeMain(openDoor());
    main.on('scan', () => {
      main.emit(missing(1));
      return ok({ taken: false });
    });
    const { kiosk, sounds } = start(main);
    await minute();
    expect(await kiosk.intake.scan('ABC', 'manual')).toBe(false);
    main.emit(missing(1));
    expect(kiosk.intake.missed).toBeNull();
    expect(sounds).toEqual([]);
    main.emit(missing(2));
    expect(kiosk.intake.missed?.number).toBe(2);
    expect(sounds).toEqual(['undecided']);
  });
});
