import { describe, expect, test } from 'vitest';
import { renamePatiently, type RenamePorts } from '#main/base/rename-patiently.ts';

function failing(code: string): Error {
  return Object.assign(new Error(code), { code, errno: -1 });
}

/** A system on which another program has the file open for the first so many tries. */
function heldFor(tries: number, code = 'EBUSY', platform: NodeJS.Platform = 'win32') {
  const told = { tries: 0, waited: 0 };
  const ports: RenamePorts = {
    platform,
    rename() {
      told.tries += 1;
      if (told.tries <= tries) throw failing(code);
    },
    pause(ms) {
      told.waited += ms;
    },
  };
  return { told, rename: () => renamePatiently('draft', 'settings.json', ports) };
}

describe('a file that another program has open on Windows', () => {
  test.each(['EBUSY', 'EPERM', 'EACCES'])('is waited for (%s)', (code) => {
    const { told, rename } = heldFor(3, code);
    rename();
    expect(told).toEqual({ tries: 4, waited: 70 });
  });

  test('is given up after half a second, with what the system says', () => {
    const { told, rename } = heldFor(Infinity);
    expect(rename).toThrow('EBUSY');
    expect(told).toEqual({ tries: 7, waited: 500 });
  });
});

test('what will not change by waiting is not waited for', () => {
  const full = heldFor(Infinity, 'ENOSPC');
  expect(full.rename).toThrow('ENOSPC');
  const elsewhere = heldFor(Infinity, 'EACCES', 'linux');
  expect(elsewhere.rename).toThrow('EACCES');
  expect([full.told, elsewhere.told]).toEqual(Array(2).fill({ tries: 1, waited: 0 }));
});
