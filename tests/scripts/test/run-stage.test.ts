import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '#tests/support/eventually.ts';
import { readVitest } from '../../../scripts/test/reports.ts';
import { counted, runStage } from '../../../scripts/test/run-stage.ts';
import { RESULTS, STAGES, type Stage } from '../../../scripts/test/stages.ts';
import { toolOf } from '../../../scripts/test/tools.ts';
import { UNDER_WAY } from '../../../scripts/test/under-way.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('a report of a shape that nobody knows is a failure that names it, and says what is wrong with it', () => {
  const file = join(temporaryFolder(), 'report.json');
  writeFileSync(file, '{"results": []}');
  const { tally, cases } = counted({ file, read: readVitest }, 0);
  expect(tally).toMatchObject({ failed: 1 });
  expect(cases).toMatchObject([{ where: file, status: 'failed' }]);
  expect(cases[0]?.why).toContain('testResults');
});

const DONE = `import { test } from 'vitest';
  test('a guest comes', () => {});`;
/** Blocks its process, so that nothing within it can give it up. */
const HANGS = `import { test } from 'vitest';
  test('a guest never comes', () => {
    console.log('waiting');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });`;

test.skipIf(process.platform === 'win32')(
  'a stage that hangs is ended at its limit, has failed, and says which file had begun and not ended',
  async () => {
    // Where vitest finds itself, and no configuration.
    mkdirSync(RESULTS, { recursive: true });
    const folder = mkdtempSync(join(RESULTS, 'hanging-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'done.test.ts'), DONE);
    writeFileSync(join(folder, 'hangs.test.ts'), HANGS);
    const underWay = join(folder, 'under-way');
    const stage: Stage = {
      ...{ id: 'hangs', name: 'tests that hang', needs: [], cores: 1, after: [], minutes: 40 },
      command: [
        ...[process.execPath, toolOf('vitest'), 'run', `--root=${folder}`, '--reporter=verbose'],
        ...['--reporter', resolve('scripts/test/under-way-in-vitest.ts'), '--maxWorkers=2'],
      ],
      env: { [UNDER_WAY]: underWay },
      report: { file: join(folder, 'report.json'), read: readVitest, underWay },
    };
    const log = join(RESULTS, 'logs', 'tests-that-hang.log');
    onTestFinished(() => rmSync(log));
    const limit = new AbortController();
    const outcome = runStage(stage, limit.signal);
    onTestFinished(async () => {
      limit.abort();
      await outcome;
    });
    await eventually(() => {
      expect(readFileSync(log, 'utf8')).toContain('a guest comes');
      expect(readFileSync(underWay, 'utf8')).toContain('hangs.test.ts');
    });

    limit.abort();
    const { tally, cases, said } = await outcome;
    expect(tally).toEqual({ passed: 0, failed: 1, skipped: 0 });
    expect(said).toContain('a guest comes');
    expect(cases).toMatchObject([{ where: 'tests that hang', status: 'failed' }]);
    const why = cases[0]?.why ?? '';
    expect(why).toContain('ended after 40 minutes');
    expect(why).toContain('\nhangs.test.ts');
    expect(why).not.toContain('done.test.ts');
    expect(why).toContain('what was running');
  },
);

test('every stage has its limit, and tells what had begun where it has tests', () => {
  for (const { name, minutes, report, env, command } of STAGES) {
    expect(minutes, name).toBeGreaterThanOrEqual(30);
    if (report === null) continue;
    expect(env[UNDER_WAY], name).toBe(report.underWay);
    expect(command.join(' '), name).toMatch(/under-way-in-(vitest|playwright)/);
  }
});
