import type { Case } from '../test/reports.ts';

/** A test that does not hold on Windows’ Node where it is run here, and why. */
export interface LeftOut {
  /** Its file and its name, as reports have them; or the file alone for all of its tests, which are not run then. */
  readonly where: string;
  readonly why: string;
}

/** Those that are known. One that holds after all is taken off: the run complains of it. */
export const LEFT_OUT: readonly LeftOut[] = [
  {
    where: 'tests/main/hosts/electron/app-image.test.ts',
    why: 'an AppImage is started by a shell of Linux',
  },
  {
    where: 'tests/main/hosts/electron/autostart-by-file.test.ts',
    why: 'only desktops on Linux start programs by such a file',
  },
  {
    where: 'tests/main/operations/updates/replace-program.test.ts',
    why: 'only an AppImage is replaced while it runs; Windows has its installer',
  },
  {
    where: 'tests/main/entrance/scanners/hid/linux-sysfs.test.ts',
    why: 'sysfs is of Linux',
  },
  {
    where: 'tests/main/entrance/scanners/serial/linux-ports.test.ts',
    why: 'ports with paths below /dev are of Linux',
  },
  {
    where:
      'tests/main/snapshot/snapshots.test.ts › a folder that is gone in the middle of a refresh costs that refresh alone',
    why: 'Windows removes no folder in which a file is open: there it cannot be gone',
  },
  {
    where:
      'tests/main/snapshot/snapshots.test.ts › a folder that is gone does not keep the kiosk from forgetting',
    why: 'Windows removes no folder in which a file is open: there it cannot be gone',
  },
  {
    where: 'tests/main/base/thread-end.test.ts',
    why: 'its thread loads SQLite as the machine has it, which Wine cannot: there it is of Linux',
  },
  {
    where: 'tests/main/base/image-type.test.ts',
    why: 'the library that writes its pictures is not one that Wine can load',
  },
  {
    where: 'tests/main/platform/programme/weight.test.ts',
    why: 'what it holds up no verdict by is measured, and Wine makes every call to the system dearer',
  },
];

/** The files of which no test is run. */
export function filesLeftOut(leftOut: readonly LeftOut[]): readonly string[] {
  return leftOut.flatMap(({ where }) => (where.endsWith('.ts') ? [where] : []));
}

/** What is wrong with a run: what failed and is not known to, and what is known to and did not fail. */
export function complaintsOf(
  cases: readonly Case[],
  leftOut: readonly LeftOut[],
): readonly { readonly where: string; readonly why: string }[] {
  const files = filesLeftOut(leftOut);
  const known = new Set(leftOut.map(({ where }) => where));
  const failed = cases.filter(({ status }) => status === 'failed');
  const failing = new Set(failed.map(({ where }) => where));
  const stale = leftOut.filter(({ where }) => !files.includes(where) && !failing.has(where));
  return [
    ...failed.filter(({ where }) => !known.has(where)),
    ...stale.map(({ where }) => ({ where, why: 'is left out, and holds, or is not there' })),
  ];
}
