import { SCRIPTS, type Script } from '#shared/model/script.ts';

/** Will never be a letter: it looks as whatever no font has. */
const NO_LETTER = '\u{10FFFF}';
/** In pixels: large enough to tell a letter from an empty box. */
const SIZE = 32;

/**
 * Returns how to tell whether the fonts of this machine, or of the kiosk, have letters of a script. Each is drawn once:
 * fonts that are installed since are there when the kiosk starts again.
 */
export function knownLetters(): (script: Script) => boolean {
  const known = new Map<Script, boolean>();
  return (script) => {
    const before = known.get(script);
    if (before !== undefined) return before;
    const has = areDrawn(SCRIPTS[script]);
    known.set(script, has);
    return has;
  };
}

/**
 * Whether each of these letters looks like itself: like no other, nor like one that is missing. macOS has a font with a
 * sign for each script, which it draws in the place of all letters that no other font has.
 */
export function areDrawn(letters: string): boolean {
  const all = Array.from(letters).concat(NO_LETTER);
  return new Set(all.map(drawn)).size === all.length;
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
