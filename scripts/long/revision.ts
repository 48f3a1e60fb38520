import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';

/**
 * What is tested: the commit, shortened, and if the code differs from it, what it differs by, as a short
 * number. Figures are no code.
 */
export function revision(): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  const commit = git('rev-parse', '--short', 'HEAD');
  const isNew = git('ls-files', '--others', '--exclude-standard', '--', ':!docs').split('\n');
  const contents = isNew.flatMap((file) => (file === '' ? [] : [file, git('hash-object', file)]));
  const changed = [git('diff', 'HEAD', '--', ':!docs'), ...contents].join('\n').trim();
  if (changed === '') return commit;
  return `${commit} and changes ${createHash('sha256').update(changed).digest('hex').slice(0, 7)}`;
}
