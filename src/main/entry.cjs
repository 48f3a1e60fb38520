/*
 * Electron's entry: what must be done before Electron is ready. Whether an ES module is loaded by
 * then depends on who loads it; this file is. Everything else is in index.ts.
 */
const { readFileSync } = require('node:fs');
const { join, resolve } = require('node:path');
const { app, protocol } = require('electron');
const { removeSwitches } = require('./hosts/electron/security/switches.cjs');
const { sayStartFailure } = require('./hosts/electron/start-failure.cjs');
const { openVersionStarts } = require('./hosts/electron/version-starts.cjs');

// While the kiosk is being developed, tests drive it through Chromium's debugger.
const removed = app.isPackaged ? removeSwitches(app.commandLine) : [];
for (const name of removed) process.stderr.write(`usher: --${name} is not for a kiosk\n`);

// Every process but the first, whatever a window says. For root Chromium has no sandbox.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();

// On Linux Chromium speaks only when it is told to, through the system's speech-dispatcher.
if (process.platform === 'linux') app.commandLine.appendSwitch('enable-speech-dispatcher');

protocol.registerSchemesAsPrivileged([
  // Its pages get an origin of their own and count as secure; nothing else is granted.
  { scheme: 'app', privileges: { standard: true, secure: true } },
]);

// Electron's own switch; set explicitly here, so that no data is ever stored anywhere else.
const userData = app.commandLine.getSwitchValue('user-data-dir');
if (userData !== '') app.setPath('userData', resolve(userData));

const say = (what, error) =>
  process.stderr.write(`usher: ${what} (${error?.name} ${error?.code})\n`);

const versionStarts = openVersionStarts({
  path: join(app.getPath('userData'), 'version-starts.json'),
  version: app.getVersion(),
  now: Date.now,
  boot: currentBoot(),
  system: process,
  onError: (error) => say('how the starts of this version go cannot be written down', error),
});

const sayFailure = () => sayStartFailure(require('electron'), versionStarts);

import('../../out/main/index.js')
  .then(({ start }) => start({ versionStarts, sayFailure }))
  .catch(async (error) => {
    say('this version cannot be loaded', error);
    versionStarts.begin();
    await sayFailure().catch(() => undefined);
    app.exit(1);
  });

/** Identifies the current run of the machine; null where the system does not tell. */
function currentBoot() {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return null;
  }
}
