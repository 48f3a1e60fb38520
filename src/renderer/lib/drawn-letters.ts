import { SCRIPTS, type Script } from '#shared/model/script.ts';

/** Will never be a letter: it looks as whatever no font has. */
const NO_LETTER = '\u{10FFFF}';
/** In pixels: large enough to tell a letter from an empty box. */
const SIZE = 32;

/** Returns whether the fonts of this machine, or of the kiosk, have letters of a script. */
export function hasLetters(script: Script): boolean {
  return isDrawn(SCRIPTS[script]);
}

/** Whether a letter looks like anything but a letter that is missing. */
export function isDrawn(letter: string): boolean {
  return drawn(letter) !== drawn(NO_LETTER);
}

/** What a letter looks like where the kiosk's text is shown. */
function drawn(letter: string): string {
  const canvas = Object.assign(document.createElement('canvas'), { width: SIZE, height: SIZE });
  const brush = canvas.getContext('2d', { willReadFrequently: true });
  if (brush === null) return letter;
  brush.font = `${SIZE / 2}px ${getComputedStyle(document.documentElement).getPropertyValue('--font')}`;
  brush.textBaseline = 'middle';
  brush.fillText(letter, SIZE / 4, SIZE / 2);
  return brush.getImageData(0, 0, SIZE, SIZE).data.join();
}
