import * as api from '#shared/api/index.ts';
import { LONGEST_DESCRIPTION } from '#shared/api/field.ts';
import { legible } from '#shared/legible.ts';
import { hostileHtml, hostileValue, textsIn } from '#tests/support/hostile.ts';
import { describe, expect, test } from 'vitest';
import { RECORDS } from './answers.ts';
import { z } from 'zod';

/** What the kiosk sends, and nobody sends to it. */
const REQUESTS: readonly string[] = [
  'authenticationRequestSchema',
  'scanFilterSchema',
  'validateTicketRequestSchema',
  'syncTicketSchema',
  'syncScansRequestSchema',
];

/** Compared or sent as they are, and never shown; whoever reads them bounds them. */
const EXACT = /\.(accessToken|barcode)$/;

const answers = Object.entries(api).flatMap(([name, value]) =>
  value instanceof z.ZodType && !REQUESTS.includes(name) ? [[name, value] as const] : [],
);

const TEN_MEGABYTES = 10 * 1024 ** 2;
const enemy = `${hostileHtml('https://evil.example', 'harm()')}\u0000\uD800`;
const huge = enemy.repeat(Math.ceil(TEN_MEGABYTES / enemy.length));

describe('every text in an answer of the platform is bounded and legible', () => {
  test('and none is forgotten', () => {
    expect(answers.length).toBeGreaterThan(20);
    expect(answers.map(([name]) => name)).toContain('eventsResponseSchema');
  });

  test.each([...RECORDS])('%s, as the kiosk reads it', (_name, { strict, lenient }) => {
    const read = lenient.safeParse(hostileValue(strict, () => huge));
    expect(read.error).toBeUndefined();
    expectLegible(read.data);
  });

  test.each(answers)('%s', (_name, schema) => {
    const read = schema.safeParse(hostileValue(schema, () => huge));
    expect(read.error).toBeUndefined();
    expectLegible(read.data);
  });

  function expectLegible(data: unknown) {
    const shown = textsIn(data).filter(([path]) => !EXACT.test(path));
    for (const [path, text] of shown) {
      expect(text.length, path).toBeLessThanOrEqual(LONGEST_DESCRIPTION + 1);
      expect(legible(text), path).toBe(text);
    }
  }
});
