import { hash } from 'node:crypto';
import { DoorKey } from '#main/venue/door-key.ts';
import { Envelopes } from '#main/venue/envelopes.ts';
import { deriveHouseKeys, type HouseKeys } from '#main/venue/house-keys.ts';
import type { AnyEvent } from '#main/venue/house-event.ts';
import { signEvent } from '#main/venue/signed-event.ts';

/** The salt of the venue in tests. */
export const SALT = 'the salt of the venue';

/** The keys of the venue whose doors were all given this passphrase. */
export const keysOf = (passphrase: string) => deriveHouseKeys(passphrase, SALT);

const keys = new Map<string, DoorKey>();

/** The key of the door that a test calls so: always the same. */
export function keyOf(name: string): DoorKey {
  const known = keys.get(name);
  const key = known ?? new DoorKey(hash('sha256', `door ${name}`, 'buffer'));
  keys.set(name, key);
  return key;
}

/** The public key of that door, by which the others know it. */
export function idOf(name: string): string {
  return keyOf(name).id;
}

/** Seals and opens messages at that door. */
export function envelopesOf(keys: HouseKeys, name: string, run?: string): Envelopes {
  return new Envelopes(keys, keyOf(name), originOf(name, run));
}

/** An origin of that door, always the same one. */
export function originOf(name: string, run = 'run'): string {
  return `${idOf(name)}.${run}`;
}

/** Events as the door of an origin numbers them, without a valid signature: for what reads them when they were checked. */
export function numbered(
  events: readonly (AnyEvent | string)[],
  after = 0,
): [number, string, string][] {
  return events.map((event, at) => [
    after + at + 1,
    typeof event === 'string' ? event : JSON.stringify(event),
    UNCHECKED,
  ]);
}

/** Has the form of a signature. */
export const UNCHECKED = 'A'.repeat(86);

/** The same, signed by a door that a test calls so. */
export function signedEvents(
  name: string,
  origin: string,
  events: readonly (AnyEvent | string)[],
  after = 0,
): [number, string, string][] {
  return numbered(events, after).map(([number, body]) => [
    ...([number, body] as const),
    signEvent(keyOf(name), origin, number, body),
  ]);
}
