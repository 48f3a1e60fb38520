import { basename } from 'node:path/posix';
import { describe, expect, test } from 'vitest';
import { PATHS, textOf } from './repository.ts';

/** One page, with room for a later sentence or two. */
const MOST_WORDS = 550;
const STATUS = /^Status: accepted, \d{4}-\d{2}-\d{2}$/;
/** A line of the index: a decision, and the numbers of those that were merged into it. */
const LINE = /^- \[(\d+)\. [^\]]+\]\([^)]+\)(?: \(includes ([\d, ]+)\))?$/;

const decisions = PATHS.filter((path) => /^docs\/adr\/\d/.test(path)).map((path) => ({
  file: basename(path),
  number: Number(basename(path).slice(0, 4)),
  text: textOf(path),
  lines: textOf(path).split('\n'),
}));
const numbers = decisions.map(({ number }) => number);
const index = textOf('docs/adr/README.md')
  .split('\n')
  .filter((line) => line.startsWith('- '));

describe('a decision', () => {
  test.each(decisions)(
    '$file has the form of all, on one page',
    ({ file, number, text, lines }) => {
      expect(file).toMatch(/^\d{4}-[a-z0-9-]+\.md$/);
      expect(lines[0]).toMatch(new RegExp(`^# ${number}\\. \\S`));
      expect(lines[2]).toMatch(STATUS);
      expect(lines.filter((line) => line.startsWith('## '))).toEqual([
        '## Context',
        '## Decision',
        '## Consequences',
      ]);
      expect(text.split(/\s+/).length).toBeLessThanOrEqual(MOST_WORDS);
    },
  );
});

describe('the index', () => {
  test('lists each decision by its title', () => {
    const linked = index.map((line) => line.replace(/ \(includes .*/, ''));
    expect(linked).toEqual(
      decisions.map(({ file, lines: [title = ''] }) => `- [${title.slice(2)}](${file})`),
    );
  });

  test('says where each earlier number went', () => {
    const merged = index.flatMap((line) => {
      const [, , included = ''] = LINE.exec(line) ?? [];
      return included === '' ? [] : included.split(', ').map(Number);
    });
    const all = Array.from({ length: Math.max(...numbers, ...merged) }, (_, at) => at + 1);
    const listed = new Set([...numbers, ...merged]);
    expect([...listed].sort((a, b) => a - b)).toEqual(all);
    // A new decision that takes the number of a merged one would be confused with it.
    expect(numbers.filter((number) => merged.includes(number))).toEqual([]);
  });
});

describe('a reference to a decision leads to one', () => {
  const READ = /\.(cjs|css|html|js|json|md|rules|service|sh|svelte|ts|ya?ml)$/;
  const referring = PATHS.filter((path) => READ.test(path))
    .map((path) => ({ path, text: textOf(path) }))
    .filter(({ text }) => /\bADR\s+\d/.test(text));

  test.each(referring)('$path', ({ text }) => {
    const named = Array.from(text.matchAll(/\bADR\s+(\d+)/g), ([, number]) => Number(number));
    expect(named.filter((number) => !numbers.includes(number))).toEqual([]);
    const wrongLinks = Array.from(text.matchAll(/\[ADR (\d+)\]\(([^)]+)\)/g))
      .filter(([, number = '', link = '']) => !basename(link).startsWith(number.padStart(4, '0')))
      .map(([whole]) => whole);
    expect(wrongLinks).toEqual([]);
  });
});
