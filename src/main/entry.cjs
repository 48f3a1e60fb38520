/*
 * Electron's entry: what must be done before Electron is ready. Whether an ES module is loaded by
 * then depends on who loads it; this file is. Everything else is in index.ts.
 */
const { app, protocol } = require('electron');
const { removeSwitches } = require('./hosts/electron/security/switches.cjs');

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

void import('../../out/main/index.js');
