import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';

/** What leaves something behind in its process, or may take it down: such tests get one of their own. */
const LEAVES_TRACES = [
  'better-sqlite3',
  'undici',
  'vite',
  'node:child_process',
  'node:http',
  'node:net',
  'node:worker_threads',
];
/** What a test changes for its whole process. */
const CHANGES_THE_PROCESS =
  /process\.env\[[^\]]+\] ?=|useFakeTimers|resetModules|vi\.stub|process\.chdir/;

const IMPORT =
  /^(?:import|export)(?! type\b)[^;]*?from '([^']+)';|^import '([^']+)';|import\('([^']+)'\)/gm;
const ALIAS = /^#(shared|main|box-office|conformance|renderer)\//;

/**
 * The tests that need a process of their own: all whose imports reach a database, a network, a thread or
 * another process, and those that change their own. The others share one, which halves what they cost.
 *
 * @param patterns which tests, as globs
 */
export function testsAlone(root: string, patterns: readonly string[]): string[] {
  const imports = new Map<string, readonly string[]>();
  const importsOf = (file: string): readonly string[] => {
    const known = imports.get(file);
    if (known !== undefined) return known;
    const found = importsIn(root, file);
    imports.set(file, found);
    return found;
  };
  const tests = patterns.flatMap((pattern) => globSync(pattern, { cwd: root }));
  return tests.map(withSlashes).filter((test) => {
    if (CHANGES_THE_PROCESS.test(readFileSync(join(root, test), 'utf8'))) return true;
    return [...reached(test, importsOf)].some((name) => LEAVES_TRACES.includes(name));
  });
}

/** As patterns want it, on Windows too. */
function withSlashes(path: string): string {
  return path.replaceAll('\\', '/');
}

/** Everything that a file imports, and what that imports: files by their path, packages by their name. */
function reached(
  test: string,
  importsOf: (file: string) => readonly string[],
): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [test];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    for (const name of importsOf(file)) {
      // What is quoted in a test of imports is no file.
      if (!found.has(name) && name.endsWith('.ts') && !name.startsWith('#')) open.push(name);
      found.add(name);
    }
  }
  return found;
}

/** What a file of ours imports when it runs; types are gone by then. */
function importsIn(root: string, file: string): readonly string[] {
  const source = readFileSync(join(root, file), 'utf8');
  return [...source.matchAll(IMPORT)].map(([, from, whole, later]) => {
    const name = from ?? whole ?? later ?? '';
    const path = name.startsWith('.')
      ? normalize(join(dirname(file), name))
      : name.replace(ALIAS, 'src/$1/').replace(/^#tests\//, 'tests/');
    return existsSync(join(root, path)) ? path : name;
  });
}
