import type { FeedFailure, Offer } from '#main/operations/updates/feed.ts';
import type { UpdateInstaller } from '#main/operations/updates/installer.ts';
import { Updates, type UpdateSettings } from '#main/operations/updates/updates.ts';
import type { UpdateFailure, UpdateObstacle, UpdateState } from '#shared/model/update.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { describe, expect, test } from 'vitest';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const OFFER: Offer = {
  version: '0.2.0',
  ledgerSchema: 2,
  expiresAt: Date.UTC(2026, 11, 24),
  file: { url: 'https://updates.example/Usher.AppImage', sha512: '', size: 5 },
};

/** A kiosk of version 0.1.0 with a ledger of schema 2, at a feed; it is six in the evening in Berlin. */
class World {
  readonly clock = new FakeClock(Date.UTC(2026, 10, 20, 17));
  readonly states: UpdateState['type'][] = [];
  feed: Result<Offer, FeedFailure> = ok(OFFER);
  looks = 0;
  /** What there is to do about it: nothing, by itself or with a failure. */
  download: (signal: AbortSignal) => Promise<Result<null, UpdateFailure>> = () =>
    Promise.resolve(ok(null));
  onProgress: (share: number) => void = () => undefined;
  prepared: Result<null, UpdateFailure> = ok(null);
  whilePreparing: () => void = () => undefined;
  obstacle: UpdateObstacle | null = null;
  hasKey = true;
  isBusy = false;
  settings: UpdateSettings = {
    feed: 'https://updates.example',
    hour: 3,
    timeZone: 'Europe/Berlin',
  };
  way: UpdateInstaller['way'] = 'by-itself';
  /** What happened at the end, in its order. */
  readonly events: string[] = [];
  updates!: Updates;

  begin(random = 0): this {
    this.updates = new Updates({
      installer: {
        way: this.way,
        ...{ system: 'linux', fileEnding: '.AppImage' },
        isFor: ({ version }) => Promise.resolve(version !== '0.1.0'),
        download: (onProgress, signal) => {
          this.onProgress = onProgress;
          return this.download(signal);
        },
        prepare: () => {
          this.whilePreparing();
          return Promise.resolve(this.prepared);
        },
        install: () => this.events.push('installed'),
      },
      readFeed: () => {
        this.looks += 1;
        return Promise.resolve(this.feed);
      },
      hasKey: this.hasKey,
      now: () => this.clock.now(),
      settings: () => this.settings,
      ledgerSchema: () => 2,
      obstacle: (unattended) => this.obstacle ?? (unattended && this.isBusy ? 'busy-door' : null),
      endThen: (last) => {
        this.events.push('ended');
        last();
      },
      clock: this.clock,
      random: () => random,
      logger: new RecordingLogger(),
    });
    this.updates.listen(() => this.states.push(this.updates.state.type));
    this.updates.follow();
    return this;
  }

  get state(): UpdateState {
    return this.updates.state;
  }
}

const isReady = { type: 'ready', version: '0.2.0', way: 'by-itself' };

