import source from 'accessibility-checker-engine/ace.js?raw';
import type { Checker } from 'accessibility-checker-engine';
import { expect } from 'vitest';

declare global {
  interface Window {
    /** What the engine's script leaves. It is no module. */
    ace?: { readonly Checker: new () => Checker };
  }
}

/** IBM's engine, once on each page. */
function checker(): Checker {
  if (window.ace === undefined) {
    const script = document.createElement('script');
    script.textContent = source;
    document.head.append(script);
  }
  if (window.ace === undefined) throw new Error('the engine’s script did not run');
  return new window.ace.Checker();
}

/**
 * What a second engine is sure of that keeps people out. What it asks a person to look at (a colour that might be the only
 * sign, a line that might be a heading) is not judged.
 */
export async function failuresOf(page: Document): Promise<readonly string[]> {
  page.title = 'Usher';
  const { results } = await checker().check(page, ['WCAG_2_2']);
  return results
    .filter(({ value }) => value.join(' ') === 'VIOLATION FAIL')
    .map(({ ruleId, message, snippet }) => `${ruleId}: ${message} ${snippet}`);
}

/** Nothing on the screen keeps anybody out, as far as the second engine is sure. */
export async function expectNothingFails(): Promise<void> {
  expect(await failuresOf(document)).toEqual([]);
}
