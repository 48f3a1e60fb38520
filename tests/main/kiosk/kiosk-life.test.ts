import { KioskLife, type LifePorts } from '#main/kiosk/kiosk-life.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { expect, test } from 'vitest';

/** A kiosk's services, of which each says when it has ended, and some fail to. */
function life(
  failing: Partial<Record<'programme' | 'session', Error>> = {},
  { isOutOfOrder = false, isWayOut = false } = {},
) {
  const clock = new FakeClock();
  const seen: string[] = [];
  const end = async (what: string, after: number, failure?: Error): Promise<void> => {
    await new Promise<void>((resolve) => clock.after(after, resolve));
    if (failure !== undefined) throw failure;
    seen.push(what);
  };
  const nothing = (): void => undefined;
  const begin = (what: string) => (): void => void seen.push(what);
  const ports: LifePorts = {
    connection: { connect: nothing },
    venue: { start: nothing, end: () => Promise.resolve() },
    outputs: { start: begin('outputs'), stop: () => Promise.resolve() },
    notes: { stop: nothing },
    party: { leave: nothing, stop: () => end('nobody looks for a party', 10) },
    session: {
      suspend: () => end('the session rests', 10),
      stop: () => end('the token is revoked', 500, failing.session),
    },
    operatorSession: { close: nothing, resume: () => Promise.resolve() },
    breaker: { stop: nothing },
    environment: { start: nothing, stop: nothing },
    keeper: { start: nothing, close: () => end('the ledger is closed', 10) },
    snapshots: { start: begin('snapshots') },
    scanners: { start: begin('scanners'), stop: () => end('the devices are closed', 100) },
    programme: { follow: nothing, stop: () => end('the programme stops', 10, failing.programme) },
    finder: { stop: nothing },
    closing: {
      lastVerdicts: () => null,
      lastUploads: () => Promise.resolve(0),
      isRead: () => Promise.resolve(),
      lastSnapshot: () => Promise.resolve(),
    },
    baseUrl: () => null,
    isOutOfOrder,
    isWayOut: () => isWayOut,
    logger: new RecordingLogger(),
    onChange: nothing,
  };
  return { clock, seen, life: new KioskLife(ports) };
}

const failure = new Error('the snapshot could not be closed');

test('the token is revoked and then the ledger is closed', async () => {
  const { clock, seen, life: kiosk } = life();
  const stopped = kiosk.stop();
  await clock.advance(1_000);
  await stopped;
  expect(seen).toContain('nobody looks for a party');
  expect(seen.slice(-2)).toEqual(['the token is revoked', 'the ledger is closed']);
});

test('what fails to end keeps neither the token from being revoked nor the ledger from being closed', async () => {
  const { clock, seen, life: kiosk } = life({ programme: failure });
  const stopped = expect(kiosk.stop()).rejects.toBe(failure);
  await clock.advance(1_000);
  await stopped;
  expect(seen).toEqual([
    'nobody looks for a party',
    'the devices are closed',
    'the token is revoked',
    'the ledger is closed',
  ]);
});

test('a session that cannot be ended does not keep the ledger from being closed', async () => {
  const { clock, seen, life: kiosk } = life({ session: failure });
  const stopped = expect(kiosk.stop()).rejects.toBe(failure);
  await clock.advance(1_000);
  await stopped;
  expect(seen.at(-1)).toBe('the ledger is closed');
});

test('out of order, a kiosk starts nothing; but a way out is opened all the same, because nobody is kept inside', async () => {
  const wayIn = life({}, { isOutOfOrder: true });
  await wayIn.life.start();
  expect(wayIn.seen).toEqual([]);
  const wayOut = life({}, { isOutOfOrder: true, isWayOut: true });
  await wayOut.life.start();
  expect(wayOut.seen).toEqual(['outputs', 'scanners']);
});

test('at rest, everything is let go of but the session; stopped then, that ends too', async () => {
  const { clock, seen, life: kiosk } = life();
  const rested = kiosk.suspend('closing');
  await clock.advance(1_000);
  await rested;
  expect(seen).not.toContain('the token is revoked');
  expect(seen.at(-1)).toBe('the ledger is closed');
  const stopped = kiosk.stop();
  await clock.advance(1_000);
  await stopped;
  expect(seen.at(-1)).toBe('the token is revoked');
});
