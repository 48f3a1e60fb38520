/// <reference lib="webworker" />
import { prepareZXingModule } from 'zxing-wasm/reader';
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { brightnessOf } from './brightness.ts';
import { readCodes } from './read-codes.ts';
import type { ReaderAnswer } from './seen.ts';

/*
 * Reads one picture after the other, beside the page. Only here may WebAssembly run: the response with this
 * script has a policy of its own (ADR 70).
 */

// From the kiosk itself; by itself the library would fetch it from the internet.
prepareZXingModule({ overrides: { locateFile: () => wasm } });

const canvas = new OffscreenCanvas(1, 1);
const context = canvas.getContext('2d', { willReadFrequently: true });

self.addEventListener('message', ({ data }: MessageEvent<ImageBitmap>) => {
  void answerTo(data).then((answer) => self.postMessage(answer));
});

async function answerTo(bitmap: ImageBitmap): Promise<ReaderAnswer> {
  try {
    const picture = pixelsOf(bitmap);
    return {
      type: 'seen',
      seen: { codes: await readCodes(picture), light: brightnessOf(picture) },
    };
  } catch (error) {
    return { type: 'failed', why: error instanceof Error ? error.name : 'unknown' };
  }
}

/** The pixels of a picture, which is kept nowhere else after this. */
function pixelsOf(bitmap: ImageBitmap): ImageData {
  const { width, height } = bitmap;
  if (context === null) throw new Error('there is no canvas');
  // Setting the size also wipes what was drawn before.
  canvas.width = width;
  canvas.height = height;
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const picture = context.getImageData(0, 0, width, height);
  context.clearRect(0, 0, width, height);
  return picture;
}
