import {
  autostartEntry,
  autostartPath,
  writeAutostart,
} from '#main/hosts/electron/autostart-file.ts';
import { followAutostart } from '#main/hosts/electron/autostart-by-file.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import { newKioskState, type StateChanges } from '#tests/support/kiosk-state.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { closeSync, existsSync, openSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

describe('the file that a desktop on Linux starts programs by', () => {
  test('lies where the desktop looks for it', () => {
    expect(autostartPath({}, '/home/door')).toBe('/home/door/.config/autostart/usher.desktop');
    expect(autostartPath({ XDG_CONFIG_HOME: '/etc/door' }, '/home/door')).toBe(
      '/etc/door/autostart/usher.desktop',
    );
    // To be passed over, says the specification.
    expect(autostartPath({ XDG_CONFIG_HOME: 'here' }, '/home/door')).toBe(
      '/home/door/.config/autostart/usher.desktop',
    );
  });

  test.each([
    ['/opt/Usher/usher', String.raw`Exec="/opt/Usher/usher"`],
    ['/home/a b/Usher.AppImage', String.raw`Exec="/home/a b/Usher.AppImage"`],
    ['/a"b/usher', String.raw`Exec="/a\\"b/usher"`],
    ['/a$b`c/usher', String.raw`Exec="/a\\$b\\` + '`' + String.raw`c/usher"`],
    ['/a\\b/usher', String.raw`Exec="/a\\\\b/usher"`],
    ['/100%f/usher', String.raw`Exec="/100%%f/usher"`],
  ])('starts %s, whatever stands in its path', (program, exec) => {
    expect(autostartEntry(program).split('\n')).toContain(exec);
  });

  test('is written in a folder that was not there, and goes again', () => {
    const path = join(temporaryFolder(), 'config', 'autostart', 'usher.desktop');
    writeAutostart(path, '/opt/Usher/usher');
    expect(readFileSync(path, 'utf8')).toBe(autostartEntry('/opt/Usher/usher'));
    writeAutostart(path, null);
    expect(existsSync(path)).toBe(false);
    // Also where there was none.
    writeAutostart(path, null);
  });

  test('is there and whole whenever power fails: replaced at once, and left alone while it is right', () => {
    const path = join(temporaryFolder(), 'usher.desktop');
    writeAutostart(path, '/opt/Usher/usher');
    const before = openSync(path, 'r');
    const { ino } = statSync(path);
    writeAutostart(path, '/opt/Usher/usher');
    expect(statSync(path).ino, 'a start like the one before').toBe(ino);
    writeAutostart(path, '/home/door/Usher.AppImage');
    expect(readFileSync(path, 'utf8')).toBe(autostartEntry('/home/door/Usher.AppImage'));
    expect(readFileSync(before, 'utf8')).toBe(autostartEntry('/opt/Usher/usher'));
    closeSync(before);
  });
});

describe('the system', () => {
  /** A kiosk whose settings change. */
  function follows(state: KioskState, tell: (on: boolean) => void = () => undefined) {
    const told: boolean[] = [];
    const outcomes: string[] = [];
    let listener: (next: KioskState) => void = () => undefined;
    followAutostart({
      kiosk: {
        state: () => state,
        onState(each) {
          listener = each;
          return () => undefined;
        },
      },
      tell(on) {
        told.push(on);
        tell(on);
      },
      onOutcome: (outcome) => outcomes.push(outcome),
      logger: new RecordingLogger(),
    });
    return { told, outcomes, change: (next: KioskState) => listener(next) };
  }
  const set = (autostart: boolean, changes: StateChanges = {}) => {
    const state = newKioskState(changes);
    return { ...state, settings: { ...state.settings, autostart } };
  };

  test('is told at the start, and when the setting changes', () => {
    const { told, outcomes, change } = follows(set(false));
    change(set(true));
    change(set(true, { waiting: 1 }));
    expect(told).toEqual([false, true]);
    expect(outcomes).toEqual(['possible', 'possible']);
  });

  test('hears nothing of what is set in a rehearsal', () => {
    const { told, change } = follows(set(true));
    change(set(false, { rehearsal: true }));
    expect(told).toEqual([true]);
  });

  test('may refuse, and that is said', () => {
    const { outcomes } = follows(set(true), () => {
      throw new Error('read-only');
    });
    expect(outcomes).toEqual(['failed']);
  });
});
