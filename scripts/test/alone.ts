import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path/posix';

/** What a test changes for its whole process, or for all modules in it. */
const CHANGES_THE_PROCESS =
  /process\.env\[[^\]]+\] ?(?:\?\?)?=(?!=)|delete process\.env|process\.(?:chdir|umask)|useFakeTimers|resetModules|vi\.(?:stub|mock|doMock|setSystemTime)/;
/** What would judge others with it, by the memory of all, or may end the process if it fails. */
const IS_ABOUT_THE_PROCESS = /process\.memoryUsage|new ThreadEnd/;

/**
 * The tests that need a process of their own: those that change theirs, or are about it. The others share one, with the
 * modules in it, which to begin and to fill again would take a fifth of the time of all.
 *
 * @param patterns which tests, as globs
 */
export function testsAlone(root: string, patterns: readonly string[]): string[] {
  const tests = patterns.flatMap((pattern) => globSync(pattern, { cwd: root }));
  return tests
    .map(withSlashes)
    .filter((test) => needsItsOwn(readFileSync(join(root, test), 'utf8')));
}

function needsItsOwn(text: string): boolean {
  return CHANGES_THE_PROCESS.test(text) || IS_ABOUT_THE_PROCESS.test(text);
}

/** As patterns want it, on Windows too. */
function withSlashes(path: string): string {
  return path.replaceAll('\\', '/');
}
