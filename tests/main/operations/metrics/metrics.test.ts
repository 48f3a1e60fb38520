import { Metrics } from '#main/operations/metrics/metrics.ts';
import { DEFAULT_SETTINGS } from '#shared/model/settings.ts';
import { settingsSchema } from '#main/settings/settings.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import type { OutputState, Releases } from '#shared/model/output.ts';
import type { ScannerHealth } from '#shared/model/scanner.ts';
import { valueOf } from '#tests/support/exposition.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { freePort } from '#tests/support/free-port.ts';
import { NEVER_HELD } from '#shared/model/hold.ts';
import {
  newKioskState,
  scanners,
  uploads,
  withChanges,
  type StateChanges,
} from '#tests/support/kiosk-state.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { eventually } from '#tests/support/eventually.ts';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ask, scrape } from './support/scrape.ts';

type Set = Partial<Pick<KioskState['settings'], 'metricsPort' | 'metricsAddress'>>;

/** A kiosk that is whatever a test says it is. */
function kioskWith(set: Set = {}) {
  const clock = new FakeClock();
  const logger = new RecordingLogger();
  let settings = settingsSchema.parse({
    ...DEFAULT_SETTINGS,
    ...{ kioskId: randomUUID(), kioskName: 'North door' },
    ...set,
  });
  let state = newKioskState();
  let tell: (state: KioskState) => void = () => undefined;
  const listeners = new Set<() => void>();
  const metrics = new Metrics({
    ...{ version: '1.2.3', clock, logger },
    settingsFile: {
      read: () => settings,
      onChange(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  });
  const skew: { now: number | null } = { now: null };
  const numbers = metrics.countFor({ now: () => clock.now(), skew: () => skew.now });
  onTestFinished(() => metrics.close());
  metrics.follow({
    state: () => state,
    onState(listener) {
      tell = listener;
      return () => (tell = () => undefined);
    },
  });
  return {
    ...{ clock, logger, metrics, numbers, skew },
    set: (change: Set): void => {
      settings = { ...settings, ...change };
      for (const listener of listeners) listener();
    },
    become: (change: StateChanges): void => {
      state = withChanges(state, { ...change });
      tell(state);
    },
    is: (type: 'off' | 'on' | 'failed') =>
      eventually(() => expect(metrics.state).toMatchObject({ type })),
  };
}

describe('where they are read', () => {
  test('nowhere, unless somebody wants it', async () => {
    const { metrics, is } = kioskWith();
    await is('off');
    await metrics.close();
  });

  test('where the settings say, from the moment they do, until they do no longer', async () => {
    const [first, second] = [await freePort(), await freePort()];
    const kiosk = kioskWith({ metricsPort: first });
    await kiosk.is('on');
    expect(kiosk.metrics.state).toEqual({
      ...{ type: 'on', isOpen: false, url: `http://127.0.0.1:${first}/metrics` },
    });
    expect((await ask(first)).status).toBe(200);
    kiosk.set({ metricsPort: second });
    await eventually(async () => expect((await ask(second)).status).toBe(200));
    await expect(ask(first)).rejects.toThrow('ECONNREFUSED');
    kiosk.set({ metricsPort: null });
    await kiosk.is('off');
    await expect(ask(second)).rejects.toThrow('ECONNREFUSED');
  });

  test('an address of all networks is told as open to everybody on them', async () => {
    const port = await freePort();
    const kiosk = kioskWith({ metricsPort: port, metricsAddress: '0.0.0.0' });
    await kiosk.is('on');
    expect(kiosk.metrics.state).toMatchObject({ isOpen: true });
    // Who reads it by the machine's name in the network is meant to.
    const headers = { host: `kiosk-3.venue.example:${port}` };
    expect((await ask(port, { headers })).status).toBe(200);
  });

  test('a port that another program has is told, and had once it is free', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const address = taken.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    const kiosk = kioskWith({ metricsPort: port });
    await kiosk.is('failed');
    expect(kiosk.metrics.state).toMatchObject({ code: 'EADDRINUSE' });
    await kiosk.clock.advance(60_000);
    await kiosk.is('failed');
    expect(kiosk.logger.lines.filter((line) => line.startsWith('warn'))).toHaveLength(1);
    taken.close();
    await once(taken, 'close');
    await eventually(async () => {
      await kiosk.clock.advance(15_000);
      expect(kiosk.metrics.state.type).toBe('on');
    });
  });

  test('an address that this machine does not have is told', async () => {
    const kiosk = kioskWith({ metricsPort: await freePort(), metricsAddress: '192.0.2.1' });
    await kiosk.is('failed');
    expect(kiosk.metrics.state).toMatchObject({ code: 'EADDRNOTAVAIL' });
  });
});

describe('what they say', () => {
  async function read(change: StateChanges = {}) {
    const port = await freePort();
    const kiosk = kioskWith({ metricsPort: port });
    await kiosk.is('on');
    kiosk.become(change);
    return { ...kiosk, port, samples: () => scrape(port) };
  }

  test('how many went through each gate that tells so, and whether it is believed', async () => {
    const output = (name: string, releases: Releases | null): OutputState => ({
      ...{ name, condition: { type: 'ready' }, commands: 9, dropped: 0, lastAt: null, releases },
    });
    const { samples, become } = await read({
      outputs: [
        output('Red light', null),
        output('North gate', {
          count: 9,
          passed: 6,
          notPassed: 2,
          isFaulty: false,
          isUnread: false,
        }),
      ],
    });
    const all = await samples();
    expect(valueOf(all, 'usher_gate_releases', { gate: '2' })).toBe(9);
    expect(valueOf(all, 'usher_gate_passed', { gate: '2' })).toBe(6);
    expect(valueOf(all, 'usher_gate_not_passed', { gate: '2' })).toBe(2);
    expect(valueOf(all, 'usher_gate_input_up', { gate: '2' })).toBe(1);
    expect(JSON.stringify(all)).not.toContain('North gate');
    become({
      outputs: [
        output('North gate', {
          ...{ count: 9, passed: 0, notPassed: 9, isFaulty: true, isUnread: false },
        }),
        output('South gate', {
          ...{ count: 9, passed: 0, notPassed: 0, isFaulty: false, isUnread: true },
        }),
      ],
    });
    for (const gate of ['1', '2']) {
      expect(valueOf(await samples(), 'usher_gate_input_up', { gate })).toBe(0);
    }
  });

  test('a door without trouble', async () => {
    const { samples } = await read();
    const all = await samples();
    expect(valueOf(all, 'usher_connection_up', { reason: '' })).toBe(1);
    expect(valueOf(all, 'usher_ledger_fault', { code: '' })).toBe(0);
    expect(valueOf(all, 'usher_out_of_order')).toBe(0);
    expect(valueOf(all, 'usher_session_up')).toBe(0);
    expect(valueOf(all, 'usher_rehearsal')).toBe(0);
    expect(valueOf(all, 'usher_build_info', { version: '1.2.3' })).toBe(1);
    expect(valueOf(all, 'process_resident_memory_bytes')).toBeGreaterThan(1e6);
    for (const unknown of ['snapshot_tickets', 'snapshot_age_seconds', 'disk_free_bytes']) {
      expect(valueOf(all, `usher_${unknown}`), 'nothing is known of it').toBeUndefined();
    }
  });

  test('one without a network, a session or a disk; and back', async () => {
    const { clock, skew, samples, become } = await read();
    skew.now = -90_000;
    become({
      connection: {
        ...{ status: 'offline', reason: 'dns', since: 0, nextTry: null, slow: false },
      },
      fault: { type: 'ledger', code: 'disk-full', path: '/home/anna/ledger.db', quarantined: null },
      uploads: uploads({ pending: 3, oldest: clock.now() - 60_000 }),
    });
    const bad = await samples();
    expect(valueOf(bad, 'usher_connection_up')).toBe(0);
    expect(valueOf(bad, 'usher_connection_up', { reason: 'dns' })).toBe(0);
    expect(valueOf(bad, 'usher_ledger_fault', { code: 'disk-full' })).toBe(1);
    expect(valueOf(bad, 'usher_out_of_order', { fault: 'ledger' })).toBe(1);
    expect(valueOf(bad, 'usher_oldest_pending_upload_seconds')).toBe(60);
    expect(valueOf(bad, 'usher_uploads_pending')).toBe(3);
    expect(valueOf(bad, 'usher_clock_skew_seconds')).toBe(-90);
    become({ connection: { status: 'online' }, fault: null });
    const good = await samples();
    expect(good.filter(({ name }) => name === 'usher_connection_up')).toHaveLength(1);
    expect(valueOf(good, 'usher_connection_up')).toBe(1);
  });

  test('the doors of the house, where there are any', async () => {
    const { samples, become } = await read();
    expect((await samples()).filter(({ name }) => name.startsWith('usher_venue'))).toEqual([]);
    const order = { count: 1, kioskId: 'a', door: 'Anna’s door', isHeld: true, at: 0 };
    const hold = { ...NEVER_HELD, order };
    const apart = {
      status: 'lost',
      doors: 0,
      trouble: 'certificate',
      refused: 7,
      overQuota: 0,
      oddTimes: 0,
    } as const;
    const inside = { count: 41, isAtLeast: true, hasWaysOut: true, strayExits: 2 };
    become({
      venue: {
        ...apart,
        hold,
        calls: [],
        doubted: [],
        inside: { ...inside, byHand: 0, capacity: 50 },
      },
    });
    const lost = await samples();
    expect(valueOf(lost, 'usher_venue_up', { reason: 'certificate' })).toBe(0);
    expect(valueOf(lost, 'usher_venue_foreign_messages')).toBe(7);
    expect(valueOf(lost, 'usher_venue_held')).toBe(1);
    expect(valueOf(lost, 'usher_venue_inside')).toBe(41);
    become({
      venue: {
        status: 'joined',
        doors: 3,
        trouble: null,
        refused: 7,
        overQuota: 0,
        oddTimes: 0,
        hold: NEVER_HELD,
        calls: [],
        doubted: [],
        inside: null,
      },
    });
    const joined = await samples();
    expect(valueOf(joined, 'usher_venue_up', { reason: '' })).toBe(1);
    expect(valueOf(joined, 'usher_venue_doors')).toBe(3);
    expect(valueOf(joined, 'usher_venue_held')).toBe(0);
  });

  test('scanners by number, not by what tells one of them in the world', async () => {
    const { port, samples, become } = await read();
    const scanner: Omit<ScannerHealth, 'state'> = {
      ...{ name: 'Honeywell 1900 SN9876543', lastReadAt: null, codes: 0, garbled: 0 },
      ...{ id: '/dev/serial/by-id/usb-SN9876543', channel: 'hid' },
    };
    become({
      scanners: scanners({
        all: [
          { ...scanner, state: { type: 'ready' } },
          { ...scanner, state: { type: 'failed', detail: 'hostile "} 1\nup 0' } },
        ],
      }),
    });
    const all = await samples();
    expect(valueOf(all, 'usher_scanner_up', { scanner: '1', channel: 'hid' })).toBe(1);
    expect(valueOf(all, 'usher_scanner_up', { scanner: '2', state: 'failed' })).toBe(0);
    const { text } = await ask(port);
    expect(text).not.toContain('9876543');
    expect(text).not.toContain('hostile');
    const hundreds = Array.from({ length: 300 }, () => scanner);
    become({
      scanners: scanners({ all: hundreds.map((s) => ({ ...s, state: { type: 'ready' } })) }),
    });
    expect((await samples()).filter(({ name }) => name === 'usher_scanner_up')).toHaveLength(16);
  });

  test('codes that a platform makes up make up no series', async () => {
    const { numbers, samples } = await read();
    for (let code = 0; code < 500; code += 1) {
      numbers.noteVerdict(
        {
          ...{ kind: 'reject', basis: 'platform', ticket: null, own: null, source: 'wedge' },
          ...{ entryId: 'x', codeTail: '4711', at: 0 },
          reason: {
            type: 'platform-error',
            error: { code, key: `${code}`, name: `${code}`, forceLogout: false, messageHtml: null },
          },
        },
        30,
      );
    }
    const all = await samples();
    expect(all.filter(({ name }) => name === 'usher_refusals_total')).toHaveLength(17 + 1);
    expect(valueOf(all, 'usher_refusals_total')).toBe(500);
    expect(valueOf(all, 'usher_refusals_total', { code: 'other' })).toBe(500 - 17);
    expect(valueOf(all, 'usher_decision_seconds_bucket', { le: '0.02' })).toBe(0);
    expect(valueOf(all, 'usher_decision_seconds_bucket', { le: '0.05' })).toBe(500);
    expect(valueOf(all, 'usher_decision_seconds_sum')).toBeCloseTo(500 * 0.03);
  });

  test('while a rehearsal goes on, nothing of the door', async () => {
    const { samples, become } = await read({ rehearsal: true });
    const all = await samples();
    expect(valueOf(all, 'usher_rehearsal')).toBe(1);
    expect(valueOf(all, 'usher_connection_up')).toBeUndefined();
    become({ rehearsal: false });
    expect(valueOf(await samples(), 'usher_connection_up')).toBe(1);
  });
});

describe('what is written of them', () => {
  const written = readFileSync('docs/metrics.md', 'utf8');

  test('names each of them with its type and labels, and no others', async () => {
    const port = await freePort();
    const kiosk = kioskWith({ metricsPort: port });
    await kiosk.is('on');
    const { text } = await ask(port);
    const told = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name, type]);
    const rows = [...written.matchAll(/^\| `([a-z_]+)` +\| (counter|gauge|histogram) /gm)];
    expect(rows.map(([, name, type]) => [name, type]).toSorted()).toEqual(told.toSorted());
  });

  test('asks in its alerts for nothing that there is not', async () => {
    const port = await freePort();
    await kioskWith({ metricsPort: port }).is('on');
    const { text } = await ask(port);
    const names = written.match(/expr: .*/g)?.flatMap((line) => line.match(/usher_\w+/g) ?? []);
    expect(names?.length).toBeGreaterThan(10);
    for (const name of names ?? []) {
      expect(text).toContain(`# TYPE ${name.replace(/_bucket$/, '')} `);
    }
  });
});
