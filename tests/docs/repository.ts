import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };

/** Folders of Git, of packages and of builds. */
const NOT_OURS: ReadonlySet<string> = new Set([
  '.git',
  'coverage',
  'dist',
  'node_modules',
  'out',
  'paraglide',
  'test-results',
]);

/** Paths of all files and folders, from the repository's root. */
export const PATHS: readonly string[] = below('.').sort();

/** Paths of all Markdown pages, except the one that Paraglide writes. */
export const PAGES: readonly string[] = PATHS.filter(
  (path) => path.endsWith('.md') && !path.includes('project.inlang'),
);

/** Returns the text of a file of the repository. */
export function textOf(path: string): string {
  return readFileSync(path, 'utf8');
}

/** Returns what is between backticks in Markdown. */
export function quotedIn(text: string): string[] {
  return Array.from(text.matchAll(/`([^`\n]+)`/g), ([, quoted = '']) => quoted);
}

/** Returns the npm scripts that a text names and package.json does not have. */
export function missingScripts(text: string): string[] {
  const named = Array.from(text.matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)\b)/g));
  return named
    .map(([, run, itself = '']) => run ?? itself)
    .filter((script) => !(script in manifest.scripts));
}

function below(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !NOT_OURS.has(name))
    .flatMap((entry) => {
      const path = posix.join(folder, entry.name);
      return entry.isDirectory() ? [path, ...below(path)] : [path];
    });
}
