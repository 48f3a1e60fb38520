import { dirname, join } from 'node:path/posix';
import { describe, expect, test } from 'vitest';
import { missingScripts, PAGES, PATHS, quotedIn, textOf } from './repository.ts';

/** Files that a build or a kiosk makes; the repository has none of them. */
const MADE: ReadonlySet<string> = new Set([
  'dist/',
  'logs/',
  'out/',
  'settings.last-good.json',
  'snapshots/',
  'sides.json',
  'starts.json',
  'newest-update.json',
  'version-starts.json',
  'update-linux.json',
  'update-linux-arm64.json',
  'update-windows.json',
  'update-mac.json',
]);

/** The page without code. */
const prose = (page: string) =>
  textOf(page)
    .replace(/^ *```.*?^ *```$/gms, '')
    .replace(/`[^`\n]+`/g, '');

/** GitHub's anchor of a heading. */
const anchor = (heading: string) =>
  heading
    .replace(/^#+ /, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

function leadsNowhere(page: string, link: string): boolean {
  const [path = '', fragment] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (!PATHS.includes(target)) return true;
  if (fragment === undefined) return false;
  const headings = textOf(target)
    .split('\n')
    .filter((line) => /^#+ /.test(line));
  return !headings.map(anchor).includes(fragment);
}

test('finds the pages', () => {
  expect(PAGES).toContain('README.md');
  expect(PAGES).toContain('docs/technician.md');
  expect(PAGES.length).toBeGreaterThan(40);
});

describe.each(PAGES)('%s', (page) => {
  test('has no dead links', () => {
    const links = Array.from(prose(page).matchAll(/\]\(([^)\s]+)\)/g), ([, link = '']) => link);
    const own = links.filter((link) => !/^[a-z]+:/.test(link));
    expect(own.filter((link) => leadsNowhere(page, link))).toEqual([]);
  });

  test('names npm scripts that exist', () => {
    expect(missingScripts(textOf(page))).toEqual([]);
  });

  test('names paths that exist', () => {
    const fromRoot =
      /(?<![\w./-])(?:src|tests|docs|scripts|resources|\.ci|\.github)\/[\w./@-]*[\w@-]/g;
    const named = Array.from(textOf(page).matchAll(fromRoot), ([path]) => path);
    expect(named.filter((path) => !PATHS.includes(path))).toEqual([]);
  });

  test('names files and folders that exist', () => {
    const named = quotedIn(textOf(page))
      .flatMap(eachOf)
      .filter((quoted) =>
        /^\w[\w.-]*(\/[\w.-]+)*(\/|\.(cjs|css|js|json|md|sh|svelte|ts))$/.test(quoted),
      )
      .filter((quoted) => !MADE.has(quoted))
      .map((quoted) => quoted.replace(/\/$/, ''));
    const missing = named.filter(
      (short) => !PATHS.some((path) => path === short || path.endsWith(`/${short}`)),
    );
    expect(missing).toEqual([]);
  });
});

/** `admission/{judge,here}.ts` names two files. */
function eachOf(quoted: string): string[] {
  const [, before, names, after] = /^([^{}]*)\{([^{}]+)\}([^{}]*)$/.exec(quoted) ?? [];
  return names === undefined
    ? [quoted]
    : names.split(',').map((name) => `${before}${name}${after}`);
}

describe('the tree in the architecture', () => {
  const [, , block = ''] =
    /```(\n)(.*?)\n```/s.exec(textOf('docs/contributing/architecture.md')) ?? [];
  const above: string[] = [];
  const places = block.split('\n').map((line) => {
    const [, indent = '', name = ''] = /^( *)(\S+)/.exec(line) ?? [];
    const depth = indent.length / 2;
    above[depth] = name.replace(/\/$/, '');
    return above.slice(0, depth + 1).join('/');
  });

  test('shows folders that exist', () => {
    expect(places.length).toBeGreaterThan(20);
    expect(places.filter((place) => !PATHS.includes(place))).toEqual([]);
  });

  test('shows every folder of src and src/main', () => {
    const folders = PATHS.filter(
      (path) =>
        /^src\/(main\/)?[^/.]+$/.test(path) && PATHS.some((other) => other.startsWith(`${path}/`)),
    );
    expect(folders).toContain('src/main/ledger');
    expect(folders.filter((folder) => !places.includes(folder))).toEqual([]);
  });
});
