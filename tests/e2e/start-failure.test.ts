import { _electron, expect } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { currentBoot } from '#main/base/current-boot.ts';
import manifest from '../../package.json' with { type: 'json' };
import { expectScreen } from './support/door.ts';
import { FOR_ROOT, test } from './support/kiosk.ts';
import { SEES_PROCESSES } from './support/processes.ts';
import { HAS_SCREEN } from './support/screen.ts';
import { keepScreenshot } from './support/screenshot.ts';

test.skip(!SEES_PROCESSES || !HAS_SCREEN, 'needs a display that can be asked for its windows');

const RECORD = 'version-starts.json';

interface VersionRecord {
  readonly version: string;
  readonly failed: number;
  readonly isGood: boolean;
}

const recordIn = (folder: string): VersionRecord =>
  JSON.parse(readFileSync(join(folder, RECORD), 'utf8')) as VersionRecord;

test('a version that failed to start three times says so, and how to go back', async ({
  startKiosk,
  boxOffice,
  dataDirectory,
}) => {
  const since = Date.UTC(2026, 10, 20, 18);
  const record = { version: manifest.version, failed: 3, since, previous: '0.0.9' };
  writeFileSync(
    join(dataDirectory, RECORD),
    JSON.stringify({ ...record, boot: currentBoot(), isGood: false }),
  );
  const args = [`--base-url=${boxOffice.baseUrl}`];
  const failing = await startKiosk({ args: [...args, '--started-again=3'] });
  const { page } = failing;
  await expectScreen(page, 'fault');
  await expect(page.getByRole('alert')).toContainText('does not start.');
  await expect(page.getByText('usher_0.0.9_')).toBeVisible();
  await keepScreenshot(page, 'start-failure');
  expect(recordIn(dataDirectory), 'a start that only says so is none').toMatchObject(record);
  await failing.close();

  const next = await startKiosk({ args });
  await expectScreen(next.page, 'sign-in');
  await expect
    .poll(() => recordIn(dataDirectory))
    .toMatchObject({ failed: 0, isGood: true, previous: '0.0.9' });
});

test('a version that cannot be loaded says so in a dialog, and ends', async ({ dataDirectory }) => {
  const application = join(dataDirectory, 'application');
  cpSync('package.json', join(application, 'package.json'));
  for (const folder of ['src/main', 'src/renderer/i18n/messages']) {
    cpSync(folder, join(application, folder), {
      recursive: true,
      filter: (path) => !path.endsWith('.ts'),
    });
  }
  mkdirSync(join(application, 'out/main'), { recursive: true });
  writeFileSync(join(application, 'out/main/index.js'), "import 'not-there';\n");

  const app = await _electron.launch({
    args: [...FOR_ROOT, application, `--user-data-dir=${dataDirectory}`],
  });
  const ended = once(app.process(), 'exit');
  let dialog = '';
  await expect
    .poll(() => (dialog = windowOf(app.process().pid ?? 0)), { timeout: 15_000 })
    .not.toBe('');
  expect(recordIn(dataDirectory)).toMatchObject({ version: manifest.version, failed: 1 });
  execFileSync('xdotool', ['windowfocus', '--sync', dialog, 'key', 'Return']);
  expect(await ended).toEqual([1, null]);
});

/** The visible window of a process on the display; empty: it has none. */
function windowOf(id: number): string {
  try {
    const args = ['search', '--onlyvisible', '--all', '--pid', String(id), '--name', 'Usher'];
    return execFileSync('xdotool', args, { encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return '';
  }
}
