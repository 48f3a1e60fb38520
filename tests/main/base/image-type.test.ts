import { imageType, MOST_PIXELS } from '#main/base/image-type.ts';
import { pictureSize } from '#main/base/picture-size.ts';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';

const TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0a7d6c' } });

/** The same picture as programs write it. */
const WRITTEN: Readonly<Record<string, (width: number, height: number) => Promise<Buffer>>> = {
  'image/png': (...size) =>
    blank(...size)
      .png()
      .toBuffer(),
  'image/png interlaced': (...size) =>
    blank(...size)
      .png({ progressive: true })
      .toBuffer(),
  'image/jpeg': (...size) =>
    blank(...size)
      .jpeg()
      .toBuffer(),
  'image/jpeg progressive, with a profile': (...size) =>
    blank(...size)
      .jpeg({ progressive: true })
      .withIccProfile('p3')
      .toBuffer(),
  'image/gif': (...size) =>
    blank(...size)
      .gif()
      .toBuffer(),
  'image/webp': (...size) =>
    blank(...size)
      .webp()
      .toBuffer(),
  'image/webp lossless': (...size) =>
    blank(...size)
      .webp({ lossless: true })
      .toBuffer(),
  'image/webp with a profile': (...size) =>
    blank(...size)
      .webp()
      .withIccProfile('p3')
      .toBuffer(),
};

describe('a picture', () => {
  test.each(Object.entries(WRITTEN))(
    '%s has the size that its program gave it',
    async (name, write) => {
      const type = name.split(' ')[0] ?? '';
      const content = await write(301, 17);
      expect(imageType(content)).toBe(type);
      expect(pictureSize(content, type)).toEqual({ width: 301, height: 17 });
    },
  );

  test.each(Object.entries(WRITTEN))(
    '%s of a few kilobytes that fills the memory is none',
    async (_name, write) => {
      const side = Math.ceil(Math.sqrt(MOST_PIXELS));
      expect(imageType(await write(side + 1, side))).toBeNull();
    },
  );

  test('that claims any size in its head is read by that, and never decoded', () => {
    const head = Buffer.from('89504e470d0a1a0a0000000d49484452ffffffffffffffff', 'hex');
    expect(imageType(head)).toBeNull();
  });

  test.each(['RIFF....WAVE', '<svg xmlns=""/>', '<html>', 'GIF90a', ''])('is none: %s', (other) => {
    expect(imageType(Buffer.from(other))).toBeNull();
  });

  test('whatever a stranger sends is read to an end', () => {
    const marks = [
      [0x89, 0x50],
      [0xff, 0xd8, 0xff],
      [0x47, 0x49, 0x46],
      [0x52, 0x49, 0x46, 0x46],
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...TYPES),
        fc.constantFrom(...marks),
        fc.array(fc.oneof(fc.constantFrom(0, 0xff, 0xc0, 0xd8), fc.nat(255)), { maxLength: 200 }),
        (type, mark, rest) => {
          const size = pictureSize(Uint8Array.from([...mark, ...rest]), type);
          if (size !== null) expect(size.width * size.height).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});
