import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { compiledInto } from './compiled.ts';

/** A package that is shipped, and the terms on which it may be. */
export interface ShippedLicence {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression. */
  readonly licence: string;
  /** The licence itself, with its copyright notice. */
  readonly text: string;
}

/**
 * What the build takes into its own files, besides what is installed for production; and Electron,
 * around all of it. The build fails if it takes another one (plugin.ts).
 */
export const BUNDLED = [
  '@fontsource-variable/atkinson-hyperlegible-next',
  '@fontsource-variable/noto-sans-arabic',
  // What it makes of the texts has its functions in it.
  '@inlang/paraglide-js',
  '@lucide/svelte',
  'bwip-js',
  'clsx',
  'devalue',
  'dompurify',
  'electron',
  'esm-env',
  'svelte',
  'tabbable',
  'virtua',
  'zxing-wasm',
] as const;

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({ dev: z.boolean().optional(), devOptional: z.boolean().optional() }),
  ),
});
const packageSchema = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string().optional(),
  author: z.union([z.string(), z.object({ name: z.string() })]).optional(),
});

const TEXT = /^(licen[cs]e|copying)/i;
const NOTICE = /^notice/i;

/** All packages that ship, and what is compiled into them, with their licences, by name. One without a text, or a licence, throws. */
export function shippedLicences(root: string): ShippedLicence[] {
  const lock = lockSchema.parse(readJson(join(root, 'package-lock.json')));
  const forProduction = Object.entries(lock.packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
    .map(([path]) => path);
  const folders = [...forProduction, ...BUNDLED.map((name) => `node_modules/${name}`)];
  const packages = folders.map((folder) => licenceIn(join(root, folder)));
  const all = packages.flatMap((each) => [each, ...compiledInto(each, root)]);
  // The same version may lie in several places.
  const one = new Map(all.map((each) => [`${each.name} ${each.version}`, each]));
  return [...one.values()].sort((a, b) => (titleOf(a) < titleOf(b) ? -1 : 1));
}

/** Usher's own licence. */
export function ownLicence(root: string): ShippedLicence {
  return licenceIn(root);
}

/** All of it as one text, for a file: Usher's own terms, and those of what it is made with. */
export function licencesText(own: ShippedLicence, others: readonly ShippedLicence[]): string {
  return [
    partOf(own),
    'Usher is made with the work of others, on these terms.',
    'Those of what Electron is made of stand in LICENSES.chromium.html beside the program.\n',
    ...others.map(partOf),
  ].join('\n');
}

function partOf(licence: ShippedLicence): string {
  const rule = '='.repeat(80);
  return `${rule}\n${titleOf(licence)}\n${rule}\n\n${licence.text}\n`;
}

function titleOf({ name, version, licence }: ShippedLicence): string {
  return `${name} ${version} (${licence})`;
}

function licenceIn(folder: string): ShippedLicence {
  const { name, version, license, author } = packageSchema.parse(
    readJson(join(folder, 'package.json')),
  );
  if (license === undefined) throw new Error(`${name} does not say its licence`);
  const files = readdirSync(folder).sort();
  const read = (pattern: RegExp) =>
    files
      .filter((file) => pattern.test(file))
      .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  const texts = read(TEXT);
  if (texts.length === 0) {
    if (license !== 'MIT') throw new Error(`${name} has no text of its licence`);
    const holder = typeof author === 'object' ? author.name : (author ?? `the authors of ${name}`);
    texts.push(mit(holder));
  }
  return { name, version, licence: license, text: [...texts, ...read(NOTICE)].join('\n\n') };
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** For those who name the licence, and leave its text out. */
function mit(holder: string): string {
  return `MIT License

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;
}
