import { closeSync, openSync, writeSync } from 'node:fs';
import { cameraPicture, type HeldCode } from '#tests/support/camera-pictures.ts';

interface Picture {
  readonly width: number;
  readonly height: number;
  /** Pictures a second. */
  readonly rate: number;
}

/** As small and as slow as codes can be read from. */
const SMALL: Picture = { width: 320, height: 240, rate: 5 };

/** What is before the camera, for how many seconds. */
export type Scene = readonly [codes: readonly HeldCode[], seconds: number];

/** Writes a film (YUV4MPEG2) that Chromium's fake camera shows, over and over from its beginning. */
export function writeFilm(path: string, scenes: readonly Scene[], picture = SMALL): void {
  const { width, height, rate } = picture;
  const film = openSync(path, 'w');
  writeSync(film, `YUV4MPEG2 W${width} H${height} F${rate}:1 Ip A1:1 C420\n`);
  // Shades of grey have no colour.
  const colours = Buffer.alloc((width * height) / 2, 128);
  for (const [codes, seconds] of scenes) {
    const { grey } = cameraPicture(codes, { width, height });
    const frame = Buffer.concat([Buffer.from('FRAME\n'), grey, colours]);
    for (let shown = 0; shown < seconds * rate; shown += 1) writeSync(film, frame);
  }
  closeSync(film);
}
