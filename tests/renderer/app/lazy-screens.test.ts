import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import LazyScreen from '#renderer/app/LazyScreen.svelte';
import { componentOf } from '#renderer/app/screen-components.ts';
import { openDoor } from '#tests/renderer/support/builders.ts';

test('a rare screen is loaded when first opened, and kept', async () => {
  const opened = componentOf('numbers');
  expect(opened).toBeInstanceOf(Promise);
  const component = await opened;
  expect(componentOf('numbers')).toBe(component);
});

test('a screen whose code cannot be loaded is left', async () => {
  const onmissing = vi.fn();
  const component = Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
  const { container } = await render(LazyScreen, { component, state: openDoor(), onmissing });
  await expect.poll(() => onmissing.mock.calls.length).toBe(1);
  expect(container.textContent).toBe('');
});
