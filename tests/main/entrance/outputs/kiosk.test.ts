import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startBoxOffice } from '#box-office/server.ts';
import { systemClock } from '#main/base/system-clock.ts';
import type { KioskOptions } from '#main/kiosk/kiosk.ts';
import type { Settings } from '#main/settings/settings.ts';
import { PASS_WITHIN, type OutputSetting, type TypedOutput } from '#shared/model/output.ts';
import { choose } from '#tests/support/choice.ts';
import { userOf } from '#tests/support/demo-users.ts';
import { eventually } from '#tests/support/eventually.ts';
import { valueOf } from '#tests/main/ledger/support.ts';
import { openFaultProxy } from '#tests/support/fault-proxy.ts';
import { callsOf, newKiosk, watch } from '#tests/support/new-kiosk.ts';
import { PATIENT_OUTPUTS, PATIENT_TIMINGS } from '#tests/support/patient-timings.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { lacksModbus, startHttpDevice, startModbus } from './devices.ts';

/** An open kiosk with a gate and a red light, both over HTTP. */
async function openKiosk(options: Partial<KioskOptions> = {}, more: Partial<Settings> = {}) {
  const [boxOffice, device] = await Promise.all([
    startBoxOffice({ tickets: 200 }),
    startHttpDevice(),
  ]);
  onTestFinished(() => boxOffice.close());
  const network = await openFaultProxy(boxOffice.baseUrl, systemClock);
  const gate: OutputSetting = {
    ...{ name: 'Gate', purpose: 'gate', follows: ['admit', 'exit'], pulse: 50 },
    way: { type: 'http', url: `${device.url}/gate/{verdict}`, method: 'GET', body: '' },
  };
  const light: OutputSetting = {
    ...{ name: 'Red', purpose: 'signal', follows: ['reject', 'duplicate', 'held'], pulse: 50 },
    way: { type: 'http', url: `${device.url}/red/{verdict}`, method: 'GET', body: '' },
  };
  const logger = new RecordingLogger();
  const dataDirectory = temporaryFolder();
  const { kiosk } = newKiosk(
    {
      baseUrl: network.baseUrl,
      timings: { ...PATIENT_TIMINGS, verdictAtLeast: 0, repeatWindow: 60_000 },
      ...options,
    },
    { dataDirectory, logger, settings: { outputs: [gate, light], ...more } },
  );
  onTestFinished(() => kiosk.stop());
  const { verdicts } = watch(kiosk);
  await kiosk.start();
  const open = async () => {
    await kiosk.handlers.signIn(userOf(boxOffice, 'scanner'));
    await choose(kiosk.handlers);
    await eventually(() => expect(kiosk.state().records.snapshot.tickets).not.toBeNull());
  };
  const scan = async (code: string) => {
    const before = verdicts.length;
    await kiosk.handlers.scan({ code, source: 'wedge' });
    return eventually(() => {
      const verdict = verdicts[before];
      if (verdict === undefined) throw new Error('there is no verdict yet');
      return verdict;
    });
  };
  const heard = () => device.heard.map(({ url }) => url);
  /** Waits until all outputs are at rest. */
  const quiet = (times: number) =>
    eventually(() => {
      const done = kiosk.state().outputs.map(({ commands, dropped }) => commands + dropped);
      expect(done.reduce((sum, one) => sum + one, 0)).toBe(times);
    });
  return { boxOffice, device, network, kiosk, logger, dataDirectory, open, scan, heard, quiet };
}

test('the gate opens for a guest who is let in, once; not for one who is not, and not for a repeat', async () => {
  const { boxOffice, open, scan, heard, quiet } = await openKiosk();
  await open();
  const [code = ''] = boxOffice.barcodes('valid', 1);
  const [voided = ''] = boxOffice.barcodes('voided', 1);
  expect(await scan(code)).toMatchObject({ kind: 'admit', basis: 'platform' });
  expect(await scan(code)).toMatchObject({ kind: 'admit', basis: 'repeat' });
  expect(await scan(voided)).toMatchObject({ kind: 'reject' });
  expect(await scan('nobody knows this')).toMatchObject({ kind: 'reject' });
  await quiet(3);
  expect(heard().filter((url) => url?.startsWith('/gate'))).toEqual(['/gate/admit']);
  expect(heard().filter((url) => url?.startsWith('/red')).length).toBeGreaterThan(0);
});

