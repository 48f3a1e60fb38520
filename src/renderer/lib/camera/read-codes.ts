import { readBarcodes, type ReaderOptions, type ReadResult } from 'zxing-wasm/reader';
import type { SeenCode } from './seen.ts';

/** The most codes that are looked for. Lines of one code are sometimes found twice; a second code is told of. */
const MOST_CODES = 4;

const OPTIONS = {
  formats: ['QRCode', 'Aztec', 'PDF417', 'DataMatrix', 'Code128', 'Code39', 'ITF', 'EAN13', 'EAN8'],
  maxNumberOfSymbols: MOST_CODES,
  // As it is in the code: no brackets that are added to be read by people.
  textMode: 'Plain',
  eanAddOnSymbol: 'Ignore',
} as const satisfies ReaderOptions;

/** What has lines only, by the letter of its AIM identifier: Code 39, Code 128, EAN and UPC, ITF. */
const LINEAR = ['A', 'C', 'E', 'I'];

/** Finds the codes in a picture, each once, the nearest to its middle first. */
export async function readCodes(picture: ImageData): Promise<readonly SeenCode[]> {
  const found = await readBarcodes(picture, OPTIONS);
  const seen = found.filter(({ isValid, text }) => isValid && text !== '').map(seenIn(picture));
  return seen
    .toSorted((one, other) => one.offCentre - other.offCentre)
    .filter(({ text }, at, all) => all.findIndex((code) => code.text === text) === at);
}

function seenIn({ width, height }: ImageData): (result: ReadResult) => SeenCode {
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
