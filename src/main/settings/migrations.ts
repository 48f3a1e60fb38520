import type { Options } from 'conf';

/**
 * What has to change in a settings file that an older version wrote: by the version that brought the
 * change, oldest first. The store runs those newer than the file, and notes how far it came.
 *
 * None yet. To add one: bump the version in package.json, add its function here, and a test that
 * opens a file of the version before.
 */
export const MIGRATIONS: NonNullable<Options<Record<string, unknown>>['migrations']> = {};
