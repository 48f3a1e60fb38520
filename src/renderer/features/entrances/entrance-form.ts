import { readPattern } from '#shared/entrances/pattern.ts';
import {
  LONGEST_ENTRANCE_NAME,
  NO_WAY,
  TICKET_TEXTS,
  type Entrance,
  type InLanguages,
  type TicketPattern,
  type TicketText,
  type Way,
} from '#shared/model/entrance.ts';
import { LANGUAGES, type Language } from '#shared/model/settings.ts';
import { err, ok, type Result } from '#shared/result.ts';

/** The most lines of tickets that are shown in a form: who has more changes them in their file. */
export const MOST_LINES = 40;

/** A text of each language; empty: there is none. */
export type Texts = Record<Language, string>;
/** A pattern as it is typed; empty: it says nothing of this text. */
export type Line = Record<TicketText, string>;

/** An entrance as it is typed. */
export interface TypedEntrance {
  readonly id: string;
  readonly name: string;
  readonly nameIn: Texts;
  readonly colour: string;
  readonly arrow: Way['arrow'];
  readonly words: string;
  readonly wordsIn: Texts;
  readonly lines: readonly Line[];
}

/** What is wrong with what was typed, and which pattern. */
export type TypedFault =
  | { readonly field: 'id' | 'name' | 'colour' }
  | { readonly field: 'line'; readonly pattern: string };

/** An entrance as a form shows it; `from` is where the kiosk stands, whose way it shows. */
export function typedFrom(entrance: Entrance | null, from: string | null): TypedEntrance {
  const way = (from === null ? undefined : entrance?.waysFrom[from]) ?? entrance?.way ?? NO_WAY;
  return {
    id: entrance?.id ?? '',
    name: entrance?.name ?? '',
    nameIn: textsOf(entrance?.nameIn ?? {}),
    colour: entrance?.colour ?? '',
    arrow: way.arrow,
    words: way.words ?? '',
    wordsIn: textsOf(way.wordsIn),
    lines: (entrance?.tickets ?? []).slice(0, MOST_LINES).map(lineOf),
  };
}

/** A line without anything in it. */
export const emptyLine = (): Line => lineOf({});

/** The entrance that was typed, or what is wrong with it. */
export function entranceTyped(
  before: Entrance | null,
  typed: TypedEntrance,
  from: string | null,
  others: readonly string[],
): Result<Entrance, TypedFault> {
  const [id, name, colour] = [typed.id, typed.name, typed.colour].map((text) => text.trim());
  if (!id || id.length > LONGEST_ENTRANCE_NAME || others.includes(id)) return err({ field: 'id' });
  if (!name) return err({ field: 'name' });
  if (colour && !/^#[0-9a-f]{6}$/i.test(colour)) return err({ field: 'colour' });
  const lines = typed.lines.map(patternOf).filter((line) => Object.keys(line).length > 0);
  const wrong = lines.flatMap((line) => Object.values(line)).find((text) => !readPattern(text).ok);
  if (wrong !== undefined) return err({ field: 'line', pattern: wrong });
  const way: Way = {
    arrow: typed.arrow,
    words: typed.words.trim() || null,
    wordsIn: inLanguages(typed.wordsIn),
  };
  const isFromHere = from !== null && before?.waysFrom[from] !== undefined;
  return ok({
    ...{ id, name, nameIn: inLanguages(typed.nameIn), colour: colour?.toLowerCase() || null },
    way: isFromHere ? before.way : way,
    waysFrom: { ...before?.waysFrom, ...(isFromHere && { [from]: way }) },
    tickets: [...lines, ...(before?.tickets ?? []).slice(MOST_LINES)],
  });
}

function textsOf(texts: InLanguages): Texts {
  const all = LANGUAGES.map((language) => [language, texts[language] ?? ''] as const);
  return Object.fromEntries(all) as Texts;
}

function inLanguages(texts: Texts): InLanguages {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([language, text]) => {
      const words = text.trim();
      return words === '' ? [] : [[language, words] as const];
    }),
  );
}

function lineOf(pattern: TicketPattern): Line {
  const all = TICKET_TEXTS.map((text) => [text, pattern[text] ?? ''] as const);
  return Object.fromEntries(all) as Line;
}

function patternOf(line: Line): TicketPattern {
  return Object.fromEntries(
    TICKET_TEXTS.flatMap((text) => {
      const pattern = line[text].trim();
      return pattern === '' ? [] : [[text, pattern] as const];
    }),
  );
}
