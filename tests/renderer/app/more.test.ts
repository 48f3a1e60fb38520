import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { DEMO } from '#tests/renderer/support/builders.ts';
import { press } from '#tests/renderer/support/press.ts';
import { openKiosk, picture, root, SIZES, type Size } from '#tests/renderer/support/open-kiosk.ts';
import { mainWithProgramme, withProgramme } from '#tests/renderer/support/programme.ts';

const more = page.getByRole('button', { name: 'More', exact: true });
const entries = () => [...document.querySelectorAll<HTMLElement>('.more li button')];
const focused = () => document.activeElement?.textContent.trim();

async function openDoor(size: Size = 'laptop', demo = false) {
  const state = withProgramme(demo ? { demo: DEMO } : {});
  return openKiosk(state, { main: mainWithProgramme(state), size });
}

test.each(Object.keys(SIZES) as Size[])('the foot is one row on %s', async (size) => {
  await openDoor(size, true);
  const buttons = [...document.querySelectorAll('.actions button')];
  const tops = new Set(buttons.map((button) => button.getBoundingClientRect().top));
  expect(buttons.length).toBeGreaterThan(2);
  expect(tops.size).toBe(1);
  await more.click();
  for (const entry of entries()) {
    const { top, bottom, left, right, height } = entry.getBoundingClientRect();
    expect(Math.min(top, left)).toBeGreaterThanOrEqual(0);
    expect(bottom).toBeLessThanOrEqual(innerHeight);
    expect(right).toBeLessThanOrEqual(innerWidth);
    expect(height).toBeGreaterThanOrEqual(48);
  }
  await picture(`more-${size}`);
});

test('by keys: it opens, the arrows go round, Escape closes it and stays there', async () => {
  await openDoor();
  more.element().focus();
  await press('{Enter}');
  await expect.poll(() => entries().length).toBeGreaterThan(3);
  const labels = entries().map((entry) => entry.textContent.trim());
  await expect.poll(focused).toBe(labels[0]);
  await press('{ArrowDown}');
  await expect.poll(focused).toBe(labels[1]);
  await press('{ArrowUp}');
  await press('{ArrowUp}');
  await expect.poll(focused).toBe(labels.at(-1));
  await press('{Home}');
  await expect.poll(focused).toBe(labels[0]);
  more.element().focus();
  await press('{ArrowUp}');
  await expect.poll(focused).toBe(labels.at(-1));
  await press('{Escape}');
  await expect.poll(() => entries().length).toBe(0);
  expect(focused()).toBe('More');
  expect(root('screen')).toBe('ready');
});

test('by touch: an entry leads to its screen, and a touch elsewhere closes it', async () => {
  await openDoor();
  await more.click();
  await page.getByText('Scan your ticket').click();
  await expect.poll(() => entries().length).toBe(0);
  await more.click();
  await page.getByRole('button', { name: 'Numbers', exact: true }).click();
  await expect.poll(() => root('screen')).toBe('numbers');
});

test('who goes on by Tab leaves it', async () => {
  await openDoor();
  await more.click();
  page.getByLabelText('Enter a code by hand').element().focus();
  await expect.poll(() => entries().length).toBe(0);
});
