import axe from 'axe-core';
import { expect } from 'vitest';

/** Nothing on the screen keeps anybody out, as far as axe can tell. */
export async function expectAccessible(): Promise<void> {
  document.title = 'Usher';
  const { violations } = await axe.run(document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag2aaa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  });
  expect(
    violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html).slice(0, 3)]),
  ).toEqual([]);
}
