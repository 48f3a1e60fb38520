/** Where single pictures of a camera come from. */
export interface Pictures {
  /** The newest picture; null: there has been no other since the last one. */
  next(): Promise<ImageBitmap | null>;
  close(): void;
}

/** Pictures of larger cameras are made smaller, in pixels: reading one would take longer than a guest waits. */
const LARGEST = 1_440;

/**
 * The square in the middle of what a camera sees, which is all that the screen shows of it. A code that nobody sees
 * there must not be read.
 */
export function middleOf(
  source: HTMLVideoElement | HTMLCanvasElement,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<ImageBitmap> {
  const side = Math.min(width, height);
  const smaller = side > LARGEST ? { resizeWidth: LARGEST, resizeHeight: LARGEST } : {};
  return createImageBitmap(source, (width - side) / 2, (height - side) / 2, side, side, smaller);
}

/** Takes pictures from a camera's stream, by a video that nobody sees. */
export function picturesOf(stream: MediaStream): Pictures {
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.srcObject = stream;
  // It begins by itself once there are pictures; where it may not, there are none.
  video.play().catch(() => undefined);
  let last = -1;
  return {
    async next() {
      const { currentTime, readyState } = video;
      if (readyState < HTMLMediaElement.HAVE_CURRENT_DATA || currentTime === last) return null;
      last = currentTime;
      return await middleOf(video, { width: video.videoWidth, height: video.videoHeight });
    },
    close() {
      video.srcObject = null;
    },
  };
}
