import { doorOf, isOf, isSignedBy, type DoorKey } from './door-key.ts';
import { disregardEndId, LONGEST_EVENT, noteEndId } from './house-event.ts';

/** An event as doors pass it on: its number, its text, and the signature of its door in base64url. */
export type SignedEvent = readonly [number: number, body: string, signature: string];

/** Signs an event of this door, under its number in this run. */
export function signEvent(key: DoorKey, origin: string, number: number, body: string): string {
  return key.sign('event', signedText(origin, number, body)).toString('base64url');
}

/** Whether the door that an origin names has signed this event, and may make it. */
export function isAuthentic(origin: string, [number, body, signature]: SignedEvent): boolean {
  const door = doorOf(origin);
  return (
    body.length <= LONGEST_EVENT &&
    isOf(door, origin) &&
    isSignedBy(
      door,
      'event',
      signedText(origin, number, body),
      Buffer.from(signature, 'base64url'),
    ) &&
    isOwn(door, body)
  );
}

/** What an event says of a door's own: an `of` of these types is an event that no other door ends or answers. */
const ENDS_OWN: readonly unknown[] = [
  'answered',
  'withdrawn',
  'uploaded',
  'upload-refused',
  'disregard end',
];

/** Whether the event has an id of this door, names it, and ends or answers nothing of another one. */
function isOwn(door: string, body: string): boolean {
  const { type, kind, id, kioskId, of } = membersOf(body);
  // Anyone may end a note. The id says which one, so it can be no other event's.
  if (type === 'note end') return typeof of === 'string' && id === noteEndId(of);
  if (typeof id !== 'string' || !isOf(door, id)) return false;
  if (kioskId !== undefined && kioskId !== door) return false;
  const isEnd = ENDS_OWN.includes(type === 'ticket' ? kind : type);
  if (isEnd && !(typeof of === 'string' && isOf(door, of))) return false;
  return type !== 'disregard end' || id === disregardEndId(String(of));
}

function membersOf(body: string): Readonly<Record<string, unknown>> {
  try {
    const event: unknown = JSON.parse(body);
    return typeof event === 'object' && event !== null ? { ...event } : {};
  } catch {
    return {};
  }
}

function signedText(origin: string, number: number, body: string): string {
  return `${origin}\n${number}\n${body}`;
}
