import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readVitest } from '../../../scripts/test/reports.ts';
import { counted } from '../../../scripts/test/run-stage.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('a report of a shape that nobody knows is a failure that names it, and says what is wrong with it', () => {
  const file = join(temporaryFolder(), 'report.json');
  writeFileSync(file, '{"results": []}');
  const { tally, cases } = counted({ file, read: readVitest }, 0);
  expect(tally).toMatchObject({ failed: 1 });
  expect(cases).toMatchObject([{ where: file, status: 'failed' }]);
  expect(cases[0]?.why).toContain('testResults');
});
