import { app } from 'electron';
import { join, resolve } from 'node:path';
import { currentBoot } from './base/current-boot.ts';
import { recoverFromFailure } from './hosts/electron/recovery.ts';
import { isService } from './hosts/electron/relaunch.ts';
import { run } from './hosts/electron/run.ts';
import type { VersionStarts } from './hosts/electron/version-starts.cjs';
import { isOnlyInstance } from './hosts/electron/single-instance.ts';
import { parseCommandLine } from './hosts/host/command-line.ts';
import { openStartRecord } from './hosts/electron/start-record.ts';
import { thrownFacts } from './base/log/error-fact.ts';
import { systemClock } from './base/system-clock.ts';

/*
 * The Electron host's entry: decides whether this process may run, then calls `run`. entry.cjs
 * loads this module once the kiosk's scheme is registered.
 */

const out = resolve(import.meta.dirname, '..');

/** What entry.cjs hands over. */
interface Entry {
  readonly versionStarts: VersionStarts;
  /** Says in a dialog of the system that this version does not start. */
  readonly sayFailure: () => Promise<void>;
}

/** Called by entry.cjs, once. */
export function start({ versionStarts, sayFailure }: Entry): void {
  const args = process.argv.slice(1);
  const commandLine = parseCommandLine(args, process.env);
  if (!commandLine.ok) {
    process.stderr.write(`usher: ${commandLine.error}\n`);
    app.exit(2);
    return;
  }
  if (!isOnlyInstance()) {
    app.quit();
    return;
  }
  const record = isService(process.env)
    ? openStartRecord({
        path: join(app.getPath('userData'), 'starts.json'),
        now: () => systemClock.now(),
        boot: currentBoot(),
        onError(error) {
          const facts = JSON.stringify(thrownFacts(error));
          process.stderr.write(`usher: how the starts go cannot be written down ${facts}\n`);
        },
      })
    : null;
  const recovery = recoverFromFailure({
    ...{ args, record, clock: systemClock },
    onPauseFailed: () => void sayFailure().catch(() => undefined),
  });
  // The start that only shows a message is none.
  if (!recovery.isPausing) versionStarts.begin();
  app
    .whenReady()
    .then(() => run(commandLine.value, out, recovery, versionStarts))
    .catch((error: unknown) => recovery.fail('the kiosk cannot start', thrownFacts(error)));
}
