import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { createRandom, type Random } from '#box-office/demo/random.ts';
import { ticketEventSchema } from '#main/ledger/ticket-event.ts';
import { doorCopiesSchema } from '#main/venue/copy-messages.ts';
import { doorReportSchema } from '#main/venue/door-report.ts';
import { givenOrdersSchema } from '#main/venue/hold-orders.ts';
import { HOUSE_EVENTS } from '#main/venue/house-event.ts';
import { doorMessageSchema, MOST_UNASKED } from '#main/venue/messages.ts';
import { deviationsOf, type Path } from './deviations.ts';
import { specimenOf, type Contents } from './specimen.ts';

/** What a hostile peer sends, and what is wrong with it. */
export interface HostileMessage {
  /** The kind of the message, or of the event in it. */
  readonly kind: string;
  readonly path: Path;
  readonly what: string;
  /** To be sealed, whatever it is: the whole content of an envelope. */
  readonly head: unknown;
}

/** What the schemas of messages leave to their readers, and what has to fit to be taken at all. */
function contentsAt(origin: string, { baseUrl, now, doors }: Target): Contents {
  const inner = (schema: Parameters<typeof specimenOf>[0]) => (chance: Random) =>
    specimenOf(schema, chance, contents);
  const contents: Contents = {
    baseUrl: () => baseUrl,
    at: (chance) => now - chance.between(0, 3_600_000),
    until: () => now + 72 * 3_600_000,
    // Nobody's tickets, so that a good one stays good.
    ticketId: (chance) => chance.between(10_000_000, 10_000_050),
    ticketHash: (chance) => `ticket of nobody ${chance.between(0, 50)}`,
    id: () => randomUUID(),
    origin: () => origin,
    'had key': () => randomUUID(),
    report: (chance) => specimenOf(doorReportSchema, chance, { ...contents, hold: () => null }),
    hold: inner(givenOrdersSchema),
    copies: inner(doorCopiesSchema),
    hears: () => doors,
    body: () => 'bm8gY29weQ==',
  };
  return contents;
}

/** A message or event of one kind, as an honest door sends it. */
export interface Specimen {
  readonly kind: string;
  readonly content: unknown;
  readonly isEvent: boolean;
}

/** One of each kind of message, and of each kind of event. */
export function specimens(origin: string, target: Target, chance: Random): readonly Specimen[] {
  const contents = contentsAt(origin, target);
  const messages = doorMessageSchema.options.map((schema) => {
    const content = specimenOf(schema, chance, contents);
    return { kind: schema.shape.type.value, content, isEvent: false };
  });
  return [...messages, ...eventsOf(origin, target, chance)];
}

function eventsOf(origin: string, target: Target, chance: Random): readonly Specimen[] {
  const contents = contentsAt(origin, target);
  return EVENT_KINDS.map(({ kind, schema }) => {
    return { kind, content: specimenOf(schema, chance, contents), isEvent: true };
  });
}

const { ticket, ...OTHER_EVENTS } = HOUSE_EVENTS;
/** Each kind of event, those about tickets apart. */
export const EVENT_KINDS: readonly { readonly kind: string; readonly schema: z.ZodType }[] = [
  ...ticketEventSchema.options.map((one) => {
    return { kind: one.shape.kind.value, schema: z.intersection(one, ticket.def.right) };
  }),
  ...Object.entries(OTHER_EVENTS).map(([kind, schema]) => ({ kind, schema })),
];

/** How many hostile messages in a row come from one origin. */
const OF_ONE_ORIGIN = 50;
/** Each so many messages one has as many events as fit. */
const CROWD_EVERY = 40;

/** What a hostile peer knows of the venue. */
export interface Target {
  readonly baseUrl: string;
  readonly now: number;
  /** Origins of honest doors: it says that it hears them, and now and then that it is one. */
  readonly doors: readonly string[];
}

/**
 * Hostile messages without end, made from a seed: each has one member of one kind of message or event that is
 * missing, null, of another type or extreme; some have none, and are only too many.
 */
export function* hostileMessages(seed: number, target: Target): Generator<HostileMessage> {
  const chance = createRandom(seed);
  for (let sent = 0, number = 0, origin = ''; ; sent += 1) {
    if (sent % OF_ONE_ORIGIN === 0) [origin, number] = [randomUUID(), 0];
    const from = chance.oneIn(20) && target.doors.length > 0 ? chance.pick(target.doors) : origin;
    const kinds = specimens(origin, target, chance);
    const { kind, content, isEvent } = chance.pick(kinds);
    const headOf = (message: unknown): unknown => ({ from, count: sent + 1, message });
    const told = (texts: readonly string[]): unknown => {
      const after = number;
      number += texts.length;
      const events = texts.map((text, at) => [after + at + 1, text]);
      return headOf({ type: 'told', origin, after, upTo: number, events });
    };
    if (sent % CROWD_EVERY === CROWD_EVERY - 1) {
      const crowd = Array.from({ length: MOST_UNASKED }, () =>
        chance.pick(eventsOf(origin, target, chance)),
      );
      const texts = crowd.map((one) => JSON.stringify(one.content));
      yield { kind: 'told', path: [], what: 'a crowd', head: told(texts) };
      continue;
    }
    const whole = isEvent || chance.oneIn(2) ? content : headOf(content);
    const nothing = { path: [], what: 'nothing', make: () => whole };
    const { path, what, make } = chance.pick([nothing, ...deviationsOf(whole)]);
    const made = make();
    const message = whole === content ? headOf(made) : made;
    yield { kind, path, what, head: isEvent ? told([textOf(made)]) : message };
  }
}

/** What is sent of a value: nothing, where it is missing. */
export function textOf(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value);
}
