/** Every so many-th pixel is looked at: enough to tell day from night. */
const EVERY = 97;

/** How bright a picture is as a whole: 0 black, 1 white. */
export function brightnessOf({ data }: Pick<ImageData, 'data'>): number {
  let sum = 0;
  let count = 0;
  for (let at = 0; at + 2 < data.length; at += 4 * EVERY) {
    // As eyes weigh the colours (Rec. 601).
    sum += 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
    count += 1;
  }
  return count === 0 ? 0 : sum / count / 255;
}
