import { execFileSync, spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const BUSY = pathToFileURL('scripts/test/busy.ts').href;
/** Says which loops it has, and has nothing more to do. */
const BRIEFLY_BUSY = `
  import { beBusy } from '${BUSY}';
  import { execFileSync } from 'node:child_process';
  beBusy(2);
  console.log(execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' }));`;

test.skipIf(process.platform !== 'linux')(
  'who has kept the machine busy ends when the work is done, and the loops with it',
  () => {
    const args = ['--input-type=module', '-e', BRIEFLY_BUSY];
    const said = execFileSync(process.execPath, args, { encoding: 'utf8', timeout: 30_000 });
    const loops = [...said.matchAll(/^\s*(\d+) .*for \(;;\);/gm)].map(([, id = '']) => id);
    expect(loops).toHaveLength(2);
    for (const id of loops) {
      const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', id], { encoding: 'utf8' });
      expect(stdout, 'it is gone, or dead').not.toMatch(/^[^Z\s]/);
    }
  },
);
