import type Conf from 'conf';
import type { Options } from 'conf';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { Logger } from '#main/base/ports.ts';
import { renamePatiently } from '#main/base/rename-patiently.ts';
import { replaceFile } from '#main/base/vault/replace-file.ts';
import { MIGRATIONS } from './migrations.ts';
import { permitted, settingsSchema, type Settings } from './settings.ts';

type Content = Record<string, unknown>;

/** electron-store's class, or `conf`'s, which it extends, where there is no Electron. */
export type StoreClass = new (options: Options<Content>) => Conf<Content>;

/** The settings in their file. */
export interface SettingsFile {
  /** The settings that a provisioning file manages: writing them changes nothing. */
  readonly managed: readonly (keyof Settings)[];
  /** Where that file lies; null: there is none. */
  readonly managedBy: string | null;
  /** The same object until something is written. */
  read(): Settings;
  write(change: Partial<Settings>): void;
  /** Calls when something was written that is in force by then; returns how to stop. */
  onChange(listener: () => void): () => void;
}

export interface SettingsFileOptions {
  readonly directory: string;
  /** The application's version: decides which migrations have to run. */
  readonly version: string;
  readonly logger: Logger;
  /** Defaults to this version's own. */
  readonly migrations?: typeof MIGRATIONS;
}

/**
 * Opens `settings.json`, brings it up to date, and reads every setting for itself: one that makes no sense
 * gets its default and costs nothing else. A file that is no JSON is put aside, not deleted; then, and
 * where there is none any more, the copy of what was last written is used: without its server the kiosk
 * would have to ask for one. A disk that is full or read-only keeps no door closed: what is set then lasts
 * until the kiosk ends.
 */
export function openSettingsFile(Store: StoreClass, options: SettingsFileOptions): SettingsFile {
  const store = openStore(Store, options);
  const listeners = new Set<() => void>();
  let settings = parse(store.store, options.logger);
  let inForce = permitted(settings);
  keep();
  return {
    managed: [],
    managedBy: null,
    read: () => inForce,
    write(change) {
      settings = settingsSchema.parse({ ...settings, ...change });
      inForce = permitted(settings);
      keep();
      for (const listener of listeners) listener();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };

  function keep(): void {
    try {
      const content = { ...store.store, ...settings };
      store.store = content;
      replaceFile(lastGoodIn(options.directory), Buffer.from(JSON.stringify(content)));
    } catch (error) {
      if (!isOfTheSystem(error)) throw error;
      warnOfLoss(options.logger, error);
    }
  }
}

/** What is needed of a store. */
type OpenStore = Pick<Conf<Content>, 'store'>;

function openStore(Store: StoreClass, options: SettingsFileOptions): OpenStore {
  const { directory, version, logger, migrations = MIGRATIONS } = options;
  const storeOptions: Options<Content> & { name: string } = {
    cwd: directory,
    configName: 'settings',
    // What electron-store calls it, which else overrules it with its own.
    name: 'settings',
    projectVersion: version,
    migrations,
    clearInvalidConfig: false,
    // Nothing in it is secret, and nobody else has any business in it.
    configFileMode: 0o600,
  };
  const path = join(directory, 'settings.json');
  // The power may have failed between putting a file aside and putting its copy in its place.
  if (!existsSync(path)) return openAnew(directory, path, () => new Store(storeOptions), logger);
  try {
    return new Store(storeOptions);
  } catch (error) {
    const content = readContent(path);
    if (content !== null && isOfTheSystem(error)) {
      warnOfLoss(logger, error);
      return { store: content };
    }
    return openAnew(directory, path, () => new Store(storeOptions), logger);
  }
}

/** A copy of the settings as they were last written. */
function lastGoodIn(directory: string): string {
  return join(directory, 'settings.last-good.json');
}

function openAnew(
  directory: string,
  path: string,
  open: () => OpenStore,
  logger: Logger,
): OpenStore {
  const isThere = existsSync(path);
  const lastGood = readContent(lastGoodIn(directory));
  const inForce = lastGood === null ? 'defaults' : 'what was last written';
  if (isThere) logger.error('the settings file could not be read: it is put aside', { inForce });
  else if (lastGood !== null) logger.error('the settings file is gone', { inForce });
  try {
    if (isThere) renamePatiently(path, `${path}.unreadable-${Date.now()}`);
    if (lastGood !== null) replaceFile(path, Buffer.from(JSON.stringify(lastGood)));
    return open();
  } catch (error) {
    if (!isOfTheSystem(error)) throw error;
    warnOfLoss(logger, error);
    return { store: lastGood ?? {} };
  }
}

/** What the file says; null where it cannot be read, or is no JSON object. */
function readContent(path: string): Content | null {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}

/** Whether the file system said no: full, read-only, not ours to write. */
function isOfTheSystem(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

function warnOfLoss(logger: Logger, { code }: NodeJS.ErrnoException): void {
  logger.error('the settings could not be written, they last until the kiosk ends', {
    errorCode: code,
  });
}

function parse(content: Content, logger: Logger): Settings {
  const identity = { kioskId: randomUUID(), kioskName: hostname().slice(0, 60) || 'Usher' };
  const readable = Object.entries(settingsSchema.shape).flatMap(([name, schema]) => {
    if (content[name] === undefined) return [];
    const parsed = schema.safeParse(content[name]);
    if (!parsed.success)
      logger.warn('a setting makes no sense, its default is in force', { setting: name });
    return parsed.success ? [[name, parsed.data] as const] : [];
  });
  return settingsSchema.parse({ ...identity, ...Object.fromEntries(readable) });
}
