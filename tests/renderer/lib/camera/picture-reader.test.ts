import { normalizeCode } from '#main/entrance/scanners/clean-code.ts';
import { middleOf } from '#renderer/lib/camera/pictures.ts';
import { PictureReader } from '#renderer/lib/camera/picture-reader.ts';
import { ReaderError, codesIn } from '#renderer/lib/camera/read-codes.ts';
import { pageClock } from '#renderer/lib/steady-clock.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import type { Seen } from '#renderer/lib/camera/seen.ts';
import { draw, pictureOf, type Shown } from '#tests/renderer/support/ticket-pictures.ts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

let reader: PictureReader;
beforeAll(() => {
  reader = new PictureReader(pageClock);
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
  { bcid: 'code128', text: 'T2026000123Ab', size: 0.88, symbology: /^C/ },
  { bcid: 'code39', text: 'T2026-000123', size: 0.88, symbology: /^A/ },
  { bcid: 'interleaved2of5', text: '20260001234567', size: 0.88, symbology: /^I/ },
  { bcid: 'ean13', text: '4006381333931', symbology: /^E/ },
  { bcid: 'ean8', text: '96385074', symbology: /^E/ },
];

describe.each(KINDS)('$bcid', (kind) => {
  const found = [{ text: kind.text, symbology: expect.stringMatching(kind.symbology) as string }];

  test.each<[string, Partial<Shown>]>([
    ['straight before the camera', {}],
    ['turned a little', { turned: 6 }],
    ['on its side', { turned: 90 }],
    ['on its head', { turned: 180 }],
    ['a little out of focus', { blurred: 1.5 }],
    ['pale, in bad light', { colours: ['#444', '#888'] }],
    ['off the middle', { x: 0.45, y: 0.6 }],
  ])('%s', async (_name, how) => {
    expect((await seen([{ ...kind, ...how }])).codes).toMatchObject(found);
  });
});

test('bytes that are no text for people come as they are in the code', async () => {
  const text = 'https://tickets.example.org/?t=ÄÖ&n=1';
  expect((await seen([{ bcid: 'qrcode', text }])).codes).toMatchObject([{ text }]);
});

describe('a symbol is the code that hand scanners send', () => {
  test.each([
    ['Code 39 has its signs', { bcid: 'code39', text: '2222/F1', size: 0.88 }, '2222/F1'],
    ['Code 39 has each sign', { bcid: 'code39', text: '1$A+B%C/D', size: 0.88 }, '1$A+B%C/D'],
    ['UPC-A has 12 digits', { bcid: 'upca', text: '036000291452' }, '036000291452'],
    ['EAN-13 has 13 digits', { bcid: 'ean13', text: '4006381333931' }, '4006381333931'],
    ['a byte order mark is left out', { bcid: 'qrcode', text: '\uFEFF00ABC' }, '00ABC'],
    [
      'GS1 has no brackets',
      { bcid: 'gs1-128', text: '(01)09501101530003(10)AB', size: 0.88 },
      '010950110153000310AB',
    ],
  ])('%s', async (_name, shown, code) => {
    const [found] = (await seen([shown])).codes;
    const raw = { code: found?.text ?? '', symbology: found?.symbology ?? null };
    expect(normalizeCode(raw)).toMatchObject({ ok: true, value: { code } });
  });
});

test('two codes at once are both seen, and which is nearer to the middle', async () => {
  const { codes } = await seen([
    { bcid: 'qrcode', text: 'near the middle', x: 0.4, size: 0.4 },
    { bcid: 'azteccode', text: 'at the edge', x: 0.85, size: 0.25 },
  ]);
  const [nearest, other, ...more] = codes;
  expect([nearest?.text, other?.text, more]).toEqual(['near the middle', 'at the edge', []]);
  expect(nearest?.offCentre).toBeLessThan(0.3);
  expect(other?.offCentre).toBeGreaterThan(0.5);
});

test('a code that stands on a ticket twice is one', async () => {
  const ticket = { bcid: 'code128', text: 'T2026000123', size: 0.6 };
  const { codes } = await seen([
    { ...ticket, y: 0.25 },
    { ...ticket, y: 0.75 },
  ]);
  expect(codes.map(({ text }) => text)).toEqual(['T2026000123']);
});

test('kinds that no ticket has are not read', async () => {
  expect((await seen([{ bcid: 'rationalizedCodabar', text: 'A123456A' }])).codes).toEqual([]);
});

test.each([
  ['as it is', 1_920, 1_080, 1_080],
  ['smaller, of a camera that gives more than is read in time', 7_680, 4_320, 1_440],
])('a picture is read %s', async (_what, width, height, side) => {
  const canvas = document.createElement('canvas');
  draw(canvas, [{ bcid: 'qrcode', text: 'T-1' }]);
  const large = Object.assign(document.createElement('canvas'), { width, height });
  large.getContext('2d')?.drawImage(canvas, 0, 0, width, height);
  const picture = await middleOf(large, { width, height });
  expect([picture.width, picture.height]).toEqual([side, side]);
  const answer = await reader.read(picture);
  expect(answer).toMatchObject({ ok: true, value: { codes: [{ text: 'T-1' }] } });
});

test('a room without a code has none, and is bright or dark', async () => {
  expect(await seen([], '#fff')).toEqual({ codes: [], light: 1 });
  expect((await seen([], '#050505')).light).toBeLessThan(0.05);
});

test('on a sheet of many codes the one in the middle is read, wherever the others are', async () => {
  const grid = [0.17, 0.5, 0.83].flatMap((y) => [0.17, 0.5, 0.83].map((x) => ({ x, y })));
  const sheet = grid.map((at) => {
    const text = at.x === 0.5 && at.y === 0.5 ? 'held up' : `beside it ${at.x} ${at.y}`;
    return { bcid: 'qrcode', text, size: 0.28, ...at };
  });
  const { codes } = await seen(sheet);
  expect(codes).toHaveLength(9);
  expect(codes[0]?.text).toBe('held up');
});

test('a code beside the square that the screen shows is not read', async () => {
  expect((await seen([{ bcid: 'qrcode', text: 'beside it', x: 1.2, size: 0.3 }])).codes).toEqual(
    [],
  );
});

test('what goes wrong in the library is a failure, and no picture without a code', () => {
  const point = { x: 0, y: 0 };
  const position = { topLeft: point, topRight: point, bottomLeft: point, bottomRight: point };
  const result = {
    isValid: false,
    error: 'out of memory',
    text: '',
    symbologyIdentifier: '',
    position,
  };
  expect(() => codesIn([result], { width: 1, height: 1 })).toThrow(ReaderError);
});

describe('a thread that does not answer', () => {
  /** A reader over a thread that runs this script. */
  function readerOver(script: string) {
    const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
    const clock = new FakeClock();
    const worker = new Worker(url);
    const over = new PictureReader(clock, worker);
    onTestFinished(() => {
      over.close();
      URL.revokeObjectURL(url);
    });
    return { clock, worker, reader: over };
  }

  test('has failed when its time is up, and what comes after it fails at once', async () => {
    const { clock, reader: hanging } = readerOver('onmessage = () => { for (;;); }');
    const answer = hanging.read(await pictureOf([]));
    await clock.advance(10_000);
    expect(await answer).toEqual({ ok: false, error: 'TimeoutError' });
    expect(await hanging.read(await pictureOf([]))).toEqual({ ok: false, error: 'TimeoutError' });
  });

  test('is answered for when it is ended', async () => {
    const { clock, reader: hanging } = readerOver('');
    const answer = hanging.read(await pictureOf([]));
    hanging.close();
    expect(await answer).toEqual({ ok: false, error: 'AbortError' });
    expect(clock.waiting).toBe(0);
  });

  test('has failed when its script throws, though nothing was being read', async () => {
    const { worker, reader: broken } = readerOver('throw new Error("no such file")');
    await new Promise((resolve) => worker.addEventListener('error', resolve));
    expect(await broken.read(await pictureOf([]))).toEqual({ ok: false, error: 'NotLoaded' });
  });

  test('has failed when what it says cannot be read', async () => {
    const { worker, reader: odd } = readerOver('');
    const answer = odd.read(await pictureOf([]));
    worker.dispatchEvent(new MessageEvent('messageerror'));
    expect(await answer).toEqual({ ok: false, error: 'DataCloneError' });
  });
});
