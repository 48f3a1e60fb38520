import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chordsOf } from '#tests/shared/wedge/typist.ts';

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
  ...Object.entries({ Tab: 23, Enter: 36, Shift: 50, Space: 65, CapsLock: 66 }),
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

const sleep = (ms: number) => (ms > 0 ? [`sleep ${ms / 1000}`] : []);

/**
 * The commands for xdotool that press the keys of an American keyboard that write this text, whatever
 * the display's layout makes of them; `{Enter}` and so on are keys by their names.
 */
export function pressing(text: string, { gap, hold }: Pace): string[] {
  return chordsOf(text).flatMap(({ code, shift = false }) => [
    ...(shift ? [`keydown --delay 0 ${numberOf('Shift')}`] : []),
    `keydown --delay 0 ${numberOf(code)}`,
    ...sleep(hold),
    `keyup --delay 0 ${numberOf(code)}`,
    ...(shift ? [`keyup --delay 0 ${numberOf('Shift')}`] : []),
    ...sleep(gap - hold),
  ]);
}

const AHEAD = process.getuid?.() === 0 ? ['nice', '-n', '-15'] : [];

/**
 * Lets xdotool do this, from outside of the application, through the display's input queue. A scanner
 * does not wait for the machine that it is plugged into: where it may, it goes before everything else.
 */
export async function toTheDisplay(commands: readonly string[]): Promise<void> {
  const xdotool = spawn('env', [...AHEAD, 'xdotool', '-'], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
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

/** Whether keys can be pressed from outside of the application. */
export const HAS_DISPLAY = process.env['DISPLAY'] !== undefined && process.platform === 'linux';
