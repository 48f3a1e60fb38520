// Starts a built script with Windows' Node, and leaves its process id in a file: start.cjs PID-FILE SCRIPT [ARGUMENT ...].
const { writeFileSync } = require('node:fs');
const { resolve } = require('node:path');
const { pathToFileURL } = require('node:url');

const [pidFile, script, ...args] = process.argv.slice(2);
writeFileSync(pidFile, String(process.pid));
process.argv.splice(1, Infinity, resolve(script), ...args);
void import(pathToFileURL(resolve(script)).href);
