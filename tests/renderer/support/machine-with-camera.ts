import { onTestFinished, vi } from 'vitest';
import { draw, type Shown } from './ticket-pictures.ts';

/** A machine with a camera, before which codes are held. */
export function machineWithCamera() {
  const canvas = document.createElement('canvas');
  draw(canvas, []);
  const opened: MediaStream[] = [];
  const asked = vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(() => {
    const stream = canvas.captureStream(15);
    opened.push(stream);
    return Promise.resolve(stream);
  });
  let shown: readonly Shown[] = [];
  // A camera gives pictures whether or not anything moves.
  const drawing = setInterval(() => draw(canvas, shown), 50);
  onTestFinished(() => {
    clearInterval(drawing);
    asked.mockRestore();
  });
  return { asked, opened, show: (...codes: readonly Shown[]) => void (shown = codes) };
}
