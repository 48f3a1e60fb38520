import { forkNodeProcess } from '#main/rehearsal/demo/node-process.ts';
import { parseBrowserCommandLine } from '#main/hosts/host/command-line.ts';
import { resolve } from 'node:path';
import { serveKiosk } from './serve-kiosk.ts';

/*
 * The same kiosk under plain Node, shown in a browser of this machine: for where Electron cannot run.
 */

const out = resolve(import.meta.dirname, '..');
const commandLine = parseBrowserCommandLine(process.argv.slice(2), process.env);
if (commandLine.ok) {
  const served = await serveKiosk({
    commandLine: commandLine.value,
    root: resolve(out, 'renderer'),
    workers: {
      programme: resolve(out, 'main', 'programme-worker.js'),
      snapshot: resolve(out, 'main', 'snapshot-worker.js'),
      tickets: resolve(out, 'main', 'ticket-worker.js'),
      house: resolve(out, 'main', 'house-worker.js'),
    },
    housePage: resolve(out, 'main', 'house-page.js'),
    forkBoxOffice: forkNodeProcess(resolve(out, 'main', 'box-office.js')),
  });
  if (!served.ok) fail(served.error, 1);
} else {
  fail(commandLine.error, 2);
}

function fail(why: string, exitCode: number): void {
  process.stderr.write(`usher: ${why}\n`);
  process.exitCode = exitCode;
}
