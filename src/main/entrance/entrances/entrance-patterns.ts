import type { SnapshotTicket } from '#main/snapshot/model.ts';
import { folded, readPattern, type Pattern } from '#shared/entrances/pattern.ts';
import {
  TICKET_TEXTS,
  type Entrance,
  type TicketPattern,
  type TicketText,
} from '#shared/model/entrance.ts';

/** The texts that patterns are tried on. */
export type TicketTexts = Pick<
  SnapshotTicket,
  'section' | 'performance' | 'seat' | 'productionName'
>;

/** A pattern of an entrance. */
export interface Rule {
  readonly entrance: Entrance;
  readonly pattern: TicketPattern;
  /** It matches every ticket. */
  readonly isEverything: boolean;
}

interface ReadRule extends Rule {
  readonly texts: readonly (readonly [TicketText, Pattern])[];
}

/** By which text in full a rule is found; the rarest first. */
const FOUND_BY: readonly TicketText[] = ['seat', 'section', 'performance'];

/**
 * The patterns of all entrances, ready to be tried on tickets. A rule with a text in full is found by it, so that a
 * list with a line for each seat costs a scan no more than a short one; only the others are all tried.
 */
export class EntrancePatterns {
  readonly #byText = new Map<string, ReadRule[]>();
  readonly #wide: ReadRule[] = [];
  readonly #places: ReadonlyMap<Entrance, number>;

  constructor(entrances: readonly Entrance[]) {
    this.#places = new Map(entrances.map((entrance, place) => [entrance, place]));
    for (const entrance of entrances) {
      for (const pattern of entrance.tickets) this.#add(entrance, pattern);
    }
  }

  /** The rules that match a ticket. */
  matching(ticket: TicketTexts): readonly Rule[] {
    const texts = textsOf(ticket);
    const found = FOUND_BY.flatMap((kind) =>
      texts[kind].flatMap((text) => this.#byText.get(`${kind} ${text}`) ?? []),
    );
    return [...found, ...this.#wide].filter((rule) =>
      rule.texts.every(([kind, pattern]) => texts[kind].some((text) => pattern.matches(text))),
    );
  }

  /** The entrances that a ticket belongs to, in the order of the list; none: nobody has said. */
  of(ticket: TicketTexts): readonly Entrance[] {
    const found = new Set(this.matching(ticket).map(({ entrance }) => entrance));
    const place = (entrance: Entrance) => this.#places.get(entrance) ?? 0;
    return [...found].sort((a, b) => place(a) - place(b));
  }

  #add(entrance: Entrance, pattern: TicketPattern): void {
    const texts = TICKET_TEXTS.flatMap((kind) => {
      const text = pattern[kind];
      const read = text === undefined ? null : readPattern(text);
      return read?.ok ? [[kind, read.value] as const] : [];
    });
    if (texts.length === 0) return;
    const isEverything = texts.every(([, { isEverything: all }]) => all);
    const rule: ReadRule = { entrance, pattern, isEverything, texts };
    for (const kind of FOUND_BY) {
      const literal = texts.find(([of]) => of === kind)?.[1].literal ?? null;
      if (literal === null) continue;
      const key = `${kind} ${literal}`;
      const beside = this.#byText.get(key);
      if (beside === undefined) this.#byText.set(key, [rule]);
      else beside.push(rule);
      return;
    }
    this.#wide.push(rule);
  }
}

/** A performance is called by the platform's text for it, or by its production. */
function textsOf(ticket: TicketTexts): Readonly<Record<TicketText, readonly string[]>> {
  const section = folded(ticket.section ?? '');
  const seat = folded(ticket.seat ?? '');
  const named = [ticket.performance ?? '', ticket.productionName].map(folded);
  const performance = [...new Set(named)];
  return { section: [section], seat: [seat], performance, text: [section, seat, ...performance] };
}
