// Starts a built script with Windows' Node, and leaves its process id in a file: start.cjs PID-FILE SCRIPT [ARGUMENT ...].
const { writeFileSync } = require('node:fs');
const { resolve } = require('node:path');
const { pathToFileURL } = require('node:url');

// SLOW_NAMES: each name takes so many milliseconds to resolve, as with a name server that does not answer.
const dns = require('node:dns');
const slow = Number(process.env.SLOW_NAMES ?? 0);
if (slow > 0) {
  const { lookup } = dns;
  dns.lookup = (...args) => void setTimeout(() => lookup(...args), slow);
  const { lookup: lookupByPromise } = dns.promises;
  dns.promises.lookup = async (...args) => {
    await new Promise((resolve) => setTimeout(resolve, slow));
    return lookupByPromise(...args);
  };
}

const [pidFile, script, ...args] = process.argv.slice(2);
writeFileSync(pidFile, String(process.pid));
process.argv.splice(1, Infinity, resolve(script), ...args);
void import(pathToFileURL(resolve(script)).href);
