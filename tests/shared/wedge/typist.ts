import { characterAt, type Layer, type LayoutName } from '#shared/wedge/layouts.ts';
import type { WedgeKeyEvent } from '#shared/wedge/key-event.ts';

const CODES = [
  'Backquote',
  'Minus',
  'Equal',
  'BracketLeft',
  'BracketRight',
  'Semicolon',
  'Quote',
  'Backslash',
  'IntlBackslash',
  'Comma',
  'Period',
  'Slash',
  ...Array.from('1234567890', (digit) => `Digit${digit}`),
  ...Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ', (letter) => `Key${letter}`),
];
const NAMED: Record<string, string> = { '\r': 'Enter', '\t': 'Tab', ' ': 'Space' };

/** A key to press: which one, and with what. */
interface Chord {
  readonly code: string;
  readonly shift?: boolean;
  readonly altGraph?: boolean;
  readonly ctrl?: boolean;
  readonly alt?: boolean;
  /** It follows under the same Alt. */
  readonly goesOn?: boolean;
}

/** The key that writes a character on a keyboard; `{Name}` in a text is a key by its code. */
export function chordOf(character: string, layout: LayoutName): Chord {
  if (/^{\w+}$/.test(character)) return { code: character.slice(1, -1) };
  const named = NAMED[character];
  if (named !== undefined) return { code: named };
  for (const layer of ['plain', 'shifted', 'altGraph'] satisfies Layer[]) {
    const code = CODES.find((one) => characterAt(layout, layer, one) === character);
    if (code !== undefined)
      return { code, shift: layer === 'shifted', altGraph: layer === 'altGraph' };
  }
  throw new Error(`No key of ${layout} writes U+${character.codePointAt(0)?.toString(16)}`);
}

/** The chords of a text, with `{Name}` for a key by its code. */
export function chordsOf(text: string, layout: LayoutName = 'us'): Chord[] {
  return Array.from(text.matchAll(/\{\w+\}|./gsu), ([character]) => chordOf(character, layout));
}

/** What the machine, with its own layout and Caps Lock, makes of a key. */
function keyOf({ code, shift, altGraph }: Chord, machine: LayoutName, capsLock: boolean): string {
  if (code === 'Space') return ' ';
  const layer = altGraph ? 'altGraph' : shift ? 'shifted' : 'plain';
  const character = characterAt(machine, layer, code);
  if (character === null) return /^Numpad(\d)$/.exec(code)?.[1] ?? code;
  if (/^\p{M}$/u.test(character)) return 'Dead';
  if (!capsLock) return character;
  return shift ? character.toLowerCase() : character.toUpperCase();
}

export interface Manner {
  readonly from?: number;
  /** From one key to the next, in milliseconds; a list is gone through key by key. */
  readonly gap?: number | readonly number[];
  /** How long a key is down. */
  readonly hold?: number | readonly number[];
  readonly inField?: boolean;
  readonly capsLock?: boolean;
  /** The machine's own layout. */
  readonly machine?: LayoutName;
}

const MODIFIER_KEYS = [
  ['shift', 'ShiftLeft', 'Shift'],
  ['ctrl', 'ControlLeft', 'Control'],
  ['alt', 'AltLeft', 'Alt'],
  ['altGraph', 'AltRight', 'AltGraph'],
] as const;

/** The events of some keys, pressed one after another. */
export function press(chords: readonly Chord[], manner: Manner = {}): WedgeKeyEvent[] {
  const { from = 0, gap = 6, hold = 2, inField = false, capsLock = false } = manner;
  const { machine = 'us' } = manner;
  const nth = (list: number | readonly number[], i: number) =>
    typeof list === 'number' ? list : (list[i % list.length] ?? 0);
  let at = from;
  const events = chords.flatMap((chord, i) => {
    if (i > 0) at += nth(gap, i - 1);
    const start = at;
    const flags = {
      shift: chord.shift ?? false,
      altGraph: chord.altGraph ?? false,
      ctrl: chord.ctrl ?? false,
      alt: chord.alt ?? false,
    };
    const common = { ...flags, capsLock, repeat: false, inField };
    const modifiers = MODIFIER_KEYS.filter(([flag]) => flags[flag]);
    const pressed = chord.goesOn === true ? [] : modifiers;
    const released = chords[i + 1]?.goesOn === true ? [] : modifiers;
    const key = keyOf(chord, machine, capsLock);
    // A key that is pressed again was let go before.
    let again = start;
    for (let next = i + 1; next < chords.length && again < start + nth(hold, i); next += 1) {
      again += nth(gap, next - 1);
      if (chords[next]?.code === chord.code) break;
      if (next === chords.length - 1) again = Infinity;
    }
    const end = Math.min(start + nth(hold, i), i + 1 < chords.length ? again : Infinity);
    return [
      ...pressed.map(([, code, name]) => event('down', code, name, start)),
      event('down', chord.code, key, start),
      event('up', chord.code, key, end),
      ...released.map(([, code, name]) => event('up', code, name, end)),
    ];
    function event(type: 'down' | 'up', code: string, name: string, when: number): WedgeKeyEvent {
      return { ...common, type, code, key: name, at: when };
    }
  });
  return together(events);
}

/** Types a text, as it is written on a keyboard of that layout. */
export function type(text: string, manner?: Manner, layout: LayoutName = 'us'): WedgeKeyEvent[] {
  return press(chordsOf(text, layout), manner);
}

/** A character by its number: Alt, and digits on the keypad. */
export function altNumber(digits: string): Chord[] {
  return Array.from(digits, (digit, i) => ({ code: `Numpad${digit}`, alt: true, goesOn: i > 0 }));
}

/** Several hands at one machine: all events in the order of time. */
export function together(...hands: readonly (readonly WedgeKeyEvent[])[]): WedgeKeyEvent[] {
  return hands.flat().sort((a, b) => a.at - b.at);
}

/** A person's way to type: never so soon, never so steady. */
export const PERSON = {
  gap: [140, 95, 210, 120, 170, 80],
  hold: [85, 60, 110, 72, 95],
} satisfies Manner;
