import { ServiceManager } from '#main/hosts/electron/service-manager.ts';
import { systemdNotify } from '#main/hosts/electron/systemd-notify.ts';
import { eventually } from '#tests/support/eventually.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { hasSystemd, notifySocket } from '#tests/support/notify-socket.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { describe, expect, test, vi } from 'vitest';

function managed(env: Record<string, string>, tell?: (what: string) => Promise<void>) {
  const clock = new FakeClock();
  const logger = new RecordingLogger();
  const told: string[] = [];
  const manager = new ServiceManager({
    ...{ env, clock, logger },
    tell: tell ?? ((what) => Promise.resolve(void told.push(what))),
  });
  return { clock, logger, told, manager };
}

const WATCHED = { NOTIFY_SOCKET: '/run/notify', WATCHDOG_USEC: '60000000' };

describe('systemd', () => {
  test('hears that the kiosk is ready when its page is there, and then that it lives', async () => {
    const { clock, told, manager } = managed(WATCHED);
    manager.noteAlive();
    expect(told).toEqual(['READY=1']);
    for (let beat = 0; beat < 45; beat++) {
      await clock.advance(2_000);
      manager.noteAlive();
    }
    // Every half of the time that it has.
    expect(told).toEqual(['READY=1', 'WATCHDOG=1', 'WATCHDOG=1', 'WATCHDOG=1']);
  });

  test('hears nothing of a kiosk whose page does not answer, and at once when it does again', async () => {
    const { clock, told, manager } = managed(WATCHED);
    manager.noteAlive();
    await clock.advance(55_000);
    expect(told).toEqual(['READY=1']);
    manager.noteAlive();
    expect(told).toEqual(['READY=1', 'WATCHDOG=1']);
  });

  test('hears once that the kiosk ends, and nothing after that', async () => {
    const { clock, told, manager } = managed(WATCHED);
    manager.noteAlive();
    manager.stopping();
    manager.stopping();
    await clock.advance(60_000);
    manager.noteAlive();
    expect(told).toEqual(['READY=1', 'STOPPING=1']);
  });

  test('that does not watch wants to know of the start and the end alone', async () => {
    const { clock, told, manager } = managed({ NOTIFY_SOCKET: '/run/notify' });
    manager.noteAlive();
    await clock.advance(600_000);
    manager.noteAlive();
    expect(told).toEqual(['READY=1']);
  });

  test.each([{}, { WATCHDOG_USEC: '60000000' }, { NOTIFY_SOCKET: '' }])(
    'is not there: nobody is told anything (%j)',
    (env) => {
      const { told, manager } = managed(env);
      manager.noteAlive();
      manager.stopping();
      expect(told).toEqual([]);
    },
  );

  test('that cannot be told costs a line in the log and nothing else', async () => {
    const { logger, manager } = managed(WATCHED, () => Promise.reject(new Error('no such tool')));
    manager.noteAlive();
    await eventually(() => expect(logger.lines.join()).toContain('systemd was not told'));
  });
});

test.skipIf(!hasSystemd)('its own tool brings a word to its socket', async () => {
  const socket = await notifySocket();
  vi.stubEnv('NOTIFY_SOCKET', socket.path);
  await systemdNotify('WATCHDOG=1');
  vi.unstubAllEnvs();
  await eventually(() => expect(socket.heard()).toContain('WATCHDOG=1'));
  socket.close();
});
