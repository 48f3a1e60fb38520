import { startBoxOffice } from '#box-office/server.ts';
import { openPty } from '#tests/main/entrance/scanners/serial/pty.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { granted, openTheDoor, scan } from './support/operator.ts';
import {
  startPackagedKiosk,
  type PackagedKiosk,
  type StartOptions,
} from './support/packaged-kiosk.ts';

const PATIENCE = { timeout: 30_000 };
const REPORTS = 'test-results/package';

/** A kiosk that goes away with the test; if that fails, its last picture and its log stay. */
async function start(options: StartOptions): Promise<PackagedKiosk> {
  const kiosk = await startPackagedKiosk(options);
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') keep(kiosk);
    await kiosk.kill();
  });
  return kiosk;
}

const SQLITE = /^node_modules\/better-sqlite3\//;

function keep(kiosk: PackagedKiosk): void {
  mkdirSync(REPORTS, { recursive: true });
  writeFileSync(join(REPORTS, 'usher.log'), `${kiosk.log()}\n${kiosk.said()}`);
  spawnSync('scrot', ['--overwrite', join(REPORTS, 'screen.png')]);
}

test('the packaged kiosk signs in, scans with any scanner, and ends its session', async () => {
  const dataDirectory = temporaryFolder();
  const boxOffice = await startBoxOffice({ seed: 1 });
  onTestFinished(() => boxOffice.close());
  const port = join(dataDirectory, 'scanner');
  const serial = await openPty(port);
  onTestFinished(() => serial.unplug());
  const settings = join(dataDirectory, 'technician.json');
  writeFileSync(settings, JSON.stringify({ serialScanners: [{ path: port }] }));

  const kiosk = await start({
    dataDirectory,
    args: [`--base-url=${boxOffice.baseUrl}`, `--settings=${settings}`],
  });
  await openTheDoor(kiosk, boxOffice);

  const [typed = '', sent = ''] = boxOffice.barcodes('valid', 2);
  await scan(typed);
  await expect.poll(() => boxOffice.scansOf(typed), PATIENCE).toHaveLength(1);
  await expect.poll(() => kiosk.log(), PATIENCE).toMatch(/serial scanner .*state="ready"/);
  serial.send(`${sent}\r`);
  await expect.poll(() => boxOffice.scansOf(sent), PATIENCE).toHaveLength(1);
  expect(granted(boxOffice, 'POST', '/validateTicket')).toBe(2);

  // Both are built by threads whose code is in the archive.
  await expect.poll(() => kiosk.log(), PATIENCE).toContain('a snapshot is built');
  expect(kiosk.nativeModules().sort()).toEqual([
    expect.stringMatching(/^node_modules\/@serialport\/bindings-cpp\//),
    expect.stringMatching(SQLITE),
    expect.stringMatching(/^node_modules\/node-hid\//),
  ]);

  expect(await kiosk.terminate()).toBe(0);
  expect(granted(boxOffice, 'DELETE', '/invalidateToken')).toBe(1);
  expect(kiosk.log()).not.toContain('[error]');
});

test('whoever starts the packaged kiosk as a Node gets the kiosk, and its demonstration', async () => {
  const dataDirectory = temporaryFolder();
  const trace = join(dataDirectory, 'was-here');
  const intruder = join(dataDirectory, 'intruder.cjs');
  writeFileSync(intruder, `require('node:fs').writeFileSync(${JSON.stringify(trace)}, '')`);
  const kiosk = await start({
    dataDirectory,
    args: ['--demo', '--inspect=0', `--require=${intruder}`],
    env: { ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: `--require=${intruder}` },
  });
  await expect.poll(() => kiosk.log(), PATIENCE).toContain('started');
  expect(kiosk.nativeModulesOfUtilities(), 'the box office is a process of its own').toEqual([
    expect.stringMatching(SQLITE),
  ]);
  expect(await kiosk.terminate()).toBe(0);
  expect(kiosk.said()).not.toContain('Debugger listening');
  expect(existsSync(trace)).toBe(false);
});
