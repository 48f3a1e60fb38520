import { middleOf } from '#renderer/lib/camera/pictures.ts';
import { toCanvas } from 'bwip-js/browser';

/** The size of what a camera sees. */
const PICTURE = { width: 1920, height: 1080 } as const;
/** The side of the square in its middle, which the screen shows. */
const SHOWN = PICTURE.height;

/** A code as a ticket shows it, and how the camera sees it. */
export interface Shown {
  /** As bwip-js calls the kind. */
  readonly bcid: string;
  readonly text: string;
  /** Where its middle is, as parts of the square that is shown: 0.5 is in the middle. */
  readonly x?: number;
  readonly y?: number;
  /** In degrees. */
  readonly turned?: number;
  /** How far its edges run into each other, in pixels. */
  readonly blurred?: number;
  /** Dark and light of what is printed. */
  readonly colours?: readonly [dark: string, light: string];
  /** How wide and high the code is, at most, as a part of that square. */
  readonly size?: number;
}

/** What a camera sees: a grey room with these codes in it. */
export function draw(canvas: HTMLCanvasElement, codes: readonly Shown[], room = '#777'): void {
  canvas.width = PICTURE.width;
  canvas.height = PICTURE.height;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('there is no canvas');
  context.fillStyle = room;
  context.fillRect(0, 0, canvas.width, canvas.height);
  for (const code of codes) drawCode(context, code);
}

function drawCode(context: CanvasRenderingContext2D, shown: Shown): void {
  const { bcid, text, x = 0.5, y = 0.5, turned = 0, blurred = 0, size = 0.6 } = shown;
  const [dark, light] = shown.colours ?? ['#111', '#fff'];
  const ticket = document.createElement('canvas');
  toCanvas(ticket, {
    ...{ bcid, text, scale: 4, padding: 10 },
    ...{ barcolor: dark.replace('#', ''), backgroundcolor: light.replace('#', '') },
  });
  const scale = (size * SHOWN) / Math.max(ticket.width, ticket.height);
  context.save();
  context.translate(PICTURE.width / 2 + (x - 0.5) * SHOWN, y * SHOWN);
  context.rotate((turned * Math.PI) / 180);
  context.filter = blurred > 0 ? `blur(${blurred}px)` : 'none';
  context.scale(scale, scale);
  context.drawImage(ticket, -ticket.width / 2, -ticket.height / 2);
  context.restore();
}

/** One picture of these codes, as it is read. */
export async function pictureOf(codes: readonly Shown[], room?: string): Promise<ImageBitmap> {
  const canvas = document.createElement('canvas');
  draw(canvas, codes, room);
  return await middleOf(canvas, PICTURE);
}
