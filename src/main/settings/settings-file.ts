import type Conf from 'conf';
import type { Options } from 'conf';
import { existsSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { Logger } from '#main/base/ports.ts';
import { renamePatiently } from '#main/base/rename-patiently.ts';
import { replaceFile } from '#main/base/vault/replace-file.ts';
import { FIRST_START } from '#shared/model/first-start.ts';
import type { SettingSecrets } from '#shared/model/settings.ts';
import { MIGRATIONS } from './migrations.ts';
import { permitted, settingsSchema, type Settings } from './settings.ts';

type Content = Record<string, unknown>;

/** electron-store's class or, where there is no Electron, that of `conf`, which it extends. */
export type StoreClass = new (options: Options<Content>) => Conf<Content>;

/** The settings in their file. */
export interface SettingsFile {
  /** The settings that a provisioning file manages: writing them has no effect. */
  readonly managed: readonly (keyof Settings)[];
  /** The path of that file; null: there is none. */
  readonly managedBy: string | null;
  /** The same object until something is written. */
  read(): Settings;
  /** What must not be shown, written or logged. */
  secrets(): SettingSecrets;
  write(change: Partial<Settings>): void;
  /** Calls the listener after a write has taken effect; returns a function that unsubscribes. */
  onChange(listener: () => void): () => void;
}

/** The settings' own file has none. */
const NO_SECRETS: SettingSecrets = {
  venueKey: null,
  venuePassword: null,
  outputAuthorizations: null,
};

export interface SettingsFileOptions {
  readonly directory: string;
  /** The application's version: decides which migrations have to run. */
  readonly version: string;
  readonly logger: Logger;
  /** Defaults to this version's own. */
  readonly migrations?: typeof MIGRATIONS;
}

/**
 * Opens `settings.json`, runs its migrations, and reads each setting separately: an invalid one gets its
 * default and affects no other. A file that is not JSON is moved aside, not deleted; then, and when the
 * file is missing, the copy of the last written settings is used, so that the kiosk does not lose its
 * server's address. If the disk is full or read-only, settings last until the kiosk ends.
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
    secrets: () => NO_SECRETS,
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

/** The part of a store that is used. */
type OpenStore = Pick<Conf<Content>, 'store'>;

function openStore(Store: StoreClass, options: SettingsFileOptions): OpenStore {
  const { directory, version, logger, migrations = MIGRATIONS } = options;
  const storeOptions: Options<Content> & { name: string } = {
    cwd: directory,
    configName: 'settings',
    // electron-store's own option for the file's name, whose default would otherwise override `configName`.
    name: 'settings',
    projectVersion: version,
    migrations,
    clearInvalidConfig: false,
    // It contains no secrets, but other users have no need to read it.
    configFileMode: 0o600,
  };
  const path = join(directory, 'settings.json');
  // The power may have failed after the file was moved aside and before its copy was restored.
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

/** Returns the file's contents; null if it cannot be read or is no JSON object. */
function readContent(path: string): Content | null {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}

/** Whether the file system refused to write: disk full, read-only, or no permission. */
function isOfTheSystem(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

function warnOfLoss(logger: Logger, { code }: NodeJS.ErrnoException): void {
  logger.error('the settings could not be written, they last until the kiosk ends', {
    errorCode: code,
  });
}

function parse(content: Content, logger: Logger): Settings {
  const identity = { kioskName: hostname().slice(0, 60) || 'Usher' };
  const readable = Object.entries(settingsSchema.shape).flatMap(([name, schema]) => {
    if (content[name] === undefined) return [];
    const parsed = schema.safeParse(content[name]);
    if (!parsed.success)
      logger.warn('a setting makes no sense, its default is in force', { setting: name });
    return parsed.success ? [[name, parsed.data] as const] : [];
  });
  // Only a kiosk of which nothing is known asks the first questions: a prepared file has the answers.
  const start = readable.length === 0 ? { firstStart: FIRST_START } : {};
  return settingsSchema.parse({ ...identity, ...start, ...Object.fromEntries(readable) });
}
