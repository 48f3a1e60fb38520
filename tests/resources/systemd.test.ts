import { hasSystemd } from '#tests/support/notify-socket.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const UNIT = 'resources/systemd/usher-kiosk.service';
const USERS = 'resources/systemd/usher-kiosk.sysusers';

/** What systemd makes of a unit, changed by a line. Neither cage nor Usher need be installed. */
function analysed(verb: readonly string[], change: (unit: string) => string = (unit) => unit) {
  const path = join(temporaryFolder(), 'usher-kiosk.service');
  const unit = readFileSync(UNIT, 'utf8').replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true');
  writeFileSync(path, change(unit));
  const { status, stdout, stderr } = spawnSync('systemd-analyze', [...verb, path], {
    encoding: 'utf8',
  });
  // It may have something to say of other units of this machine, too.
  const said = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('usher-kiosk'));
  return { isGood: status === 0 && !stderr.includes(path), said: said.join('\n') };
}

const VERIFY = ['verify', '--man=no'];
/** From 0, shut in, to 10, anything goes; in tenths. Ours is 3.3 in systemd 252. */
const SECURITY = ['security', '--offline=true', '--threshold=40', '--no-pager'];

describe('the unit of a machine that is nothing but a kiosk', () => {
  test('keeps Usher in the service, which otherwise would not hear from it', () => {
    const unit = readFileSync(UNIT, 'utf8');
    expect(unit).toMatch(/^Type=notify$/m);
    expect(unit).toMatch(/^NotifyAccess=all$/m);
    // systemd.exec(5): with it, whatever the main process starts belongs to a session of the user's.
    expect(unit).not.toMatch(/^PAMName=/m);
  });

  test('has what a session would give cage: a seat, and a folder while it runs', () => {
    const unit = readFileSync(UNIT, 'utf8');
    expect(unit).toMatch(/^Wants=seatd\.service$/m);
    expect(unit).toMatch(/^After=seatd\.service$/m);
    expect(unit).toMatch(/^Environment=LIBSEAT_BACKEND=seatd$/m);
    const folder = /^RuntimeDirectory=(.+)$/m.exec(unit)?.[1] ?? '';
    expect(unit.split('\n')).toContain(`Environment=XDG_RUNTIME_DIR=%t/${folder}`);
    expect(readFileSync(USERS, 'utf8')).toMatch(/^m usher video$/m);
  });

  test('is installed with all that it starts, by the words of the instructions', () => {
    const words = /^ *sudo apt install \.\/usher\S+ (.+)$/m.exec(
      readFileSync('docs/technician.md', 'utf8'),
    );
    // Debian's cage ends at once where Xwayland is not there.
    expect(words?.[1]?.split(' ').sort()).toEqual(['cage', 'procps', 'seatd', 'xwayland']);
  });

  test('has no crash leave its memory on the disk', () => {
    expect(readFileSync(UNIT, 'utf8')).toMatch(/^LimitCORE=0$/m);
  });

  test('leaves Chromium its sandbox, and V8 its compiler', () => {
    const unit = readFileSync(UNIT, 'utf8');
    expect(unit).not.toMatch(/^(MemoryDenyWriteExecute|PrivateDevices|PrivateUsers)=/m);
    expect(/^RestrictNamespaces=(.*)$/m.exec(unit)?.[1]?.split(' ')).toEqual(
      expect.arrayContaining(['user', 'pid', 'net']),
    );
  });
});

describe.skipIf(!hasSystemd)('systemd and the unit', () => {
  test('is understood by systemd, to its last line', () => {
    const { isGood, said } = analysed(VERIFY);
    expect(said).toBe('');
    expect(isGood).toBe(true);
  });

  test('would not be with a word that is wrong', () => {
    const wrong = (unit: string) => unit.replace('ProtectClock=', 'ProtectClocks=');
    expect(analysed(VERIFY, wrong).isGood).toBe(false);
    const without = (unit: string) => unit.replace(/^ExecStart=.*$/m, '');
    expect(analysed(VERIFY, without).isGood).toBe(false);
  });

  test('gives the kiosk no more than it needs', () => {
    const { isGood, said } = analysed(SECURITY);
    expect(isGood, said).toBe(true);
  });

  test('would give more without what shuts it in', () => {
    const open = (unit: string) => unit.replace(/^(Protect|Restrict|Capability|No)\w+=.*$/gm, '');
    expect(analysed(SECURITY, open).isGood).toBe(false);
  });

  test('runs as a user that systemd can make', () => {
    const root = temporaryFolder();
    mkdirSync(join(root, 'etc'));
    const { status, stdout, stderr } = spawnSync(
      'systemd-sysusers',
      [`--root=${root}`, join(process.cwd(), USERS)],
      {
        encoding: 'utf8',
      },
    );
    expect(status, `${stdout}${stderr}`).toBe(0);
    expect(readFileSync(join(root, 'etc/passwd'), 'utf8')).toMatch(
      /^usher:.*:\/var\/lib\/usher:\/usr\/sbin\/nologin$/m,
    );
    const groups = readFileSync(join(root, 'etc/group'), 'utf8');
    for (const group of ['audio', 'dialout', 'plugdev', 'render', 'video']) {
      expect(groups).toMatch(new RegExp(`^${group}:x:\\d+:usher$`, 'm'));
    }
  });
});
