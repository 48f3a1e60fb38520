import { crc32, deflateSync } from 'node:zlib';
import { html } from 'hono/html';
import { productionColour } from '#shared/api/index.ts';

/** What a logo is drawn from. */
interface LogoOf {
  readonly name: string;
  readonly style: number;
}

export const LOGO_TYPES = { svg: 'image/svg+xml', png: 'image/png' } as const;

const SIZE = 96;
const STRIPE = '#3b4252';

/** The production's initial on its colour. */
export async function svgLogo({ name, style }: LogoOf): Promise<string> {
  const { hex } = productionColour(style);
  const svg = await html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}">
    <rect width="${SIZE}" height="${SIZE}" rx="12" fill="${hex}" />
    <text x="48" y="68" font-family="serif" font-size="60" text-anchor="middle" fill="${STRIPE}">
      ${name.slice(0, 1)}
    </text>
  </svg>`;
  return svg.toString();
}

/** A stripe on the production's colour. */
export function pngLogo({ style }: LogoOf): Uint8Array<ArrayBuffer> {
  const colours = [bytesOf(productionColour(style).hex), bytesOf(STRIPE)];
  const isStripe = (row: number) => row >= SIZE / 3 && row < SIZE / 2;
  // Each row begins with its filter, 0: none; each pixel is an index into the palette.
  const rows = Array.from({ length: SIZE }, (_, row) => [
    0,
    ...new Array<number>(SIZE).fill(isStripe(row) ? 1 : 0),
  ]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIZE, 0);
  header.writeUInt32BE(SIZE, 4);
  // 8 bits a pixel, colours from a palette.
  header.set([8, 3], 8);
  return new Uint8Array(
    Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      chunk('IHDR', header),
      chunk('PLTE', Buffer.concat(colours)),
      chunk('IDAT', deflateSync(Buffer.from(rows.flat()))),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  );
}

function bytesOf(hex: string): Buffer {
  return Buffer.from(hex.slice(1), 'hex');
}

/** A chunk of a PNG file: length, type, content, and the checksum of the latter two. */
function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
