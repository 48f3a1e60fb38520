/** How wide and high a picture says it is, in pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Reads the size from a picture's own head, without decoding it; null where there is none. The heads of these four
 * kinds are a few fixed places, so they are read here and not by a library of many kinds: its input is a stranger's,
 * and it would be read in the process that decides about guests.
 */
export function pictureSize(content: Uint8Array, type: string): PictureSize | null {
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  try {
    return READERS[type]?.(view) ?? null;
  } catch (error) {
    // It ends before its size.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const READERS: Readonly<Record<string, (view: DataView) => PictureSize | null>> = {
  // The first chunk, IHDR.
  'image/png': (view) => ({ width: view.getUint32(16), height: view.getUint32(20) }),
  // The logical screen, in which each frame has its place.
  'image/gif': (view) => ({ width: view.getUint16(6, true), height: view.getUint16(8, true) }),
  'image/jpeg': jpegSize,
  'image/webp': webpSize,
};

/** Segments stand one behind the other; the one that begins a frame has its size. */
function jpegSize(view: DataView): PictureSize | null {
  for (let at = 2; ; at += 2 + view.getUint16(at + 2)) {
    // Bytes of filling may stand before a marker.
    while (view.getUint8(at) === 0xff && view.getUint8(at + 1) === 0xff) at += 1;
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (isFrame(marker)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    // The picture itself begins, or ends.
    if (marker === 0xda || marker === 0xd9) return null;
  }
}

/** C0 to CF but for C4, C8 and CC, which are tables. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** The first chunk is one of three: extended, lossless or lossy. */
function webpSize(view: DataView): PictureSize | null {
  switch (view.getUint32(12)) {
    case 0x56503858: // VP8X
      return { width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 };
    case 0x5650384c: {
      // VP8L
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 0x56503820: // VP8
      return {
        width: view.getUint16(26, true) & 0x3fff,
        height: view.getUint16(28, true) & 0x3fff,
      };
    default:
      return null;
  }
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) + view.getUint8(at + 2) * 0x1_00_00;
}
