import { readFileSync } from 'node:fs';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { brightnessOf } from '#renderer/lib/camera/brightness.ts';
import { readCodes } from '#renderer/lib/camera/read-codes.ts';
import { DISTORTIONS } from '#tests/bench/distortions.ts';
import { halfAndMost, type Figure } from '#tests/bench/figures.ts';
import type { GreyPicture, HeldCode } from '#tests/support/camera-pictures.ts';

/** What tickets have on them; lines are as wide as the picture, as people hold them. */
const CODES: Readonly<Record<string, HeldCode>> = {
  QR: { bcid: 'qrcode', text: 'T-2026-000123-Ab' },
  Aztec: { bcid: 'azteccode', text: 'T-2026-000123-Ab' },
  PDF417: { bcid: 'pdf417', text: 'T-2026-000123-Ab', size: 0.8 },
  'Data Matrix': { bcid: 'datamatrix', text: 'T-2026-000123-Ab' },
  'Code 128': { bcid: 'code128', text: 'T2026000123Ab', size: 0.9 },
  'Code 39': { bcid: 'code39', text: 'T2026-000123', size: 0.9 },
  ITF: { bcid: 'interleaved2of5', text: '20260001234567', size: 0.9 },
  'EAN-13': { bcid: 'ean13', text: '4006381333931', size: 0.9 },
  'EAN-8': { bcid: 'ean8', text: '96385074', size: 0.9 },
};

/** The same kinds, as the library calls them. */
const FORMATS = [
  'QRCode',
  'Aztec',
  'PDF417',
  'DataMatrix',
  'Code128',
  'Code39',
  'ITF',
  'EAN13',
  'EAN8',
] as const;

export interface ReadingMeasures {
  /** The side of a picture. */
  readonly side: number;
  /** How many pictures of each kind of code, and each kind of harm. */
  readonly turns: number;
}

interface Reading {
  readonly kind: string;
  readonly how: string;
  readonly ours: Read;
  readonly bare: Read;
}

interface Read {
  readonly isRead: boolean;
  readonly took: number;
}

/**
 * What the camera's worker does with a picture, without the thread around it, beside zxing-wasm alone on the same
 * pictures, in turns: how long it takes, and which share is read.
 */
export async function measureReading(measures: ReadingMeasures): Promise<Figure[]> {
  const file = new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));
  prepareZXingModule({ overrides: { wasmBinary: readFileSync(file).buffer } });
  const readings = await readAll(measures);
  const sorted = (whose: 'ours' | 'bare') =>
    readings.map((reading) => reading[whose].took).toSorted((one, other) => one - other);
  const perSecond = (times: readonly number[]) =>
    (1_000 * times.length) / times.reduce((sum, took) => sum + took, 0);
  return [
    ...halfAndMost(
      { what: 'reading a picture', size: readings.length, toReach: null },
      sorted('ours'),
      sorted('bare'),
    ),
    {
      ...{ what: 'pictures read', size: readings.length, unit: 'a second', toReach: null },
      ...{ ours: perSecond(sorted('ours')), bare: perSecond(sorted('bare')) },
    },
    ...Object.keys(DISTORTIONS).map((how) =>
      share(
        how,
        readings.filter((one) => one.how === how),
      ),
    ),
    ...Object.keys(CODES).map((kind) =>
      share(
        kind,
        readings.filter((one) => one.kind === kind),
      ),
    ),
  ];
}

async function readAll({ side, turns }: ReadingMeasures): Promise<readonly Reading[]> {
  const readings: Reading[] = [];
  for (const [how, distorted] of Object.entries(DISTORTIONS)) {
    for (const [kind, code] of Object.entries(CODES)) {
      for (let turn = 0; turn < turns; turn += 1) {
        const picture = pixelsOf(distorted(code, side, (turn + 1) / turns));
        const ours = () => timed(code, () => readAsWorker(picture));
        const bare = () => timed(code, () => readBarcodes(picture, { formats: [...FORMATS] }));
        const isOursFirst = turn % 2 === 0;
        const first = await (isOursFirst ? ours() : bare());
        const second = await (isOursFirst ? bare() : ours());
        const [byUs, byBare] = isOursFirst ? [first, second] : [second, first];
        readings.push({ kind, how, ours: byUs, bare: byBare });
      }
    }
  }
  return readings;
}

async function readAsWorker(picture: ImageData): Promise<readonly { text: string }[]> {
  brightnessOf(picture);
  return readCodes(picture);
}

async function timed(
  { text }: HeldCode,
  read: () => Promise<readonly { text: string }[]>,
): Promise<Read> {
  const from = performance.now();
  const found = await read();
  return { isRead: found.some((code) => code.text === text), took: performance.now() - from };
}

function share(what: string, readings: readonly Reading[]): Figure {
  const part = (whose: 'ours' | 'bare') =>
    (100 * readings.filter((reading) => reading[whose].isRead).length) / readings.length;
  return {
    ...{ what: `read: ${what}`, size: readings.length, unit: '% of pictures', toReach: null },
    ...{ ours: part('ours'), bare: part('bare') },
  };
}

function pixelsOf({ width, height, grey }: GreyPicture): ImageData {
  const data = new Uint8ClampedArray(4 * grey.length);
  for (const [at, shade] of grey.entries()) data.set([shade, shade, shade, 255], 4 * at);
  return { width, height, data, colorSpace: 'srgb' };
}
