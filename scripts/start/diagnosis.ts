import type { Result } from '#shared/result.ts';
import type { Environment } from './arguments.ts';
import { debianPackages } from './debian-packages.ts';

/** What is looked at to tell whether Electron can run here. */
export interface Probes {
  readonly platform: NodeJS.Platform;
  readonly env: Environment;
  readonly isRoot: boolean;
  /** The path of Electron's executable; downloads it if it is not there. Failing, says why. */
  readonly electron: () => Promise<Result<string, string>>;
  readonly exists: (path: string) => boolean;
  /** The names of the shared libraries that an executable needs and the system lacks. */
  readonly missingLibraries: (executable: string) => readonly string[];
  /** Whether apt knows a package; null where there is no apt. */
  readonly aptKnows: ((name: string) => boolean) | null;
}

/** Whether Electron can run here; if not, why, and what can be done, a line each. */
export type Diagnosis =
  | { readonly type: 'ready'; readonly executable: string }
  | { readonly type: 'unable'; readonly why: string; readonly advice: readonly string[] };

/** Looks for what Electron needs, cheapest first: nothing is downloaded where no screen would show it. */
export async function diagnose(probes: Probes): Promise<Diagnosis> {
  const { platform, env } = probes;
  if (platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY']) {
    return {
      type: 'unable',
      why: 'there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)',
      advice: ['Start it in a desktop session, or on a screen of its own: xvfb-run -a npm start'],
    };
  }
  const electron = await probes.electron();
  if (!electron.ok) {
    return {
      type: 'unable',
      why: `its program is not here and could not be downloaded (${electron.error})`,
      advice: WAYS_TO_GET_ELECTRON,
    };
  }
  const executable = electron.value;
  if (!probes.exists(executable)) {
    return {
      type: 'unable',
      why: `${executable} does not exist, where ELECTRON_OVERRIDE_DIST_PATH points to`,
      advice: WAYS_TO_GET_ELECTRON,
    };
  }
  const missing = platform === 'linux' ? probes.missingLibraries(executable) : [];
  if (missing.length > 0) {
    return {
      type: 'unable',
      why: `the system lacks ${missing.join(', ')}`,
      advice: [howToInstall(missing, probes)],
    };
  }
  return { type: 'ready', executable };
}

/** What can be done where Electron was there and would not start. */
export function diedAtOnce(how: string): Diagnosis {
  return {
    type: 'unable',
    why: `it ended at once (${how})`,
    advice: ['Its own words are above; the sandbox may be forbidden to this user.'],
  };
}

/** A diagnosis in words, a line each. */
export function inWords({ why, advice }: Extract<Diagnosis, { type: 'unable' }>): string {
  return [`Electron cannot run here: ${why}.`, ...advice.map((line) => `  ${line}`)].join('\n');
}

const WAYS_TO_GET_ELECTRON = [
  'Download it from a mirror:       ELECTRON_MIRROR=https://MIRROR/ npm start',
  'Use one that is unpacked in DIR: ELECTRON_OVERRIDE_DIST_PATH=DIR npm start',
];

function howToInstall(libraries: readonly string[], { aptKnows, isRoot }: Probes): string {
  const packages = aptKnows === null ? [] : debianPackages(libraries, aptKnows);
  if (packages.length === 0) return 'Install the packages that bring them.';
  return `Install them: ${isRoot ? '' : 'sudo '}apt-get install ${packages.join(' ')}`;
}
