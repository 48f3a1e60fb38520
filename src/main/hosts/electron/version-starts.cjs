/*
 * Counts how often this version has failed to start, across processes. Electron's entry loads this file before
 * anything that is built: so it also counts starts at which nothing else can be loaded, and needs Node alone.
 */
const {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  writeFileSync,
} = require('node:fs');
const { dirname, isAbsolute, relative } = require('node:path');

/** A version has failed to start after so many starts in a row that showed no screen. */
const FAILED_STARTS = 3;
const NOTHING = { version: '', failed: 0, since: null, boot: null, isGood: false, previous: null };

/** What the file says; one that is missing or damaged says nothing, and never keeps a start from happening. */
function readRecord(path) {
  try {
    const read = JSON.parse(readFileSync(path, 'utf8'));
    const isRecord =
      isVersion(read.version) &&
      Number.isInteger(read.failed) &&
      (read.failed === 0 || isTime(read.since)) &&
      (read.previous === null || isVersion(read.previous));
    return isRecord ? { ...NOTHING, ...read } : NOTHING;
  } catch {
    return NOTHING;
  }
}

const isVersion = (value) => typeof value === 'string' && /^\d[\w.-]{0,40}$/.test(value);
const isTime = (value) => Number.isFinite(value) && Math.abs(value) < 8e15;

function openVersionStarts({ path, version, now, boot, system, onError }) {
  const before = readRecord(path);
  const isSame = before.version === version;
  const wasCut = before.boot !== boot;
  // A start during which the machine lost its power is no failure.
  const failed = isSame ? Math.max(0, before.failed - (wasCut ? 1 : 0)) : 0;
  const since = failed > 0 ? before.since : null;
  const previous = isSame ? before.previous : before.isGood ? before.version : before.previous;
  const isGood = isSame && before.isGood === true;
  let isOver = true;

  function write(changes) {
    try {
      mkdirSync(dirname(path), { recursive: true });
      const record = { version, failed, since, boot, isGood, previous, ...changes };
      writeFileSync(`${path}.new`, JSON.stringify(record), { mode: 0o600 });
      renameSync(`${path}.new`, path);
    } catch (error) {
      onError(error);
    }
  }

  function end(changes) {
    if (isOver) return;
    isOver = true;
    write(changes);
  }

  return {
    version,
    get goBack() {
      return previous === null ? null : { version: previous, use: wayBack(previous, system) };
    },
    since: since ?? now(),
    hasFailed: failed >= FAILED_STARTS,
    begin() {
      isOver = false;
      write({ failed: failed + 1, since: since ?? now() });
    },
    ready: () => end({ failed: 0, since: null, isGood: true }),
    cancel: () => end({}),
  };
}

/** What installs the previous version: a command, or the name of an installer. */
function wayBack(previous, { platform, arch, env, execPath }) {
  if (platform === 'win32') return `Usher Setup ${previous}.exe`;
  if (platform === 'darwin') return `Usher-${previous}.dmg`;
  const file = appImageOf(env, execPath);
  if (file === null) {
    const processor = arch === 'x64' ? 'amd64' : arch;
    return `sudo apt install --allow-downgrades ./usher_${previous}_${processor}.deb`;
  }
  return existsSync(`${file}.previous`)
    ? `mv "${file}.previous" "${file}"`
    : `Usher-${previous}.AppImage`;
}

/** As in app-image.ts, which is built. */
function appImageOf({ APPIMAGE: file, APPDIR: mount }, execPath) {
  if (!file || !mount) return null;
  try {
    const inside = relative(realpathSync(mount), execPath);
    return inside.startsWith('..') || isAbsolute(inside) ? null : file;
  } catch {
    return null;
  }
}

module.exports = { openVersionStarts };
