import { cameraPicture, type GreyPicture, type HeldCode } from '#tests/support/camera-pictures.ts';

/** One code before a camera, as bad as `harm` says: from 0, hardly, to 1. */
export type Distortion = (code: HeldCode, side: number, harm: number) => GreyPicture;

const straight: Distortion = (code, side) => cameraPicture([code], { width: side, height: side });

/** What keeps a camera from reading a code, from what guests hardly notice to what they do. */
export const DISTORTIONS: Readonly<Record<string, Distortion>> = {
  straight,
  'turned by up to 45°': (code, side, harm) => straight({ ...code, turned: 45 * harm }, side, harm),
  'out of focus': (code, side, harm) => blurred(straight(code, side, harm), (side / 300) * harm),
  'in low light': (code, side, harm) => dimmed(straight(code, side, harm), 0.3 - 0.25 * harm),
  'with moiré': (code, side, harm) => rippled(straight(code, side, harm), 0.2 + 0.5 * harm),
};

/** Three means of a square are nearly what a lens does. */
function blurred(picture: GreyPicture, radius: number): GreyPicture {
  const steps = Math.round(radius);
  let shown = picture;
  for (let time = 0; time < 3 && steps > 0; time += 1) {
    shown = meanAlong(meanAlong(shown, steps, 1, shown.width), steps, shown.width, 1);
  }
  return shown;
}

/** Each pixel as the mean of those up to `steps` away, `stride` apart; lines begin `line` apart. */
function meanAlong(picture: GreyPicture, steps: number, stride: number, line: number): GreyPicture {
  const { width, height, grey } = picture;
  const [length, lines] = stride === 1 ? [width, height] : [height, width];
  const mean = new Uint8Array(grey.length);
  for (let from = 0; from < lines * line; from += line) {
    for (let at = 0; at < length; at += 1) {
      let sum = 0;
      for (let step = -steps; step <= steps; step += 1) {
        const near = Math.min(Math.max(at + step, 0), length - 1);
        sum += grey[from + near * stride] ?? 0;
      }
      mean[from + at * stride] = sum / (2 * steps + 1);
    }
  }
  return { ...picture, grey: mean };
}

/** A sensor in the dark: so much of the light, and noise. */
function dimmed(picture: GreyPicture, light: number): GreyPicture {
  const random = numbers();
  const grey = picture.grey.map((shade) =>
    Math.min(255, Math.max(0, shade * light + 12 * (random() - 0.5))),
  );
  return { ...picture, grey };
}

/** A phone's screen, whose dots and those of the camera do not meet. */
function rippled(picture: GreyPicture, depth: number): GreyPicture {
  const { width } = picture;
  const grey = picture.grey.map((shade, at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    const ripple = Math.sin(x / 2.3 + y / 31) * Math.sin(y / 2.1 - x / 27);
    return shade * (1 - (depth * (1 + ripple)) / 2);
  });
  return { ...picture, grey };
}

/** From 0 to 1, the same each time (a linear congruential generator). */
function numbers(): () => number {
  let last = 1;
  return () => {
    last = (last * 1_103_515_245 + 12_345) % 2 ** 31;
    return last / 2 ** 31;
  };
}
