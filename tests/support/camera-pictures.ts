// The one that is exported by name draws a symbology called “raw”.
import bwip from 'bwip-js/node';

/** A code as it is held before a camera. */
export interface HeldCode {
  /** As bwip-js calls the kind. */
  readonly bcid: string;
  readonly text: string;
  /** Where its middle is, as parts of the square in the middle of the picture: 0.5 is in the middle. */
  readonly x?: number;
  readonly y?: number;
  /** In degrees. */
  readonly turned?: number;
  /** How wide and high it is, with the white around it, at most, as a part of that square. */
  readonly size?: number;
}

/** What a camera sees, in shades of grey: 0 black, 255 white. */
export interface GreyPicture {
  readonly width: number;
  readonly height: number;
  readonly grey: Uint8Array;
}

/** Ink, paper, and the room behind. */
const INK = 20;
const PAPER = 235;
const ROOM = 120;

/** The white around a code, in modules: as much as a linear code needs. */
const QUIET = 10;
/** How high lines are, as a part of their width. */
const LINES = 0.3;
/** Each pixel is the mean of so many by so many points. */
const POINTS = 3;

/** What a camera of this size sees with these codes before it. */
export function cameraPicture(
  codes: readonly HeldCode[],
  { width, height }: { readonly width: number; readonly height: number },
): GreyPicture {
  const grey = new Uint8Array(width * height).fill(ROOM);
  const picture = { width, height, grey };
  for (const code of codes) hold(code, picture);
  return picture;
}

function hold(
  { bcid, text, x = 0.5, y = 0.5, turned = 0, size = 0.6 }: HeldCode,
  picture: GreyPicture,
) {
  const { width, height, grey } = picture;
  const symbol = symbolOf(bcid, text);
  const shown = Math.min(width, height);
  const module = (size * shown) / Math.max(symbol.width, symbol.height);
  const middle = { x: width / 2 + (x - 0.5) * shown, y: height / 2 + (y - 0.5) * shown };
  const [cos, sin] = [Math.cos((turned * Math.PI) / 180), Math.sin((turned * Math.PI) / 180)];
  /** The shade of a point of the picture; null: it is not on this ticket. */
  const shadeAt = (atX: number, atY: number): number | null => {
    const [dx, dy] = [(atX - middle.x) / module, (atY - middle.y) / module];
    const column = dx * cos + dy * sin + symbol.width / 2;
    const row = dy * cos - dx * sin + symbol.height / 2;
    if (column < 0 || row < 0 || column >= symbol.width || row >= symbol.height) return null;
    return symbol.isDark(Math.floor(column), Math.floor(row)) ? INK : PAPER;
  };
  // Nothing of it is further from its middle than this.
  const reach = (module * Math.hypot(symbol.width, symbol.height)) / 2 + 1;
  const isNear = (column: number, row: number) =>
    Math.abs(column - middle.x) <= reach && Math.abs(row - middle.y) <= reach;
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      if (!isNear(column, row)) continue;
      const behind = grey[row * width + column] ?? ROOM;
      let sum = 0;
      for (let point = 0; point < POINTS * POINTS; point += 1) {
        const [px, py] = [(point % POINTS) + 0.5, Math.floor(point / POINTS) + 0.5];
        sum += shadeAt(column + px / POINTS, row + py / POINTS) ?? behind;
      }
      grey[row * width + column] = sum / (POINTS * POINTS);
    }
  }
}

/** A code in modules, with the white around it. */
interface Symbol {
  readonly width: number;
  readonly height: number;
  readonly isDark: (column: number, row: number) => boolean;
}

function symbolOf(bcid: string, text: string): Symbol {
  const [drawn] = bwip.raw({ bcid, text });
  if (drawn === undefined) throw new Error(`${bcid} cannot be drawn`);
  if ('pixs' in drawn) {
    const { pixs, pixx, pixy } = drawn;
    return within(pixx, pixy, (column, row) => pixs[row * pixx + column] === 1);
  }
  // Bars and spaces in turn, each so many modules wide.
  const modules = drawn.sbs.flatMap((width, at) => Array<boolean>(width).fill(at % 2 === 0));
  const height = Math.round(modules.length * LINES);
  return within(modules.length, height, (column) => modules[column] === true);
}

function within(width: number, height: number, isDark: Symbol['isDark']): Symbol {
  return {
    width: width + 2 * QUIET,
    height: height + 2 * QUIET,
    isDark: (column, row) => {
      const [inX, inY] = [column - QUIET, row - QUIET];
      return inX >= 0 && inY >= 0 && inX < width && inY < height && isDark(inX, inY);
    },
  };
}
