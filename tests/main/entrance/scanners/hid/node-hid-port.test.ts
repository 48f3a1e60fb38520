import { expect, test } from 'vitest';
import { nodeHidPort } from '#main/entrance/scanners/hid/node-hid-port.ts';

test('a machine that cannot load node-hid has no HID devices, and says why', async () => {
  const port = nodeHidPort(() => Promise.reject(new Error('No native build was found')));
  expect(await port.list()).toEqual({ ok: false, error: 'No native build was found' });
});
