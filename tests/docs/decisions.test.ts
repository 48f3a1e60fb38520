import { basename } from 'node:path/posix';
import { describe, expect, test } from 'vitest';
import { PATHS, textOf } from './repository.ts';

const STATUS =
  /^Status: accepted, \d{4}-\d{2}-\d{2}(?:; (superseded by \[ADR \d+\]\([^)]+\)(?: in .+)?), \d{4}-\d{2}-\d{2})?$/;

const decisions = PATHS.filter((path) => /^docs\/adr\/\d/.test(path)).map((path) => ({
  file: basename(path),
  number: Number(basename(path).slice(0, 4)),
  lines: textOf(path).split('\n'),
}));
const numbers = decisions.map(({ number }) => number);

test('decisions are numbered from one on, without a gap', () => {
  expect(numbers.length).toBeGreaterThan(30);
  expect(numbers).toEqual(decisions.map((_, index) => index + 1));
});

describe('all decisions have one form', () => {
  test.each(decisions)('$file', ({ file, number, lines }) => {
    expect(file).toMatch(/^\d{4}-[a-z0-9-]+\.md$/);
    expect(lines[0]).toMatch(new RegExp(`^# ${number}\\. \\S`));
    expect(lines[2]).toMatch(STATUS);
    expect(lines.filter((line) => line.startsWith('## '))).toEqual([
      '## Why',
      '## Decision',
      '## What follows',
    ]);
  });
});

test('the index has each decision in its place, and says what supersedes it', () => {
  const index = textOf('docs/adr/README.md').split('\n');
  expect(index.filter((line) => line.startsWith('- '))).toEqual(
    decisions.map(({ file, lines: [title = '', , status = ''] }) => {
      const [, superseded] = STATUS.exec(status) ?? [];
      const link = `- [${title.slice(2)}](${file})`;
      return superseded === undefined ? link : `${link}: ${superseded}`;
    }),
  );
});

describe('whoever names a decision names one that there is', () => {
  const READ = /\.(cjs|css|html|js|json|md|rules|service|sh|svelte|ts|ya?ml)$/;
  const naming = PATHS.filter((path) => READ.test(path))
    .map((path) => ({ path, text: textOf(path) }))
    .filter(({ text }) => /\bADR\s+\d/.test(text));

  test.each(naming)('$path', ({ text }) => {
    const named = Array.from(text.matchAll(/\bADR\s+(\d+)/g), ([, number]) => Number(number));
    expect(named.filter((number) => !numbers.includes(number))).toEqual([]);
    const astray = Array.from(text.matchAll(/\[ADR (\d+)\]\(([^)]+)\)/g))
      .filter(([, number = '', link = '']) => !basename(link).startsWith(number.padStart(4, '0')))
      .map(([whole]) => whole);
    expect(astray).toEqual([]);
  });

  test('pages of the guide do', () => {
    expect(naming.map(({ path }) => path)).toContain('docs/architecture.md');
  });
});
