import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import LazyScreen from '#renderer/app/LazyScreen.svelte';
import { componentOf } from '#renderer/app/screen-components.ts';
import { openDoor } from '#tests/renderer/support/builders.ts';

test('a rare screen is kept once it is loaded', async () => {
  const component = await componentOf('numbers');
  expect(componentOf('numbers')).toBe(component);
});

test('a screen whose code cannot be loaded is left', async () => {
  const onmissing = vi.fn();
  const component = Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
  const { container } = await render(LazyScreen, { component, state: openDoor(), onmissing });
  await expect.poll(() => onmissing.mock.calls.length).toBe(1);
  expect(container.textContent).toBe('');
});