describe('newer versions are looked for', () => {
  test('soon after the start, not by all kiosks at once, and every few hours', async () => {
    const [first, last] = [new World(), new World()];
    for (const world of [first, last]) world.feed = ok({ ...OFFER, version: '0.1.0' });
    first.begin(0);
    last.begin(1);
    await first.clock.advance(MINUTE);
    await last.clock.advance(10 * MINUTE - 1);
    expect([first.looks, last.looks]).toEqual([1, 0]);
    await last.clock.advance(1);
    expect(last.looks).toBe(1);
    expect(first.state).toEqual({ type: 'current', lookedAt: first.clock.now() });
    await first.clock.advance(3 * HOUR);
    await last.clock.advance(5 * HOUR);
    expect([first.looks, last.looks]).toEqual([2, 2]);
  });

  test('nowhere as long as nobody has said where, and at once where somebody has', async () => {
    const world = new World();
    world.settings = { ...world.settings, feed: null };
    world.begin();
    await world.clock.advance(24 * HOUR);
    expect([world.looks, world.state.type]).toEqual([0, 'none']);
    world.settings = { ...world.settings, feed: 'https://updates.example' };
    world.updates.follow();
    await world.clock.advance(MINUTE);
    expect(world.state).toEqual(isReady);
  });

  test('not by a package without a key, which says so', async () => {
    const world = new World();
    world.hasKey = false;
    world.begin();
    await world.updates.look();
    await world.clock.advance(24 * HOUR);
    expect([world.looks, world.state]).toEqual([0, { type: 'no-key' }]);
  });

  test('once the door is quiet: the network is the guests’', async () => {
    const world = new World().begin();
    world.isBusy = true;
    await world.clock.advance(HOUR);
    expect(world.looks).toBe(0);
    world.isBusy = false;
    await world.clock.advance(MINUTE);
    expect(world.state).toEqual(isReady);
  });

  test('on the operator’s word whatever goes on, and only once at a time', async () => {
    const world = new World().begin();
    world.isBusy = true;
    await Promise.all([world.updates.look(), world.updates.look()]);
    expect([world.looks, world.state]).toEqual([1, isReady]);
  });

  test('again after a failure, and what is here stays here', async () => {
    const world = new World();
    world.settings = { ...world.settings, hour: null };
    world.feed = err('unreachable');
    world.begin();
    await world.clock.advance(MINUTE);
    expect(world.state).toMatchObject({ type: 'failed', reason: 'unreachable', version: null });
    world.feed = ok(OFFER);
    await world.clock.advance(3 * HOUR);
    expect(world.state).toEqual(isReady);
    world.feed = err('not-a-feed');
    await world.updates.look();
    expect(world.state).toEqual(isReady);
  });
});

describe('a version is refused', () => {
  test('that reads a ledger of schema 1, where this one has 2', async () => {
    const world = new World();
    world.feed = ok({ ...OFFER, ledgerSchema: 1 });
    world.begin();
    await world.updates.look();
    expect(world.state).toMatchObject({
      ...{ type: 'failed', reason: 'older-ledger', version: '0.2.0' },
    });
    expect(world.states).not.toContain('downloading');
    expect(await world.updates.install()).toEqual(err({ type: 'no-update' }));
    expect(world.events).toEqual([]);
  });

  test('that is damaged', async () => {
    const world = new World();
    world.download = () => Promise.resolve(err('damaged'));
    world.begin();
    await world.updates.look();
    expect(world.state).toMatchObject({ type: 'failed', reason: 'damaged' });
  });

  test('of which nothing comes for a minute', async () => {
    const world = new World();
    world.download = (signal) =>
      new Promise((resolve) =>
        signal.addEventListener('abort', () => resolve(err('unreachable')), { once: true }),
      );
    world.begin();
    const looking = world.updates.look();
    await world.clock.advance(MINUTE - 1);
    world.onProgress(0.31);
    expect(world.state).toEqual({ type: 'downloading', version: '0.2.0', share: 0.31 });
    await world.clock.advance(MINUTE - 1);
    expect(world.state.type).toBe('downloading');
    await world.clock.advance(1);
    await looking;
    expect(world.state).toMatchObject({ type: 'failed', reason: 'unreachable' });
  });

  test('that has no file for this system', async () => {
    const world = new World();
    world.feed = ok({ ...OFFER, file: null });
    world.begin();
    await world.updates.look();
    expect(world.state).toMatchObject({ type: 'failed', reason: 'not-a-feed' });
  });

  test('by a kiosk that others install: it tells of it alone', async () => {
    const world = new World();
    world.way = 'by-hand';
    world.begin();
    await world.updates.look();
    expect(world.state).toEqual({ type: 'by-hand', version: '0.2.0' });
    expect(await world.updates.install()).toEqual(err({ type: 'no-update' }));
  });
});

