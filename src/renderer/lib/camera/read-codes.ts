import { readBarcodes, type ReaderOptions, type ReadResult } from 'zxing-wasm/reader';
import type { SeenCode } from './seen.ts';

/**
 * The most codes that are looked for. They are found in no order that says which is nearest to the middle, and lines of
 * one code are sometimes found twice: with fewer, the one that is held up may be missing on a sheet of many.
 */
const MOST_CODES = 16;

/** `Code39Std` as hand scanners read it: `/F` is these two characters, and not `&` of its full ASCII. */
const LINEAR_FORMATS = ['Code128', 'Code39Std', 'ITF', 'EAN13', 'EAN8'] as const;

const OPTIONS = {
  formats: ['QRCode', 'Aztec', 'PDF417', 'DataMatrix', ...LINEAR_FORMATS],
  maxNumberOfSymbols: MOST_CODES,
  // As it is in the code: no brackets that are added to be read by people.
  textMode: 'Plain',
  eanAddOnSymbol: 'Ignore',
} as const satisfies ReaderOptions;

/** What is used of what the library tells of a code. */
type FoundCode = Pick<
  ReadResult,
  'isValid' | 'error' | 'text' | 'symbologyIdentifier' | 'position'
>;

/** What has lines only, by the letter of its AIM identifier: Code 39, Code 128, EAN and UPC, ITF. */
const LINEAR = ['A', 'C', 'E', 'I'];

/**
 * Finds the codes in a picture, each once, the nearest to its middle first.
 *
 * @throws {ReaderError} if the picture could not be read at all
 */
export async function readCodes(picture: ImageData): Promise<readonly SeenCode[]> {
  return codesIn(await readBarcodes(picture, OPTIONS), picture);
}

/** What the library has found in a picture; see {@link readCodes}. */
export function codesIn(
  found: readonly FoundCode[],
  picture: Pick<ImageData, 'width' | 'height'>,
): readonly SeenCode[] {
  // What goes wrong in the library is no exception of its own, but a result.
  const failed = found.find(({ isValid, error }) => !isValid && error !== '');
  if (failed !== undefined) throw new ReaderError(failed.error);
  const seen = found.filter(({ isValid, text }) => isValid && text !== '').map(seenIn(picture));
  return seen
    .toSorted((one, other) => one.offCentre - other.offCentre)
    .filter(({ text }, at, all) => all.findIndex((code) => code.text === text) === at);
}

/** The library could not read a picture. */
export class ReaderError extends Error {
  override readonly name = 'ReaderError';
}

function seenIn({
  width,
  height,
}: Pick<ImageData, 'width' | 'height'>): (result: FoundCode) => SeenCode {
  return ({ text, symbologyIdentifier, position }) => {
    const symbology = symbologyIdentifier.replace(/^\]/, '');
    const corners = [
      position.topLeft,
      position.topRight,
      position.bottomLeft,
      position.bottomRight,
    ];
    const x = corners.reduce((sum, corner) => sum + corner.x, 0) / corners.length;
    const y = corners.reduce((sum, corner) => sum + corner.y, 0) / corners.length;
    return {
      text,
      symbology: symbology === '' ? null : symbology,
      isLinear: LINEAR.includes(symbology.charAt(0)),
      offCentre: Math.hypot((2 * x) / width - 1, (2 * y) / height - 1),
    };
  };
}
