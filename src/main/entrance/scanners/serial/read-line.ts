import { LONGEST_CODE } from '#shared/model/scan.ts';

/** What a scanner sent between two line ends. */
export type Line =
  | { readonly type: 'code'; readonly code: string }
  /** Not a complete code: noise, bytes at the wrong speed, or a part of a code. */
  | { readonly type: 'garbled' }
  /** Longer than {@link LONGEST_CODE}. */
  | { readonly type: 'too-long' };

/**
 * Characters that may surround a code but do not belong to it: line ends, Tab, STX and ETX, and
 * NULs that appear when a wire is plugged in.
 */
const FRAME = new Set('\0\u0002\u0003\t\n\r');

/** Control characters that a code may contain: Tab, and those of GS1 and ISO/IEC 15434. */
const INSIDE = new Set('\t\u0004\u001c\u001d\u001e\u001f');

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads the bytes between two line ends; null if there was nothing but framing. */
export function readLine(bytes: Uint8Array): Line | null {
  const code = withoutFrame(decode(bytes));
  if (code === '') return null;
  if (code.length > LONGEST_CODE) return { type: 'too-long' };
  return isReadable(code) ? { type: 'code', code } : { type: 'garbled' };
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return Buffer.from(bytes).toString('latin1');
  }
}

function withoutFrame(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && FRAME.has(text.charAt(from))) from += 1;
  while (to > from && FRAME.has(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

/**
 * Whether the text can be a code. At the wrong speed control characters soon appear; a code
 * contains none except {@link INSIDE}.
 */
function isReadable(code: string): boolean {
  const controls = code.match(/\p{Cc}/gu) ?? [];
  return code.trim() !== '' && controls.every((control) => INSIDE.has(control));
}
