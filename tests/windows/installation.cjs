// Runs an installer or uninstaller, if one is named, and writes what there is of an installation afterwards:
// installation.cjs FACTS-FILE [PROGRAM ARGUMENT ...].
const { spawnSync } = require('node:child_process');
const { existsSync, mkdirSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const [factsFile, program, ...args] = process.argv.slice(2);
const folder = join(process.env.ProgramW6432 ?? process.env.ProgramFiles, 'Usher');
const data = join(process.env.APPDATA, 'Usher');
if (program === 'KEEP-DATA') {
  mkdirSync(data, { recursive: true });
  writeFileSync(join(data, 'ledger.db'), 'scans');
}
const named = { UNINSTALL: join(folder, 'Uninstall Usher.exe') };
const status =
  program === undefined || program === 'KEEP-DATA'
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
const query = ['query', run, '/v', 'Usher', '/reg:64'];
writeFileSync(
  factsFile,
  JSON.stringify({
    status,
    program: existsSync(join(folder, 'Usher.exe')),
    autostart: spawnSync('reg', query, { stdio: 'ignore' }).status === 0,
    settingsFolder: existsSync(join(process.env.ProgramData, 'Usher')),
    ledger: existsSync(join(data, 'ledger.db')),
  }),
);
