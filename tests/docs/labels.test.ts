import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { textOf } from './repository.ts';

/** Guides in which text in italics is what the kiosk shows, in English. */
const GUIDES = [
  'README.md',
  'docs/usher.md',
  'docs/duty-manager.md',
  'docs/technician.md',
  'docs/integrator.md',
];

const MESSAGES = 'src/renderer/i18n/messages/en';
const variants = z.tuple([z.looseObject({ match: z.record(z.string(), z.string()) })]);
const messages = z.record(z.string(), z.union([z.string(), variants]));

/** Every English message: with … for a place to fill in, and also without one at its end. */
const shown = new Set(
  readdirSync(MESSAGES)
    .flatMap((file) => Object.values(messages.parse(JSON.parse(textOf(`${MESSAGES}/${file}`)))))
    .flatMap((message) =>
      typeof message === 'string' ? [message] : Object.values(message[0].match),
    )
    .flatMap((message) => [
      message.replace(/\{\w+\}/g, '…'),
      message.replace(/ \(?\{\w+\}\)?$/, ''),
    ])
    .map((message) => message.replace(/\.$/, '')),
);

describe.each(GUIDES)('%s', (guide) => {
  const prose = textOf(guide)
    .replace(/^ *```.*?^ *```$/gms, '')
    .replace(/`[^`\n]+`/g, '');
  const labels = Array.from(
    prose.matchAll(/(?<!\w)_((?:[^_\n]|\n(?!\n))+)_(?!\w)/g),
    ([, label = '']) => label.replace(/\s+/g, ' '),
  );

  test('quotes labels that the kiosk has', () => {
    expect(labels).not.toEqual([]);
    expect(labels.filter((label) => !shown.has(label))).toEqual([]);
  });
});
