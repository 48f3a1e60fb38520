import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chordsOf } from '#tests/shared/wedge/typist.ts';
import { pressOnDisplay, type Stroke } from './x-keyboard.ts';

/** The number that the display gives the first key of each row; the others follow, from left to right. */
const ROWS: readonly (readonly [first: number, keys: readonly string[]])[] = [
  [10, [...Array.from('1234567890', (digit) => `Digit${digit}`), 'Minus', 'Equal']],
  [24, [...Array.from('QWERTYUIOP', (letter) => `Key${letter}`), 'BracketLeft', 'BracketRight']],
  [38, [...Array.from('ASDFGHJKL', (letter) => `Key${letter}`), 'Semicolon', 'Quote', 'Backquote']],
  [51, ['Backslash', ...Array.from('ZXCVBNM', (letter) => `Key${letter}`)]],
  [59, ['Comma', 'Period', 'Slash']],
];
const NUMBERS = new Map([
  ...ROWS.flatMap(([first, keys]) => keys.map((key, i) => [key, first + i] as const)),
  ...Object.entries({ Tab: 23, Enter: 36, Shift: 50, ControlRight: 105, Space: 65, CapsLock: 66 }),
]);

function numberOf(code: string): number {
  const number = NUMBERS.get(code);
  if (number === undefined) throw new Error(`${code} has no number`);
  return number;
}

/** How keys are pressed, in milliseconds. */
export interface Pace {
  /** From one key to the next. */
  readonly gap: number;
  /** How long each is down. */
  readonly hold: number;
}

/**
 * The keys of an American keyboard that write this text, whatever the display's layout makes of them;
 * `{Enter}` and so on are keys by their names.
 */
export function pressing(text: string, { gap, hold }: Pace): Stroke[] {
  let rest = 0;
  return chordsOf(text).flatMap(({ code, shift = false }) => {
    const key = numberOf(code);
    const held = numberOf('Shift');
    const before = rest;
    rest = gap - hold;
    if (!shift) return [press(key, before), release(key, hold)];
    return [press(held, before), press(key, 0), release(key, hold), release(held, 0)];
  });
}

const press = (key: number, after: number): Stroke => ({ key, down: true, after });
const release = (key: number, after: number): Stroke => ({ key, down: false, after });

/** Nothing for so many milliseconds, by the display's clock: it lets go of a key that nobody holds. */
export const pause = (ms: number): Stroke => release(numberOf('Shift'), ms);

/** The same, so many milliseconds later. */
export function later([first, ...others]: readonly Stroke[], by: number): readonly Stroke[] {
  return first === undefined ? [] : [{ ...first, after: first.after + by }, ...others];
}

/**
 * Presses them on this test's display. Resolves when the last has been pressed, and says by how many
 * milliseconds the display was late at most.
 */
export async function type(strokes: readonly Stroke[]): Promise<number> {
  return Math.max(0, ...(await pressOnDisplay(process.env['DISPLAY'] ?? '', strokes)));
}

/** Lets xdotool do this: a person's shortcuts and buttons, by the names that the display gives them. */
export async function byHand(commands: readonly string[]): Promise<void> {
  const xdotool = spawn('xdotool', ['-'], { stdio: ['pipe', 'ignore', 'inherit'] });
  xdotool.stdin.end(commands.map((command) => `${command}\n`).join(''));
  const [exitCode] = (await once(xdotool, 'exit')) as [number | null];
  if (exitCode !== 0) throw new Error(`xdotool ended with ${exitCode}`);
}

/** Gives the display's keyboard another layout, by its name. */
export async function useLayout(name: string): Promise<void> {
  const [exitCode] = (await once(spawn('setxkbmap', [name], { stdio: 'inherit' }), 'exit')) as [
    number | null,
  ];
  if (exitCode !== 0) throw new Error(`setxkbmap ended with ${exitCode}`);
}
