import { PictureQuality, type PictureFault } from '#renderer/lib/camera/picture-quality.ts';
import type { Pictures } from '#renderer/lib/camera/pictures.ts';
import type { Seen, SeenCode } from '#renderer/lib/camera/seen.ts';
import type { Sightings } from '#renderer/lib/camera/sightings.ts';
import { pause, type SteadyClock } from '#renderer/lib/steady-clock.ts';
import type { CameraFault } from '#shared/model/camera.ts';
import type { Result } from '#shared/result.ts';

/** In milliseconds. */
export interface ReadTimings {
  /** From the beginning of one picture to that of the next: a guest notices no shorter time. */
  readonly pace: number;
  /** What is left to the page between two pictures, however long they take. */
  readonly rest: number;
  /** A camera that gives no picture for so long is lost. */
  readonly stalled: number;
}

/** A camera that is open, and what reads its pictures. */
export interface OpenCamera {
  readonly stream: Pick<MediaStream, 'active'>;
  readonly pictures: Pick<Pictures, 'next'>;
  readonly reader: { read(picture: ImageBitmap): Promise<Result<Seen, string>> };
}

interface ReadPorts {
  readonly clock: SteadyClock;
  readonly timings: ReadTimings;
  /** Kept while a camera is opened anew: a code that is before it all the time is one scan. */
  readonly sightings: Sightings;
  readonly isOver: () => boolean;
  readonly onScan: (code: SeenCode) => void;
  /** Told after each picture that was read. */
  readonly onRead: (read: { isSeveral: boolean; fault: PictureFault | null }) => void;
}

const NO_PICTURE: CameraFault = { type: 'failed', detail: 'NoPicture' };

/** Reads an open camera's pictures, until it is over or the camera is lost. Returns why it is. */
export async function readPictures(
  { stream, pictures, reader }: OpenCamera,
  { clock, timings, sightings, isOver, onScan, onRead }: ReadPorts,
): Promise<CameraFault> {
  const { pace, rest, stalled } = timings;
  const quality = new PictureQuality();
  let newest = clock.steady();
  while (!isOver()) {
    if (!stream.active) return { type: 'gone' };
    const at = clock.steady();
    const picture = await nextWithin(clock, stalled, pictures);
    if (picture === 'late') return NO_PICTURE;
    if (picture !== null) {
      newest = at;
      const begun = clock.steady();
      const seen = await reader.read(picture);
      if (isOver()) break;
      if (!seen.ok) return { type: 'failed', detail: seen.error };
      const { codes, light } = seen.value;
      const { scan, isSeveral } = sightings.see(codes, at);
      if (scan !== null) onScan(scan);
      quality.note({ light, took: clock.steady() - begun, hasCode: codes.length > 0 }, at);
      onRead({ isSeveral, fault: quality.fault });
    } else if (at - newest > stalled) {
      return NO_PICTURE;
    }
    await pause(clock, Math.max(pace - (clock.steady() - at), rest));
  }
  return { type: 'gone' };
}

/** The next picture. Where the graphics have gone it never comes; one that comes too late is given back. */
async function nextWithin(
  clock: SteadyClock,
  longest: number,
  pictures: Pick<Pictures, 'next'>,
): Promise<ImageBitmap | null | 'late'> {
  let isLate = false;
  let cancel = (): void => undefined;
  const late = new Promise<'late'>((resolve) => {
    cancel = clock.after(longest, () => {
      isLate = true;
      resolve('late');
    });
  });
  const next = pictures.next().then((picture) => {
    if (isLate) picture?.close();
    return picture;
  });
  return await Promise.race([next, late]).finally(cancel);
}
