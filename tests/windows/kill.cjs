// Ends a process as Windows' task manager does, without asking it: kill.cjs PROCESS-ID.
const { spawnSync } = require('node:child_process');

process.exitCode = spawnSync('taskkill', ['/F', '/PID', process.argv[2]], {
  stdio: 'ignore',
}).status;
