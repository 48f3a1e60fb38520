import { altCharacter } from './alt-numbers.ts';
import type { Stroke } from './key-event.ts';
import { characterAt, decimalOf, type LayoutName } from './layouts.ts';
import type { WedgeSettings } from './settings.ts';

/** What a scanner meant by its keys. */
export interface Decoded {
  readonly text: string;
  /** Keys that stand for no character: a text with one of them is not the whole code. */
  readonly unreadable: number;
}

/** Keys that write the same on each keyboard. */
const SAME_EVERYWHERE: ReadonlyMap<string, string> = new Map([
  ['Space', ' '],
  ['Enter', '\r'],
  ['NumpadEnter', '\r'],
  ['Tab', '\t'],
  ['Escape', '\x1b'],
  ['Backspace', '\b'],
  ['NumpadAdd', '+'],
  ['NumpadSubtract', '-'],
  ['NumpadMultiply', '*'],
  ['NumpadDivide', '/'],
]);

/** Dead keys, and the accent that stands by itself when a blank follows. */
const ACCENTS: ReadonlyMap<string, string> = new Map([
  ['\u0300', '`'],
  ['\u0301', '´'],
  ['\u0302', '^'],
  ['\u0303', '~'],
  ['\u0308', '¨'],
]);

/** The digit of a key on the numeric keypad, whatever Num Lock says. */
function keypadDigit(code: string): string | null {
  return /^Numpad(\d)$/.exec(code)?.[1] ?? null;
}

/** The digit of a number that is typed while Alt is down; null if it is none. */
function altDigit({ code, alt, altGraph }: Stroke): string | null {
  return alt && !altGraph ? keypadDigit(code) : null;
}

/** Whether it is a digit of a number that is typed while Alt is down. */
export function isAltDigit(stroke: Stroke): boolean {
  return altDigit(stroke) !== null;
}

/** Ctrl with `@`, a letter or one of `[ \ ] ^ _`: the control character of the same place in ASCII. */
function controlCharacter({ code, shift }: Stroke, layout: LayoutName): string | null {
  // A scanner that keeps its country's letters may still press Ctrl and the American keyboard's sign.
  for (const name of [layout, 'us'] as const) {
    for (const layer of ['plain', shift ? 'shifted' : 'altGraph'] as const) {
      const character = characterAt(name, layer, code)?.toUpperCase() ?? '';
      if (/^[@-_]$/.test(character)) return String.fromCharCode(character.charCodeAt(0) - 64);
    }
  }
  return null;
}

type Reading = Pick<WedgeSettings, 'layout' | 'capsLock'>;

/** Lets Caps Lock have its say only if the scanner reckons with it. */
function caseOf(character: string, { capsLock }: Stroke, setting: Reading['capsLock']): string {
  const turned = setting === 'always-on' || (setting === 'undone' && capsLock);
  if (!turned) return character;
  const upper = character.toUpperCase();
  if (upper.length !== character.length) return character;
  return upper === character ? character.toLowerCase() : upper;
}

/** What a key writes that a program injects: it says so itself. */
function injectedCharacter(key: string): string | null {
  return Array.from(key).length === 1 ? key : (SAME_EVERYWHERE.get(key) ?? null);
}

/** What one key, that is no digit under Alt, writes; a combining accent for a dead key. */
function characterOf(stroke: Stroke, { layout, capsLock }: Reading): string | null {
  const { code, shift, altGraph, alt, ctrl, injected } = stroke;
  if (injected !== undefined) return injectedCharacter(injected);
  if (alt && !altGraph) return null;
  if (ctrl && !altGraph) return controlCharacter(stroke, layout);
  const same = SAME_EVERYWHERE.get(code) ?? keypadDigit(code);
  if (same !== null) return same;
  if (code === 'NumpadDecimal') return decimalOf(layout);
  const layer = altGraph ? 'altGraph' : shift ? 'shifted' : 'plain';
  const character = characterAt(layout, layer, code);
  if (character === null) return null;
  if (altGraph) return shift ? character.toUpperCase() : character;
  return caseOf(character, stroke, capsLock);
}

/** Which end of a code this key is, if it is one. */
export function terminatorOf(stroke: Stroke, layout: LayoutName): 'enter' | 'tab' | null {
  const character = characterOf(stroke, { layout, capsLock: 'ignored' });
  if (character === '\r' || character === '\n') return 'enter';
  return character === '\t' ? 'tab' : null;
}

/** Puts an accent on a letter, or before what cannot carry it. */
function accented(accent: string, character: string): string {
  const alone = ACCENTS.get(accent) ?? accent;
  if (character === ' ') return alone;
  if (ACCENTS.has(character)) return alone + (ACCENTS.get(character) ?? '');
  const composed = (character + accent).normalize('NFC');
  return composed.length === 1 ? composed : alone + character;
}

/** What each key wrote, and each number under Alt; null for what writes nothing. */
function charactersOf(strokes: readonly Stroke[], settings: Reading): (string | null)[] {
  const characters: (string | null)[] = [];
  let digits = '';
  strokes.forEach((stroke, i) => {
    const digit = altDigit(stroke);
    if (digit === null) {
      characters.push(characterOf(stroke, settings));
      return;
    }
    digits += digit;
    const next = strokes[i + 1];
    if (next?.altRun === stroke.altRun && altDigit(next) !== null) return;
    characters.push(altCharacter(digits));
    digits = '';
  });
  return characters;
}

/** What a scanner that is set up like this meant by these keys, in the order in which they went down. */
export function decode(strokes: readonly Stroke[], settings: Reading): Decoded {
  const text: string[] = [];
  let unreadable = 0;
  let accent: string | null = null;
  for (const character of charactersOf(strokes, settings)) {
    if (character === null) unreadable += 1;
    else if (accent !== null) {
      text.push(accented(accent, character));
      accent = null;
    } else if (ACCENTS.has(character)) accent = character;
    else text.push(character);
  }
  if (accent !== null) text.push(ACCENTS.get(accent) ?? accent);
  return { text: text.join(''), unreadable };
}
