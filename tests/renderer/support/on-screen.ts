import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { root } from './open-kiosk.ts';

/** Waits until these words are seen, be it in several places. */
export const says = (words: string | RegExp) =>
  expect.element(page.getByText(words).first()).toBeVisible();

/** Waits until these words are seen, in one place. */
export const saysOnce = (words: string | RegExp) =>
  expect.element(page.getByText(words)).toBeVisible();

/** Waits until these words are not on the page. */
export const silentOf = (words: string | RegExp) =>
  expect.element(page.getByText(words)).not.toBeInTheDocument();

/** The button of exactly this name. */
export const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });

export const click = (name: string | RegExp) => button(name).click();

/** Waits for a screen, by its name on the root element. */
export const isOn = (screen: string) => expect.poll(() => root('screen')).toBe(screen);
