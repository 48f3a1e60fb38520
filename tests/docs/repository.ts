import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };

/** Git's own, and what is made of the sources. */
const NOT_OURS: ReadonlySet<string> = new Set([
  '.git',
  'coverage',
  'dist',
  'node_modules',
  'out',
  'paraglide',
  'test-results',
]);

/** All files and folders of the repository, by their paths from its root. */
export const PATHS: readonly string[] = below('.').sort();

/** What people read: every page of Markdown, by its path. Paraglide writes one of its own. */
export const PAGES: readonly string[] = PATHS.filter(
  (path) => path.endsWith('.md') && !path.includes('project.inlang'),
);

/** A file of the repository. */
export function textOf(path: string): string {
  return readFileSync(path, 'utf8');
}

/** What stands between backticks in a line of Markdown. */
export function quotedIn(text: string): string[] {
  return Array.from(text.matchAll(/`([^`\n]+)`/g), ([, quoted = '']) => quoted);
}

/** The scripts that a text has npm run, and package.json does not have. */
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
