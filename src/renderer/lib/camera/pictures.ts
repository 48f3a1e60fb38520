/** Where single pictures of a camera come from. */
export interface Pictures {
  /** The newest picture; null: there has been no other since the last one. */
  next(): Promise<ImageBitmap | null>;
  close(): void;
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
      return await createImageBitmap(video);
    },
    close() {
      video.srcObject = null;
    },
  };
}