describe('a version that is ready is installed', () => {
  test('in the set hour of the kiosk’s own zone, after a clean end', async () => {
    const world = new World().begin();
    await world.updates.look();
    // From six in the evening until three at night.
    await world.clock.advance(9 * HOUR - MINUTE);
    expect(world.events).toEqual([]);
    // A look may come first, and take a minute.
    await world.clock.advance(2 * MINUTE);
    expect(world.events).toEqual(['ended', 'installed']);
    expect(world.state.type).toBe('installing');
  });

  test('in that hour once nothing stands in its way, or the next night', async () => {
    const world = new World().begin();
    await world.updates.look();
    world.obstacle = 'unsaved-scans';
    await world.clock.advance(10 * HOUR);
    world.obstacle = null;
    await world.clock.advance(HOUR);
    expect(world.events).toEqual([]);
    world.isBusy = true;
    await world.clock.advance(22.5 * HOUR);
    expect(world.events).toEqual([]);
    world.isBusy = false;
    await world.clock.advance(2 * MINUTE);
    expect(world.events).toEqual(['ended', 'installed']);
  });

  test('never by itself without an hour, or where the system asks for an administrator', async () => {
    const [noHour, windows] = [new World(), new World()];
    noHour.settings = { ...noHour.settings, hour: null };
    windows.way = 'on-word';
    for (const world of [noHour, windows]) {
      world.begin();
      await world.updates.look();
      await world.clock.advance(48 * HOUR);
      expect(world.events).toEqual([]);
      expect(await world.updates.install()).toEqual(ok(null));
      expect(world.events).toEqual(['ended', 'installed']);
    }
  });

  test('on the operator’s word, unless a scan would suffer', async () => {
    const world = new World().begin();
    await world.updates.look();
    world.isBusy = true;
    world.obstacle = 'open-scan';
    expect(await world.updates.install()).toEqual(err({ type: 'not-now', obstacle: 'open-scan' }));
    world.obstacle = null;
    expect(await world.updates.install()).toEqual(ok(null));
    expect(world.events).toEqual(['ended', 'installed']);
  });

  test('not if somebody scans in the last moment', async () => {
    const world = new World();
    world.whilePreparing = () => (world.obstacle = 'open-scan');
    world.begin();
    await world.updates.look();
    expect(await world.updates.install()).toEqual(err({ type: 'not-now', obstacle: 'open-scan' }));
    expect([world.events, world.state]).toEqual([[], isReady]);
  });

  test('not if its place cannot be taken: the kiosk goes on', async () => {
    const world = new World();
    world.prepared = err('no-room');
    world.begin();
    await world.updates.look();
    expect(await world.updates.install()).toEqual(err({ type: 'failed', reason: 'no-room' }));
    expect(world.state).toMatchObject({ type: 'failed', reason: 'no-room', version: '0.2.0' });
    expect(world.events).toEqual([]);
  });

  test('once, however often somebody taps: two would write to the same files', async () => {
    const world = new World();
    let preparations = 0;
    world.whilePreparing = () => (preparations += 1);
    world.begin();
    await world.updates.look();
    const taps = await Promise.all([world.updates.install(), world.updates.install()]);
    expect(taps).toEqual([ok(null), err({ type: 'no-update' })]);
    expect(preparations).toBe(1);
    expect(world.events).toEqual(['ended', 'installed']);
  });

  test('not once its offer has expired', async () => {
    const world = new World();
    world.feed = ok({ ...OFFER, expiresAt: world.clock.now() + HOUR });
    world.begin();
    await world.updates.look();
    await world.clock.advance(HOUR);
    expect(await world.updates.install()).toEqual(err({ type: 'failed', reason: 'expired' }));
    expect([world.events, world.state]).toMatchObject([[], { reason: 'expired' }]);
  });

  test('not from a feed that was left meanwhile', async () => {
    const world = new World().begin();
    await world.updates.look();
    world.settings = { ...world.settings, feed: null };
    world.updates.follow();
    expect(world.state).toEqual({ type: 'none' });
    await world.clock.advance(24 * HOUR);
    expect(world.events).toEqual([]);
  });
});
