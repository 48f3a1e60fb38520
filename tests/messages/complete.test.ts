import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { LANGUAGES } from '#shared/model/settings.ts';

const folder = resolve(import.meta.dirname, '../../src/renderer/i18n');
const renderer = resolve(folder, '..');

const variants = z.tuple([
  z.object({ declarations: z.array(z.string()), match: z.record(z.string(), z.string()) }),
]);
const messageFile = z.record(z.string(), z.union([z.string(), variants]));
const project = z.object({
  locales: z.array(z.string()),
  modules: z.array(z.string()),
  telemetry: z.literal('off'),
  'plugin.inlang.messageFormat': z.object({ pathPattern: z.array(z.string()) }),
});

type Message = z.infer<typeof messageFile>[string];

const parsed = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
const filesOf = (language: string) => readdirSync(resolve(folder, 'messages', language)).sort();
const settings = project.parse(parsed(resolve(folder, 'project.inlang/settings.json')));

/** Every message of a language, by name. */
function messagesOf(language: string): Map<string, Message> {
  const files = filesOf(language).map((file) =>
    messageFile.parse(parsed(resolve(folder, 'messages', language, file))),
  );
  return new Map(files.flatMap((file) => Object.entries(file)));
}

const textsOf = (message: Message) =>
  typeof message === 'string' ? [message] : Object.values(message[0].match);

/** What is filled in, each once. */
const placesOf = (text: string) =>
  [...new Set([...text.matchAll(/(?<!\\)\{(\w+)\}/g)].map(([, name]) => name))].sort();

/** Whether two messages are of one kind, and the same is filled in somewhere in them. */
function isFilledInAlike(message: Message, other: Message): boolean {
  const places = placesOf(textsOf(message).join(' '));
  const others = placesOf(textsOf(other).join(' '));
  return typeof message === typeof other && places.join(' ') === others.join(' ');
}

const english = messagesOf('en');
const others = LANGUAGES.filter((language) => language !== 'en');

describe('the project of the messages', () => {
  test('knows the languages that the kiosk speaks', () => {
    expect(settings.locales).toEqual([...LANGUAGES]);
  });

  test('names each file of messages, and none that there is not', () => {
    const named = settings['plugin.inlang.messageFormat'].pathPattern.map((pattern) =>
      pattern.replace('./messages/{locale}/', ''),
    );
    expect(named.sort()).toEqual(filesOf('en'));
  });

  test('takes nothing from the network', () => {
    for (const module of settings.modules) expect(module).toMatch(/^\.\.\/.*node_modules\//);
  });
});

describe.each(others)('%s', (language) => {
  const messages = messagesOf(language);

  test('has the files of English', () => {
    expect(filesOf(language)).toEqual(filesOf('en'));
  });

  test('has every message, and no other', () => {
    expect([...messages.keys()].sort()).toEqual([...english.keys()].sort());
  });

  test('is filled in as English is', () => {
    const wrong = [...english].filter(([name, message]) => {
      const translated = messages.get(name);
      return translated === undefined || !isFilledInAlike(message, translated);
    });
    expect(wrong.map(([name]) => name)).toEqual([]);
  });

  test('says something in every message', () => {
    const silent = [...messages].filter(([, message]) =>
      textsOf(message).some((text) => text.trim() === ''),
    );
    expect(silent.map(([name]) => name)).toEqual([]);
  });
});

test.each(LANGUAGES)('%s has a variant for each of its plurals', (language) => {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  const wanted = pluralCategories.map((category) => `plural=${category}`).sort();
  for (const [name, message] of messagesOf(language)) {
    if (typeof message === 'string') continue;
    expect(Object.keys(message[0].match).sort(), name).toEqual(wanted);
  }
});

describe('typography', () => {
  const all = (language: string) =>
    [...messagesOf(language)].flatMap(([name, message]) =>
      textsOf(message).map((text) => `${name}: ${text}`),
    );

  test('French leaves no sign of two parts alone at the beginning of a line', () => {
    for (const text of all('fr')) expect(text).not.toMatch(/\S [;:!?»]|« /);
  });

  test('no language has typewriter’s quotes, dots or apostrophes between letters', () => {
    for (const language of LANGUAGES) {
      for (const text of all(language)) expect(text).not.toMatch(/"|\.\.\.|\p{L}'\p{L}/u);
    }
  });
});

/** The source of the renderer, as one text. */
function source(): string {
  const paths = readdirSync(renderer, { recursive: true, encoding: 'utf8' });
  return paths
    .filter((path) => /\.(svelte|ts)$/.test(path) && !path.includes('paraglide'))
    .map((path) => readFileSync(resolve(renderer, path), 'utf8'))
    .join('\n');
}

test('every message is used', () => {
  const code = source();
  const named = new Set([...code.matchAll(/\bm\.(\w+)/g)].map(([, name]) => name));
  const strings = [...code.matchAll(/\bm\[\s*[`']([^`']+)[`']|(?:Of|advice)\([`']([^`']+)[`']/g)];
  const patterns = strings.map(([, whole, start]) => {
    const text = (whole ?? start ?? '').replace(/\$\{[^}]*\}/g, '*');
    const escaped = text.replace(/[.?+^$()[\]|\\-]/g, '\\$&').replaceAll('*', '[\\w-]+');
    return new RegExp(`^${escaped}${whole === undefined ? '_\\w+' : ''}$`);
  });
  const unused = [...english.keys()].filter(
    (name) => !named.has(name) && !patterns.some((pattern) => pattern.test(name)),
  );
  expect(unused).toEqual([]);
});
