import { readPattern } from '#shared/entrances/pattern.ts';
import {
  ARROWS,
  LONGEST_ENTRANCE_NAME,
  LONGEST_PATTERN,
  LONGEST_WAY,
  NO_WAY,
  type Entrance,
  type TicketPattern,
  type TicketText,
  type Way,
} from '#shared/model/entrance.ts';
import type { LineFault } from '#shared/model/entrance-file.ts';
import { LANGUAGES } from '#shared/model/settings.ts';
import type { Column } from './entrance-columns.ts';

/** A cell that is not empty. */
interface Cell {
  readonly column: Column;
  readonly text: string;
}

interface Fault {
  readonly fault: LineFault;
  readonly text: string | null;
}

/** What lines have said of an entrance so far. */
interface Draft {
  /** By the names of members, such as `name`, `name de`, `way de from stalls`. */
  readonly said: Map<string, string>;
  readonly from: Set<string>;
  readonly tickets: TicketPattern[];
}

const COLOUR = /^#[0-9a-f]{6}$/i;

/** Puts entrances together from the lines of a table: each line may say something more of its entrance. */
export class EntrancesBuilder {
  readonly #drafts = new Map<string, Draft>();

  /** Takes a line over, or returns what is wrong with it. */
  add(cells: readonly Cell[]): Fault | null {
    const id = textIn(cells, 'entrance');
    if (id === null) return { fault: 'no-entrance', text: null };
    const wrong = cells.map(faultOf).find((fault) => fault !== null);
    if (wrong !== undefined) return wrong;
    const draft: Draft = this.#drafts.get(id) ?? { said: new Map(), from: new Set(), tickets: [] };
    this.#drafts.set(id, draft);

    const from = textIn(cells, 'from');
    if (from !== null) draft.from.add(from);
    for (const { column, text } of cells) {
      const key = keyOf(column, from);
      if (key === null) continue;
      const before = draft.said.get(key);
      if (before !== undefined && before !== text) return { fault: 'contradiction', text };
      draft.said.set(key, text);
    }
    const pattern = patternIn(cells);
    if (Object.keys(pattern).length > 0) draft.tickets.push(pattern);
    return null;
  }

  /** The entrances, in the order of their first lines. */
  entrances(): readonly Entrance[] {
    return [...this.#drafts].map(([id, draft]) => ({
      id,
      name: draft.said.get('name') ?? id,
      nameIn: inLanguages(draft, 'name', null),
      colour: draft.said.get('colour')?.toLowerCase() ?? null,
      way: wayIn(draft, null),
      waysFrom: Object.fromEntries([...draft.from].map((from) => [from, wayIn(draft, from)])),
      tickets: draft.tickets,
    }));
  }
}

function textIn(cells: readonly Cell[], of: Column['of']): string | null {
  return cells.find(({ column }) => column.of === of)?.text ?? null;
}

function faultOf({ column, text }: Cell): Fault | null {
  const wrong = (fault: LineFault) => ({ fault, text: text.slice(0, LONGEST_ENTRANCE_NAME) });
  switch (column.of) {
    case 'entrance':
    case 'from':
    case 'name':
      return text.length > LONGEST_ENTRANCE_NAME ? wrong('too-long') : null;
    case 'way':
      return text.length > LONGEST_WAY ? wrong('too-long') : null;
    case 'colour':
      return COLOUR.test(text) ? null : wrong('not-a-colour');
    case 'arrow':
      return arrowOf(text) === null ? wrong('not-an-arrow') : null;
    case 'ticket':
      if (text.length > LONGEST_PATTERN) return wrong('too-long');
      return readPattern(text).ok ? null : wrong('not-a-pattern');
  }
}

/** Under what something is noted; null: it is no fact of the entrance alone. */
function keyOf(column: Column, from: string | null): string | null {
  switch (column.of) {
    case 'name':
      return keyIn('name', column.language, null);
    case 'colour':
      return 'colour';
    case 'arrow':
      return keyIn('arrow', null, from);
    case 'way':
      return keyIn('way', column.language, from);
    case 'entrance':
    case 'from':
    case 'ticket':
      return null;
  }
}

function keyIn(what: string, language: string | null, from: string | null): string {
  return [what, language ?? '', from === null ? '' : `from ${from}`].join(' ').trim();
}

function wayIn(draft: Draft, from: string | null): Way {
  const { said } = draft;
  return {
    ...NO_WAY,
    arrow: arrowOf(said.get(keyIn('arrow', null, from)) ?? ''),
    words: said.get(keyIn('way', null, from)) ?? null,
    wordsIn: inLanguages(draft, 'way', from),
  };
}

function inLanguages({ said }: Draft, what: 'name' | 'way', from: string | null) {
  return Object.fromEntries(
    LANGUAGES.flatMap((language) => {
      const text = said.get(keyIn(what, language, from));
      return text === undefined ? [] : [[language, text] as const];
    }),
  );
}

function arrowOf(text: string): Way['arrow'] {
  return ARROWS.find((arrow) => arrow === text.toLowerCase()) ?? null;
}

function patternIn(cells: readonly Cell[]): TicketPattern {
  const texts = cells.flatMap(({ column, text }): (readonly [TicketText, string])[] =>
    column.of === 'ticket' ? [[column.text, text]] : [],
  );
  return Object.fromEntries(texts);
}
