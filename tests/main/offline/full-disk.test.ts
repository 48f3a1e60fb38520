import { expect, test } from 'vitest';
import { fillDisk, freeDisk } from '#tests/support/small-disk.ts';
import { smallDisk } from '../ledger/small-disk.ts';
import { openEvening, SECOND } from './support/evening.ts';

test('whose admission cannot be recorded is let in by nobody; there is a fault, and it goes by itself', async ({
  skip,
}) => {
  const folder = smallDisk(8) ?? skip('this user cannot mount a disk');
  const evening = await openEvening();
  const kiosk = await evening.kiosk({ folder });
  await kiosk.signIn();
  await kiosk.choose();
  await evening.quiet();
  fillDisk(folder);

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
    machine: { fault: { type: 'ledger', code: 'disk-full', quarantined: null } },
    verdict: { waiting: 0 },
  });
  // Where there was room for the question, and none for the answer.
  const isSpent = evening.boxOffice.scansOf(refused).length > 0;
  expect(await kiosk.handlers.scan({ code: refused, source: 'wedge' })).toMatchObject({
    value: { taken: false },
  });
  await evening.pass(12 * SECOND);
  expect(kiosk.state().machine.fault).not.toBeNull();

  freeDisk(folder);
  await evening.until(() => kiosk.state().machine.fault === null, 6 * SECOND);
  expect(await kiosk.scan(refused), 'who was made to wait').toMatchObject({
    kind: 'admit',
    basis: isSpent ? 'late' : 'platform',
  });
  expect(evening.boxOffice.scansOf(refused)).toHaveLength(1);
});
