import { plugIn, WHY_NO_PTY } from '#tests/main/entrance/scanners/serial/pty-scanner.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { eventually } from '#tests/support/eventually.ts';
import { serialSettingSchema } from '#shared/ipc/scanner-schemas.ts';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDoor, openVenue } from './support/venue.ts';

test.skipIf(WHY_NO_PTY !== null)(
  'a scanner goes from the real door to the rehearsal and back, and each of its codes to one of them',
  async () => {
    const path = join(temporaryFolder(), 'ttyS0');
    const scanner = await plugIn(path);
    const venue = await openVenue();
    const door = await openDoor(venue);
    await door.handlers().useSerial({ serial: [serialSettingSchema.parse({ path })] });
    const isReady = () =>
      eventually(() => {
        expect(door.state().scanners.all).toMatchObject([{ state: { type: 'ready' } }]);
      });
    const reads = async (code: string) => {
      const before = door.verdicts.length;
      scanner.send(`${code}\r`);
      await eventually(() => expect(door.verdicts.length).toBe(before + 1));
      return door.verdicts.at(-1);
    };
    const [first = '', second = ''] = venue.platform.barcodes('valid', 2);

    await isReady();
    expect(await reads(first)).toMatchObject({ kind: 'admit', source: 'serial' });
    await door.rehearse(true);
    await isReady();
    expect(await reads(door.ticket('valid'))).toMatchObject({ kind: 'admit', source: 'serial' });
    await door.rehearse(false);
    await isReady();
    expect(await reads(second)).toMatchObject({ kind: 'admit', source: 'serial' });
  },
);