test('a guest’s call switches the lamp that follows it, once, and lasts until somebody has come', async () => {
  const { kiosk, device, open, heard, quiet } = await openKiosk(
    {},
    { helpOffered: true, audience: 'guest', guestsWithoutPin: true },
  );
  await open();
  // Nothing follows a call, and this door is in no house: nobody would hear it.
  expect(kiosk.state().door.help.isOffered).toBe(false);
  await kiosk.handlers.askForHelp(null);
  expect(kiosk.state().door.help.askedAt).toBeNull();
  const way = {
    type: 'http',
    url: `${device.url}/lamp/{verdict}`,
    method: 'GET',
    body: '',
  } as const;
  const output = { name: 'Lamp', purpose: 'signal', follows: ['help'], pulse: 50, way } as const;
  valueOf(await kiosk.handlers.keepOutput({ was: null, output, authorization: null }));
  await eventually(() => expect(kiosk.state().door.help.isOffered).toBe(true));
  await kiosk.handlers.askForHelp(null);
  await kiosk.handlers.askForHelp(null);
  await quiet(1);
  expect(heard()).toEqual(['/lamp/help']);
  expect(kiosk.state().door.help.askedAt).not.toBeNull();
  await kiosk.handlers.signOut(null);
  expect(kiosk.state().door.help).toEqual({ isOffered: false, askedAt: null });
});

test('while tickets are only looked up, no gate opens', async () => {
  const { boxOffice, kiosk, open, scan, heard, quiet } = await openKiosk();
  await open();
  const [code = '', voided = ''] = [
    boxOffice.barcodes('valid', 1)[0],
    boxOffice.barcodes('voided', 1)[0],
  ];
  await kiosk.handlers.lookUpOnly({ on: true });
  expect(await scan(code)).toMatchObject({ kind: 'checked' });
  await kiosk.handlers.lookUpOnly({ on: false });
  expect(await scan(voided)).toMatchObject({ kind: 'reject' });
  await quiet(1);
  expect(heard()).toEqual(['/red/reject']);
});

test('at a way out the gate opens for every code, known or not, and at a closed door as well', async () => {
  const { boxOffice, kiosk, open, scan, heard, quiet } = await openKiosk(
    {},
    { reentry: 'always', isWayOut: true },
  );
  await kiosk.handlers.scan({ code: 'A closed door', source: 'wedge' });
  await quiet(1);
  await open();
  const [code = ''] = boxOffice.barcodes('voided', 1);
  expect(await scan('nobody knows this')).toMatchObject({ kind: 'exit' });
  await quiet(2);
  expect(await scan(code)).toMatchObject({ kind: 'exit' });
  await quiet(3);
  expect(heard()).toEqual(['/gate/exit', '/gate/exit', '/gate/exit']);
});

test('a rehearsal says what it would have done, and opens nothing', async () => {
  const switchTo = () => Promise.reject(new Error('it does not switch'));
  const { boxOffice, kiosk, device, open, scan, quiet } = await openKiosk({
    rehearsal: { isOn: true, switchTo },
  });
  await open();
  const [code = ''] = boxOffice.barcodes('valid', 1);
  expect(await scan(code)).toMatchObject({ kind: 'admit' });
  await quiet(1);
  expect(await kiosk.handlers.testOutput({ name: 'Gate' })).toEqual({
    ...{ ok: false, error: { type: 'rehearsal' } },
  });
  expect(device.heard).toEqual([]);
});

test('a gate that never answers delays no verdict, and is said to be broken', async () => {
  const { boxOffice, device, kiosk, logger, open, scan } = await openKiosk();
  await open();
  device.answer = null;
  for (const code of boxOffice.barcodes('valid', 5)) {
    expect(await scan(code)).toMatchObject({ kind: 'admit' });
  }
  await eventually(() =>
    expect(kiosk.state().outputs[0]).toMatchObject({
      ...{ name: 'Gate', condition: { type: 'failing', why: 'timeout' } },
    }),
  );
  const text = JSON.stringify([kiosk.state().outputs, logger.lines]);
  for (const code of boxOffice.barcodes('valid', 5)) expect(text).not.toContain(code);
  expect(text).not.toContain(device.url);
});

