import type Conf from 'conf';
import type { Options } from 'conf';
import { randomUUID } from 'node:crypto';
import { existsSync, renameSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Logger } from '../ports.ts';
import { MIGRATIONS } from './migrations.ts';
import { settingsSchema, type Settings } from './settings.ts';

type Content = Record<string, unknown>;

/** electron-store's class, or `conf`'s, which it extends, where there is no Electron. */
export type StoreClass = new (options: Options<Content>) => Conf<Content>;

/** The settings in their file. */
export interface SettingsFile {
  read(): Settings;
  write(change: Partial<Settings>): void;
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
 * Opens `settings.json`, brings it up to date, and reads every setting for itself: one that makes no
 * sense gets its default and costs nothing else. A file that is no JSON is put aside, not deleted.
 */
export function openSettingsFile(Store: StoreClass, options: SettingsFileOptions): SettingsFile {
  const store = openStore(Store, options);
  let settings = parse(store.store, options.logger);
  store.store = { ...store.store, ...settings };
  return {
    read: () => settings,
    write(change) {
      settings = settingsSchema.parse({ ...settings, ...change });
      store.store = { ...store.store, ...settings };
    },
  };
}

function openStore(Store: StoreClass, options: SettingsFileOptions) {
  const { directory, version, logger, migrations = MIGRATIONS } = options;
  const storeOptions: Options<Content> & { name: string } = {
    cwd: directory,
    configName: 'settings',
    // What electron-store calls it, which else overrules it with its own.
    name: 'settings',
    projectVersion: version,
    migrations,
    clearInvalidConfig: false,
  };
  try {
    return new Store(storeOptions);
  } catch (error) {
    const path = join(directory, 'settings.json');
    if (!existsSync(path)) throw error;
    renameSync(path, `${path}.unreadable-${Date.now()}`);
    logger.error('the settings file could not be read: it is put aside, defaults are in force');
    return new Store(storeOptions);
  }
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
