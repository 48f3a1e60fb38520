import { PictureReader } from '#renderer/lib/camera/picture-reader.ts';
import type { Seen } from '#renderer/lib/camera/seen.ts';
import { pictureOf, type Shown } from '#tests/renderer/support/ticket-pictures.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let reader: PictureReader;
beforeAll(() => {
  reader = new PictureReader();
});
afterAll(() => reader.close());

/** What the worker sees in a picture of these. */
async function seen(codes: readonly Shown[], room?: string): Promise<Seen> {
  const answer = await reader.read(await pictureOf(codes, room));
  if (!answer.ok) throw new Error(answer.error);
  return answer.value;
}

/** Those that are wide are held nearer, as people do. */
const KINDS: readonly (Shown & { symbology: RegExp })[] = [
  { bcid: 'qrcode', text: 'T-2026-000123-Ab', symbology: /^Q/ },
  { bcid: 'azteccode', text: 'T-2026-000123-Ab', symbology: /^z/ },
  { bcid: 'pdf417', text: 'T-2026-000123-Ab', symbology: /^L/ },
  { bcid: 'datamatrix', text: 'T-2026-000123-Ab', symbology: /^d/ },
  { bcid: 'code128', text: 'T2026000123Ab', size: 0.65, symbology: /^C/ },
  { bcid: 'code39', text: 'T2026-000123', size: 0.65, symbology: /^A/ },
  { bcid: 'interleaved2of5', text: '20260001234567', size: 0.65, symbology: /^I/ },
  { bcid: 'ean13', text: '4006381333931', symbology: /^E/ },
  { bcid: 'ean8', text: '96385074', symbology: /^E/ },
];

describe.each(KINDS)('$bcid', (kind) => {
  const found = [{ text: kind.text, symbology: expect.stringMatching(kind.symbology) as string }];

  test.each<[string, Partial<Shown>]>([
    ['straight before the camera', {}],
    ['turned a little', { turned: 6 }],
    ['on its side', { turned: 90, size: 0.45 }],
    ['on its head', { turned: 180 }],
    ['a little out of focus', { blurred: 1.5 }],
    ['pale, in bad light', { colours: ['#444', '#888'] }],
    ['off the middle', { x: 0.4, y: 0.65 }],
  ])('%s', async (_name, how) => {
    expect((await seen([{ ...kind, ...how }])).codes).toMatchObject(found);
  });
});

test('bytes that are no text for people come as they are in the code', async () => {
  const text = 'https://tickets.example.org/?t=ÄÖ&n=1';
  expect((await seen([{ bcid: 'qrcode', text }])).codes).toMatchObject([{ text }]);
});

test('two codes at once are both seen, and which is nearer to the middle', async () => {
  const { codes } = await seen([
    { bcid: 'qrcode', text: 'near the middle', x: 0.45, size: 0.25 },
    { bcid: 'azteccode', text: 'at the edge', x: 0.85, size: 0.2 },
  ]);
  const [nearest, other, ...more] = codes;
  expect([nearest?.text, other?.text, more]).toEqual(['near the middle', 'at the edge', []]);
  expect(nearest?.offCentre).toBeLessThan(0.3);
  expect(other?.offCentre).toBeGreaterThan(0.5);
});

test('a code that stands on a ticket twice is one', async () => {
  const ticket = { bcid: 'code128', text: 'T2026000123', size: 0.3 };
  const { codes } = await seen([
    { ...ticket, y: 0.25 },
    { ...ticket, y: 0.75 },
  ]);
  expect(codes.map(({ text }) => text)).toEqual(['T2026000123']);
});

test('kinds that no ticket has are not read', async () => {
  expect((await seen([{ bcid: 'rationalizedCodabar', text: 'A123456A' }])).codes).toEqual([]);
});

test('a room without a code has none, and is bright or dark', async () => {
  expect(await seen([], '#fff')).toEqual({ codes: [], light: 1 });
  expect((await seen([], '#050505')).light).toBeLessThan(0.05);
});