test('an output is set up, tested and removed; what it sends as Authorization is told nobody', async () => {
  const { device, kiosk, logger, dataDirectory } = await openKiosk();
  const call = callsOf(kiosk);
  const SECRET = 'Bearer 7c1e-secret-of-the-gate';
  const output: TypedOutput = {
    ...{ name: 'Barrier', purpose: 'gate', follows: ['admit'], pulse: 50 },
    way: { type: 'http', url: `${device.url}/barrier`, method: 'GET', body: '' },
  };
  const keep = (was: string | null, changed: TypedOutput, authorization: string | null) =>
    call('keepOutput', { was, output: changed, authorization });
  expect(await keep(null, output, SECRET)).toMatchObject({ ok: true });
  const authorization = () => device.heard.at(-1)?.authorization;
  expect(await call('testOutput', { name: 'Barrier' })).toMatchObject({ ok: true });
  expect(authorization()).toBe(SECRET);

  // Another name, and the same server: it goes along. Another server: it does not.
  expect(await keep('Barrier', { ...output, name: 'Bar' }, null)).toMatchObject({ ok: true });
  await call('testOutput', { name: 'Bar' });
  expect(authorization()).toBe(SECRET);
  const files = readdirSync(dataDirectory, { recursive: true, withFileTypes: true });
  for (const { parentPath, name } of files.filter((file) => file.isFile())) {
    expect(readFileSync(join(parentPath, name)).includes(SECRET), name).toBe(false);
  }
  const told = [kiosk.state(), logger.lines, await call('outputs', null)];
  expect(JSON.stringify(told)).not.toContain(SECRET);
  expect(JSON.stringify(told)).toContain('"hasAuthorization":true');
  const way = { type: 'http', url: 'https://a.example/', method: 'GET', body: '' } as const;
  const elsewhere = { ...output, name: 'Bar', way };
  expect(await keep('Bar', elsewhere, null)).toMatchObject({ ok: true });
  expect(JSON.stringify(await call('outputs', null))).not.toContain('"hasAuthorization":true');

  expect(await keep(null, { ...output, name: 'Gate' }, null)).toMatchObject({
    ...{ ok: false, error: { type: 'same-name' } },
  });
  for (const [wrong, field] of [
    [{ ...output, name: ' ' }, 'name'],
    [{ ...output, follows: ['admit', 'reject'] }, 'follows'],
    [{ ...output, pulse: 60_000 }, 'pulse'],
    [{ ...output, way: { type: 'http', url: 'http://user:secret@10.0.0.1/' } }, 'url'],
    [{ ...output, way: { type: 'http', url: 'http://gate.example/' } }, 'url'],
    [{ ...output, way: { type: 'modbus', host: 'a b', coil: 1 } }, 'host'],
    [{ ...output, way: { type: 'modbus', host: 'a', coil: 1, input: -1 } }, 'input'],
    [{ ...output, way: { type: 'modbus', host: 'a', coil: 1, passWithin: 99 } }, 'passWithin'],
    [
      { ...output, purpose: 'signal', way: { type: 'modbus', host: 'a', coil: 1, input: 1 } },
      'input',
    ],
    [{ ...output, way: { type: 'mqtt', topic: 'gates/#' } }, 'topic'],
    [{ ...output, way: { type: 'serial', path: '/dev/ttyS0', on: '\\xA' } }, 'on'],
  ] as const) {
    expect(await keep(null, wrong, null)).toEqual({
      ...{ ok: false, error: { type: 'wrong', field } },
    });
  }
  const deep = JSON.parse('{ "type": "http", "url": { "in": ["another"] } }') as TypedOutput['way'];
  expect(await keep(null, { ...output, way: deep }, null), 'nobody can type that').toMatchObject({
    ...{ ok: false, error: { type: 'call-refused' } },
  });
  expect(await call('removeOutput', { name: 'Bar' })).toMatchObject({ ok: true });
  await eventually(() =>
    expect(kiosk.state().outputs.map(({ name }) => name)).toEqual(['Gate', 'Red']),
  );
});

