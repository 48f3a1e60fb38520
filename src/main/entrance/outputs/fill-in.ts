import type { OutputCommand } from './device.ts';

const PLACE = /\{(verdict|door|pulse)\}/g;

/** Fills in an address; what is filled in cannot become another part of it. */
export function fillUrl(url: string, command: OutputCommand): string {
  return filledIn(url, command, encodeURIComponent);
}

/** Fills in a body; where that is JSON, what is filled in stays inside its string. */
export function fillBody(body: string, command: OutputCommand): string {
  const isJson = /^\s*[[{]/.test(body);
  return filledIn(body, command, isJson ? (text) => JSON.stringify(text).slice(1, -1) : String);
}

function filledIn(
  text: string,
  { verdict, door, pulse }: OutputCommand,
  write: (value: string) => string,
): string {
  // Seconds, as the devices' own timers take them.
  const values = { verdict: verdict ?? 'test', door, pulse: String(pulse / 1000) };
  return text.replace(PLACE, (_, name: keyof typeof values) => write(values[name]));
}
