import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { smallDisk } from '../ledger/small-disk.ts';
import { openEvening, SECOND } from './support/evening.ts';

/** Fills what is left of a disk; returns the file that does. */
function fill(disk: string): string {
  const ballast = join(disk, 'ballast');
  for (let size = 4 * 1024 ** 2; size >= 512; size /= 2) {
    try {
      for (;;) writeFileSync(ballast, Buffer.alloc(size), { flag: 'a' });
    } catch {
      // As much as there was room for is written.
    }
  }
  return ballast;
}

test('whose admission cannot be recorded is let in by nobody; there is a fault, and it goes by itself', async ({
  skip,
}) => {
  const folder = smallDisk(8) ?? skip('this user cannot mount a disk');
  const evening = await openEvening();
  const kiosk = await evening.kiosk({ folder });
  await kiosk.signIn();
  await kiosk.choose();
  await evening.quiet();
  const ballast = fill(folder);

  const codes = evening.tickets('valid', 40);
  let refused = '';
  for (const code of codes) {
    const told = await kiosk.scan(code);
    if (told === null) {
      refused = code;
      break;
    }
  }
  expect(refused, 'there is no more room').not.toBe('');
  expect(kiosk.state()).toMatchObject({
    fault: { type: 'ledger', code: 'disk-full', quarantined: null },
    waiting: 0,
  });
  // Where there was room for the question, and none for the answer.
  const isSpent = evening.boxOffice.scansOf(refused).length > 0;
  expect(await kiosk.handlers.scan({ code: refused, source: 'wedge' })).toMatchObject({
    value: { taken: false },
  });
  await evening.pass(12 * SECOND);
  expect(kiosk.state().fault).not.toBeNull();

  rmSync(ballast);
  await evening.until(() => kiosk.state().fault === null, 6 * SECOND);
  expect(await kiosk.scan(refused), 'who was made to wait').toMatchObject({
    kind: 'admit',
    basis: isSpent ? 'late' : 'platform',
  });
  expect(evening.boxOffice.scansOf(refused)).toHaveLength(1);
});
