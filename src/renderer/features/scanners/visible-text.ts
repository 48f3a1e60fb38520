import { m } from '#renderer/i18n/messages.ts';

/** A piece of a text: characters as they are, or the name of one that cannot be seen. */
export interface VisiblePart {
  readonly text: string;
  readonly named: boolean;
}

/** Blanks, control characters and what else leaves nothing on a screen, or turns its words around. */
const UNSEEN = /[\p{C}\p{Z}]/u;

/** A text from outside in pieces, in which nothing is invisible. */
export function visibleParts(text: string): readonly VisiblePart[] {
  return text
    .split(/([\p{C}\p{Z}])/u)
    .filter((piece) => piece !== '')
    .map((piece) =>
      UNSEEN.test(piece) ? { text: nameOf(piece), named: true } : { text: piece, named: false },
    );
}

/** What cannot be seen, as keyboards and standards call it. */
const NAMES: Readonly<Record<string, string>> = {
  '\t': 'Tab',
  '\r': 'CR',
  '\n': 'LF',
  '\x1d': 'GS',
};

function nameOf(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return character === ' '
    ? m.scannerSetup_unseen_blank()
    : (NAMES[character] ?? `U+${hex.padStart(4, '0')}`);
}

/** The same as one text, to stand inside a sentence. */
export function visibleText(text: string): string {
  const parts = visibleParts(text);
  return parts.map((part) => (part.named ? `[${part.text}]` : part.text)).join('');
}

/** How many characters a text has, as people count them. */
export const lengthOf = (text: string) => Array.from(text).length;
