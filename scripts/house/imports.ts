import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';
import ts from 'typescript';

/** The files of src/ by their paths, each with those that it imports; types count as well. */
export type Imports = ReadonlyMap<string, readonly string[]>;

const ALIAS = /^#(shared|main|box-office|conformance|renderer)\//;
const SCRIPT = /<script[^>]*>([^]*?)<\/script>/g;

/** Reads who imports whom from the code itself. What is generated is no file of ours. */
export function readImports(root: string): Imports {
  const files = globSync('src/**/*.{ts,cts,cjs,svelte}', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.includes('/paraglide/'))
    .sort();
  const known = new Set(files);
  return new Map(
    files.map((file) => {
      const { importedFiles } = ts.preProcessFile(codeOf(root, file), true, true);
      const found = importedFiles.map(({ fileName }) => pathOf(file, fileName));
      return [file, [...new Set(found)].filter((path) => known.has(path)).sort()];
    }),
  );
}

function codeOf(root: string, file: string): string {
  const source = readFileSync(join(root, file), 'utf8');
  if (!file.endsWith('.svelte')) return source;
  return [...source.matchAll(SCRIPT)].map(([, script = '']) => script).join('\n');
}

function pathOf(file: string, name: string): string {
  return name.startsWith('.')
    ? normalize(join(dirname(file), name))
    : name.replace(ALIAS, 'src/$1/');
}