test('whatever is scanned, and whatever the network does: no gate opens without an entry in the ledger, and none twice for one', async () => {
  const { boxOffice, device, network, kiosk, open, scan } = await openKiosk();
  await open();
  /** How many admissions are in the ledger. */
  const admitted = async () => {
    const filter = { kinds: ['admit' as const], basis: null, source: null, uploads: [] };
    const anytime = { from: null, until: null, code: null };
    const page = await kiosk.handlers.history({ filter: { ...filter, ...anytime }, before: null });
    return valueOf(page).entries.length;
  };
  const gate = () => device.heard.filter(({ url }) => url === '/gate/admit').length;
  const entriesAt: Promise<{ opened: number; entries: number }>[] = [];
  device.onHeard = () => {
    const opened = gate();
    entriesAt.push(admitted().then((entries) => ({ opened, entries })));
  };
  const codes = [
    ...boxOffice.barcodes('valid', 12),
    ...boxOffice.barcodes('voided', 2),
    ...boxOffice.barcodes('scanned', 2),
    'nobody knows this',
  ];
  const step = fc.record({
    code: fc.constantFrom(...codes),
    network: fc.constantFrom('good', 'good', 'reset'),
    device: fc.constantFrom('good', 'good', 'bad', 'dead'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      for (const { code, network: line, device: gateIs } of steps) {
        network.fault = () => (line === 'reset' ? { type: 'reset' } : null);
        device.answer =
          gateIs === 'dead' ? null : { status: gateIs === 'bad' ? 500 : 200, headers: {} };
        await scan(code);
      }
      for (const { opened, entries } of await Promise.all(entriesAt)) {
        expect(opened).toBeLessThanOrEqual(entries);
      }
      const { commands = 0, dropped = 0 } = kiosk.state().outputs[0] ?? {};
      expect(commands + dropped).toBeLessThanOrEqual(await admitted());
    }),
    { numRuns: 6 },
  );
  expect(gate(), 'somebody was let in').toBeGreaterThan(0);
  expect(gate()).toBeLessThanOrEqual(await admitted());
});

test.skipIf(lacksModbus)(
  'at a real Modbus gate that nobody goes through, the same ticket opens it once more; whoever goes through is counted',
  async () => {
    const { port, coils, readings, input } = await startModbus();
    const gate: OutputSetting = {
      ...{ name: 'Gate', purpose: 'gate', follows: ['admit'], pulse: 50 },
      way: {
        ...{ type: 'modbus', host: '127.0.0.1', port, unit: 1, coil: 3 },
        ...{ input: 5, passWithin: PASS_WITHIN.min },
      },
    };
    const { boxOffice, kiosk, open, scan } = await openKiosk(
      { outputTimings: PATIENT_OUTPUTS },
      { outputs: [gate] },
    );
    await open();
    const releases = () => kiosk.state().outputs[0]?.releases;
    const opened = () => coils().filter((line) => line === 'coil 3 1').length;
    const [code = '', next = ''] = boxOffice.barcodes('valid', 2);
    expect(await scan(code)).toMatchObject({ kind: 'admit', basis: 'platform' });
    await eventually(() => expect(releases()).toMatchObject({ count: 1, notPassed: 1 }));
    expect(opened()).toBe(1);
    expect(await scan(code)).toMatchObject({ kind: 'admit', basis: 'repeat', opensAgain: true });
    await eventually(() => expect(releases()).toMatchObject({ count: 2, notPassed: 2 }));
    expect(opened()).toBe(2);
    const again = await scan(code);
    expect(again).toMatchObject({ kind: 'admit', basis: 'repeat' });
    expect(again.opensAgain).toBeUndefined();
    expect(await scan(next)).toMatchObject({ kind: 'admit', basis: 'platform' });
    await eventually(() => expect(releases()).toMatchObject({ count: 3 }));
    // Whoever stands there at the first reading may be the guest before.
    const before = readings().length;
    await eventually(() => expect(readings().length).toBeGreaterThan(before));
    input(5, true);
    await eventually(() => expect(releases()).toMatchObject({ count: 3, passed: 1, notPassed: 2 }));
    expect(opened()).toBe(3);
  },
);
