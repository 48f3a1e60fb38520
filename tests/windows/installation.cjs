// Runs an installer or uninstaller, or takes a step by hand, and writes what there is of an installation afterwards:
// installation.cjs FACTS-FILE [PROGRAM | STEP] [ARGUMENT ...].
const { spawnSync } = require('node:child_process');
const { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

const [factsFile, program, ...args] = process.argv.slice(2);
const folder = join(process.env.ProgramW6432 ?? process.env.ProgramFiles, 'Usher');
const data = join(process.env.APPDATA, 'Usher');
const settings = join(process.env.ProgramData, 'Usher');
const reg = (...of) => spawnSync('reg', of, { stdio: 'ignore' }).status === 0;
const key = 'HKLM\\Software\\Usher';
const steps = {
  'KEEP-DATA'() {
    mkdirSync(data, { recursive: true });
    writeFileSync(join(data, 'ledger.db'), 'scans');
  },
  'PUT-SETTINGS'(content) {
    mkdirSync(settings, { recursive: true });
    writeFileSync(join(settings, 'settings.json'), content);
  },
  'NAME-SETTINGS'() {
    reg('add', key, '/v', 'SettingsFile', '/d', join(settings, 'settings.json'), '/f', '/reg:64');
  },
  'REMOVE-SETTINGS'() {
    for (const folder of [settings, `${settings}.replaced`])
      rmSync(folder, { recursive: true, force: true });
  },
  'REMOVE-NAME'() {
    reg('delete', key, '/f', '/reg:64');
  },
};
steps[program]?.(...args);
const named = { UNINSTALL: join(folder, 'Uninstall Usher.exe') };
const status =
  program === undefined || program in steps
    ? null
    : // In its own folder, so that it ends when it is done.
      spawnSync(
        named[program] ?? program,
        [...args, ...(program in named ? [`_?=${folder}`] : [])],
        {
          stdio: 'ignore',
          windowsVerbatimArguments: true,
        },
      ).status;

const run = 'HKLM\\Software\\Microsoft\\Windows\\CurrentVersion\\Run';
writeFileSync(
  factsFile,
  JSON.stringify({
    status,
    program: existsSync(join(folder, 'Usher.exe')),
    autostart: reg('query', run, '/v', 'Usher', '/reg:64'),
    settingsFolder: existsSync(settings),
    settings: textOf(join(settings, 'settings.json')),
    replaced: textOf(join(`${settings}.replaced`, 'settings.json')),
    named: namedSettings(),
    ledger: existsSync(join(data, 'ledger.db')),
  }),
);

/** The text of a file; null where there is none. */
function textOf(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** The settings file that the registry names; null: none. */
function namedSettings() {
  const file = join(tmpdir(), `usher-${process.pid}.reg`);
  if (!reg('export', key, file, '/y', '/reg:64')) return null;
  const [, path] = /"SettingsFile"="(.*)"/.exec(readFileSync(file, 'utf16le')) ?? [];
  rmSync(file);
  return path?.replaceAll('\\\\', '\\') ?? null;
}
