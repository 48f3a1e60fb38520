import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { isSuspended, readDescriptor } from '#main/entrance/scanners/hid/linux-sysfs.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const USB = 'devices/pci0000:00/usb1/1-2';
const HID = `${USB}/1-2:1.0/0003:0C2E:0B61.0001`;

let sys: string;

async function lay(files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(sys, path)), { recursive: true });
    await writeFile(join(sys, path), `${text}\n`);
  }
}

/** A device whose HID device lies at `hid`, as the kernel links it. */
async function link(hid: string): Promise<void> {
  await mkdir(join(sys, hid), { recursive: true });
  await mkdir(join(sys, 'class/hidraw/hidraw0'), { recursive: true });
  await symlink(join(sys, hid), join(sys, 'class/hidraw/hidraw0/device'));
}

beforeEach(() => {
  sys = temporaryFolder();
});

test.each([
  ['suspended', true],
  ['active', false],
  ['resuming', false],
])('a USB device that is %s', async (status, asleep) => {
  // What is above and below it has a status of its own.
  const around = asleep ? 'active' : 'suspended';
  await lay({
    [`${USB}/idVendor`]: '0c2e',
    [`${USB}/power/runtime_status`]: status,
    [`${USB}/1-2:1.0/power/runtime_status`]: around,
    [`${HID}/power/runtime_status`]: around,
    [`${dirname(USB)}/idVendor`]: '1d6b',
    [`${dirname(USB)}/power/runtime_status`]: around,
  });
  await link(HID);
  expect(await isSuspended('/dev/hidraw0', sys)).toBe(asleep);
});

test('a device on no USB, and one that has gone, are not known to sleep', async () => {
  const virtual = 'devices/virtual/misc/uhid/0003:0C2E:0001.0001';
  await lay({ [`${virtual}/power/runtime_status`]: 'suspended' });
  await link(virtual);
  expect(await isSuspended('/dev/hidraw0', sys)).toBe(false);
  expect(await isSuspended('/dev/hidraw7', sys)).toBe(false);
  expect(await isSuspended('IOService:/AppleACPIPlatformExpert', sys)).toBe(false);
});

test('the report descriptor lies beside it, where the system shows it', async () => {
  await lay({ [`${HID}/report_descriptor`]: 'bytes' });
  await link(HID);
  expect(Buffer.from((await readDescriptor('/dev/hidraw0', sys)) ?? []).toString()).toBe('bytes\n');
  expect(await readDescriptor('/dev/hidraw7', sys)).toBeNull();
  expect(await readDescriptor('\\\\?\\hid#vid_0c2e', sys)).toBeNull();
});
