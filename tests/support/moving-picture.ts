import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import sharp from 'sharp';

/** One picture of a moving one. */
export interface Still {
  /** A PNG file, as large as the others. */
  readonly png: Buffer;
  /** How long it stands, in milliseconds. */
  readonly ms: number;
}

/** Writes pictures one after the other into one that moves (WebP), `width` wide, over and over. */
export async function writeMovingPicture(
  path: string,
  stills: readonly Still[],
  width: number,
): Promise<void> {
  mkdirSync(dirname(path), { recursive: true });
  const small = await Promise.all(
    stills.map(({ png }) => sharp(png).resize({ width }).png().toBuffer()),
  );
  await sharp(small, { join: { animated: true } })
    .webp({ loop: 0, delay: stills.map(({ ms }) => ms), quality: 88, effort: 6 })
    .toFile(path);
}
