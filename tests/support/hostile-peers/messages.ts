import { hash } from 'node:crypto';
import { z } from 'zod';
import { createRandom, type Random } from '#box-office/demo/random.ts';
import { ticketEventSchema } from '#main/ledger/ticket-event.ts';
import { doorCopiesSchema } from '#main/venue/copy-messages.ts';
import { DoorKey } from '#main/venue/door-key.ts';
import { doorReportSchema } from '#main/venue/door-report.ts';
import { givenOrdersSchema } from '#main/venue/hold-orders.ts';
import { disregardEndId, HOUSE_EVENTS, noteEndId } from '#main/venue/house-event.ts';
import { doorMessageSchema, MOST_UNASKED } from '#main/venue/messages.ts';
import { signEvent } from '#main/venue/signed-event.ts';
import { deviationsOf, type Path } from './deviations.ts';
import { specimenOf, type Contents } from './specimen.ts';

/** What a hostile peer sends, and what is wrong with it. */
export interface HostileMessage {
  /** The kind of the message, or of the event in it. */
  readonly kind: string;
  readonly path: Path;
  readonly what: string;
  /** To be signed and sealed, whatever it is: the whole content of an envelope. */
  readonly head: unknown;
  /** Whose key signs it. */
  readonly key: DoorKey;
}

/** What the schemas of messages leave to their readers, and what has to fit to be taken at all. */
function contentsAt({ key, origin }: Sender, { baseUrl, now, doors }: Target): Contents {
  const inner = (schema: Parameters<typeof specimenOf>[0]) => (chance: Random) =>
    specimenOf(schema, chance, contents);
  const contents: Contents = {
    baseUrl: () => baseUrl,
    at: (chance) => now - chance.between(0, 3_600_000),
    until: () => now + 72 * 3_600_000,
    // Nobody's tickets, so that a good one stays good.
    ticketId: (chance) => chance.between(10_000_000, 10_000_050),
    ticketHash: (chance) => `ticket of nobody ${chance.between(0, 50)}`,
    id: () => key.newId(),
    kioskId: () => key.id,
    of: () => key.newId(),
    origin: () => origin,
    'had key': () => key.newId(),
    events: () => {
      const text = JSON.stringify({ type: 'news', id: key.newId(), door: '', until: now });
      return [[1, text, signEvent(key, origin, 1, text)]];
    },
    signature: () => key.sign('hold', origin).toString('base64url'),
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

/** A door that a hostile peer has made up, in one run. */
export interface Sender {
  readonly key: DoorKey;
  readonly origin: string;
}

/** A door of which the key is always the same for one number. */
export function madeUpDoor(number: number): Sender {
  const key = new DoorKey(hash('sha256', `made up ${number}`, 'buffer'));
  return { key, origin: key.newId() };
}

/** One of each kind of message, and of each kind of event. */
export function specimens(sender: Sender, target: Target, chance: Random): readonly Specimen[] {
  const contents = contentsAt(sender, target);
  const messages = doorMessageSchema.options.map((schema) => {
    const content = specimenOf(schema, chance, contents);
    return { kind: schema.shape.type.value, content, isEvent: false };
  });
  return [...messages, ...eventsOf(sender, target, chance)];
}

function eventsOf(sender: Sender, target: Target, chance: Random): readonly Specimen[] {
  const contents = contentsAt(sender, target);
  return EVENT_KINDS.map(({ kind, schema }) => {
    const content = specimenOf(schema, chance, contents) as { id: string; of: string };
    if (kind === 'note end') content.id = noteEndId(content.of);
    if (kind === 'disregard end') content.id = disregardEndId(content.of);
    return { kind, content, isEvent: true };
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
  for (let sent = 0, number = 0, sender = madeUpDoor(seed); ; sent += 1) {
    if (sent % OF_ONE_ORIGIN === 0) [sender, number] = [madeUpDoor(seed + sent), 0];
    const { key, origin } = sender;
    const from = chance.oneIn(20) && target.doors.length > 0 ? chance.pick(target.doors) : origin;
    const kinds = specimens(sender, target, chance);
    const { kind, content, isEvent } = chance.pick(kinds);
    const headOf = (message: unknown): unknown => ({ from, count: sent + 1, message });
    const told = (texts: readonly string[]): unknown => {
      const after = number;
      number += texts.length;
      const events = texts.map((text, at) => {
        const place = after + at + 1;
        return [place, text, signEvent(key, origin, place, text)];
      });
      return headOf({ type: 'told', origin, after, upTo: number, events });
    };
    if (sent % CROWD_EVERY === CROWD_EVERY - 1) {
      const crowd = Array.from({ length: MOST_UNASKED }, () =>
        chance.pick(eventsOf(sender, target, chance)),
      );
      const texts = crowd.map((one) => JSON.stringify(one.content));
      yield { kind: 'told', path: [], what: 'a crowd', head: told(texts), key };
      continue;
    }
    const whole = isEvent || chance.oneIn(2) ? content : headOf(content);
    const nothing = { path: [], what: 'nothing', make: () => whole };
    const { path, what, make } = chance.pick([nothing, ...deviationsOf(whole)]);
    const made = make();
    const message = whole === content ? headOf(made) : made;
    yield { kind, path, what, head: isEvent ? told([textOf(made)]) : message, key };
  }
}

/** What is sent of a value: nothing, where it is missing. */
export function textOf(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value);
}
