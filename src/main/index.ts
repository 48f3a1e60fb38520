import { app } from 'electron';
import { resolve } from 'node:path';
import { run } from './electron/run.ts';
import { isOnlyInstance } from './electron/single-instance.ts';
import { parseCommandLine } from './host/command-line.ts';

/*
 * Electron's side of the kiosk: who may run, and then `run`, which reads like a table of contents.
 * entry.cjs loads this once the kiosk's scheme is registered.
 */

const out = resolve(import.meta.dirname, '..');
const commandLine = parseCommandLine(process.argv.slice(1), process.env);

// Electron's own switch; said again here, so that nothing is ever kept elsewhere than it says.
const userData = app.commandLine.getSwitchValue('user-data-dir');
if (userData !== '') app.setPath('userData', resolve(userData));

if (!commandLine.ok) {
  process.stderr.write(`usher: ${commandLine.error}\n`);
  app.exit(2);
} else if (!isOnlyInstance()) {
  app.quit();
} else {
  app
    .whenReady()
    .then(() => run(commandLine.value, out))
    .catch((error: unknown) => {
      process.stderr.write(`usher: ${error instanceof Error ? error.stack : 'cannot start'}\n`);
      app.exit(1);
    });
}
