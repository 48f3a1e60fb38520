import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openDoor } from '#tests/renderer/support/builders.ts';
import { machineWithCamera } from '#tests/renderer/support/machine-with-camera.ts';
import { openKiosk, picture } from '#tests/renderer/support/open-kiosk.ts';
import type { Shown } from '#tests/renderer/support/ticket-pictures.ts';
import { withChanges } from '#tests/support/kiosk-state.ts';

const TICKET: Shown = { bcid: 'qrcode', text: 'T-2026-000123' };
const OTHER: Shown = { bcid: 'azteccode', text: 'another ticket', x: 0.85, size: 0.25 };

const doorWith = (camera: boolean) => {
  const state = openDoor();
  return { ...state, settings: { ...state.settings, camera } };
};
const seen = () => page.getByLabelText('What the camera sees');

test('no camera is opened while it is off', async () => {
  const { asked } = machineWithCamera();
  await openKiosk(doorWith(false));
  await expect.element(page.getByText('Scan your ticket')).toBeVisible();
  expect(asked).not.toHaveBeenCalled();
});

test('a code in view is read once, and is told with its kind', async () => {
  const { asked, show } = machineWithCamera();
  const { main } = await openKiosk(doorWith(true));
  await expect.element(seen()).toBeVisible();
  expect(asked.mock.calls).toEqual([[{ video: expect.anything() as object, audio: false }]]);
  show(TICKET);
  await expect
    .poll(() => main.requests('readByCamera'))
    .toEqual([{ code: TICKET.text, symbology: expect.stringMatching(/^Q/) as string }]);
  await picture('camera');
  // The second one is seen, which takes some pictures more, and the first one is not read again.
  show(TICKET, OTHER);
  await expect.element(page.getByText('Several codes at once: only one is read.')).toBeVisible();
  // Nor was it, or the other one, until that is there alone.
  show(OTHER);
  await expect
    .poll(() => main.requests('readByCamera'))
    .toMatchObject([{ code: TICKET.text }, { code: OTHER.text }]);
});

test('it is let go of when the door is closed, and told to be', async () => {
  const { opened } = machineWithCamera();
  const { main } = await openKiosk(doorWith(true));
  await expect.element(seen()).toBeVisible();
  await expect
    .poll(() => main.requests('noteCamera'))
    .toEqual([
      { report: { name: opened[0]?.getVideoTracks()[0]?.label, state: { type: 'ready' } } },
    ]);
  main.emit(withChanges(doorWith(true), { selection: null }));
  await expect.poll(() => opened[0]?.active).toBe(false);
  await expect.poll(() => main.requests('noteCamera').at(-1)).toEqual({ report: null });
});

test.each([
  ['NotFoundError', 'gone'],
  ['NotAllowedError', 'no-permission'],
  ['NotReadableError', 'in-use'],
])('%s is told as %s', async (name, type) => {
  const { asked } = machineWithCamera();
  asked.mockRejectedValue(new DOMException('', name));
  const { main } = await openKiosk(doorWith(true));
  await expect
    .poll(() => main.requests('noteCamera'))
    .toContainEqual({ report: { name: '', state: { type } } });
});

test('a camera that is unplugged in the evening is told, and opened again', async () => {
  const { opened } = machineWithCamera();
  const { main } = await openKiosk(doorWith(true));
  await expect.element(seen()).toBeVisible();
  for (const track of opened[0]?.getTracks() ?? []) track.stop();
  await expect
    .poll(() => main.requests('noteCamera'))
    .toContainEqual({ report: { name: '', state: { type: 'gone' } } });
  await expect.poll(() => opened.length).toBe(2);
});
