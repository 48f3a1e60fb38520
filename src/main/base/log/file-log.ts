import log from 'electron-log/node';
import { renameSync, truncateSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { LogFacts, Logger } from '#main/base/ports.ts';
import { maskFact, maskText } from './mask.ts';

export interface FileLogOptions {
  /** Whether it is written to the console, too. */
  readonly console: boolean;
  /** A file that has grown beyond this, in bytes, becomes `usher.old.log`, and a new one begins. */
  readonly largestFile?: number;
}

const LARGEST_FILE = 5 * 1024 * 1024;

/** A log that cannot be renamed grows to this many times its size before it is emptied. */
const GROWS_TO = 4;

/**
 * A log in `directory`, rotating, one line an event: time, level, part of the kiosk, text and facts,
 * each of them masked. Nothing else writes to it.
 */
export function openFileLog(directory: string, options: FileLogOptions): Logger {
  const instance = log.create({ logId: directory });
  instance.transports.file.resolvePathFn = () => join(directory, 'usher.log');
  const largest = options.largestFile ?? LARGEST_FILE;
  instance.transports.file.maxSize = largest;
  instance.transports.file.archiveLogFn = (file) => giveWay(file, largest);
  instance.transports.file.writeOptions = { flag: 'a', mode: 0o600, encoding: 'utf8' };
  instance.transports.console.level = options.console ? 'info' : false;
  return scoped(instance, undefined);
}

/**
 * Renames a log that has grown large. On Windows another program may have one of the two files open: then the log
 * goes on, and is renamed with a later line. electron-log itself would drop most of it.
 */
function giveWay(file: { readonly path: string; readonly size: number }, largest: number): void {
  try {
    renameSync(file.path, join(dirname(file.path), 'usher.old.log'));
  } catch {
    if (file.size > GROWS_TO * largest) truncateSync(file.path);
  }
}

type Instance = ReturnType<typeof log.create>;

function scoped(instance: Instance, name: string | undefined): Logger {
  const target = name === undefined ? instance : instance.scope(name);
  return {
    info: (message, facts) => target.info(line(message, facts)),
    warn: (message, facts) => target.warn(line(message, facts)),
    error: (message, facts) => target.error(line(message, facts)),
    scope: (part) => scoped(instance, name === undefined ? part : `${name}/${part}`),
  };
}

function line(message: string, facts: LogFacts = {}): string {
  const written = Object.entries(facts)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${JSON.stringify(maskFact(name, value))}`);
  return [maskText(message), ...written].join(' ');
}
