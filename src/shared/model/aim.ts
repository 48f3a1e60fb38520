/**
 * The AIM identifier (ISO/IEC 15424) that a scanner may put in front of a code: `]`, the letter of the
 * symbology, and a modifier. It differs from symbology to symbology, so it is never a fixed prefix.
 */
export const AIM = /\][A-Za-z][0-9A-F]/;

/** Splits a code from the AIM identifier in front of it; `aim` is '' where there is none. */
export function splitAim(text: string): { readonly aim: string; readonly rest: string } {
  const aim = text.search(AIM) === 0 ? text.slice(0, 3) : '';
  return { aim, rest: text.slice(aim.length) };
}
