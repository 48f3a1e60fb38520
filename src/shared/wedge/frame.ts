import { AIM, splitAim } from '#shared/model/aim.ts';
import { LONGEST_CODE } from '#shared/model/scan.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { decode } from './decode.ts';
import type { Stroke } from './key-event.ts';
import type { WedgeSettings } from './settings.ts';

/** Why what a scanner typed is no code. */
export type WedgeRefusal =
  /** Shorter than any code. */
  | 'too-short'
  /** Longer than {@link LONGEST_CODE}: refused whole, never cut. */
  | 'too-long'
  /** A key stands for no character: what the rest says would be another code. */
  | 'unreadable-key'
  /** The prefix or the suffix that the scanner is set up with is not there: characters got lost. */
  | 'no-prefix'
  | 'no-suffix';

/** Shorter ones are a slip of a finger. */
export const SHORTEST_CODE = 3;

/** Enter, line feed and Tab around a code end it, or the one before it; they are no part of it. */
const ENDS = /^[\r\n\t]+|[\r\n\t]+$/g;

/**
 * Returns what follows the prefix, with the scanner's AIM identifier in front if it sent one; null if the
 * prefix is not there. The identifier may stand before, in or after the prefix; one that is part of the
 * setting stands for all of them.
 */
function afterPrefix(text: string, prefix: string): string | null {
  const [before = '', after = ''] = prefix.split(AIM);
  for (const { aim, rest } of [splitAim(text), { aim: '', rest: text }]) {
    if (!rest.startsWith(before)) continue;
    const inner = splitAim(rest.slice(before.length));
    const code = aim === '' ? inner.rest : rest.slice(before.length);
    if (code.startsWith(after)) return (aim || inner.aim) + code.slice(after.length);
  }
  return null;
}

/**
 * Takes the code out of what a scanner typed: without its ends, prefix and suffix, otherwise unchanged. An
 * AIM identifier stays in front of it.
 */
export function codeIn(
  strokes: readonly Stroke[],
  settings: WedgeSettings,
): Result<string, WedgeRefusal> {
  const { text, unreadable } = decode(strokes, settings);
  if (unreadable > 0) return err('unreadable-key');
  const { prefix, suffix } = settings;
  const rest = afterPrefix(text.replace(ENDS, ''), prefix);
  if (rest === null) return err('no-prefix');
  if (!rest.endsWith(suffix)) return err('no-suffix');
  const code = rest.slice(0, rest.length - suffix.length);
  const { length } = splitAim(code).rest;
  if (length < SHORTEST_CODE) return err('too-short');
  return length > LONGEST_CODE ? err('too-long') : ok(code);
}
