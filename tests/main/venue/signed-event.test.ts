import { inspect } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { disregardEndId, noteEndId, type AnyEvent } from '#main/venue/house-event.ts';
import { isAuthentic, signEvent } from '#main/venue/signed-event.ts';
import { idOf, keyOf, originOf, signedEvents, UNCHECKED } from '#tests/support/door-keys.ts';
import { answered, checkedOut, uploaded, withdrawn } from '../ledger/ticket-events.ts';
import { admission, published } from './support/air.ts';

const ORIGIN = originOf('left');
const OWN = `${idOf('left')}.own`;
const OTHER = `${idOf('right')}.other`;

/** Whether doors take an event that the left door has signed. */
function isTaken(event: AnyEvent | string, origin = ORIGIN): boolean {
  return signedEvents('left', origin, [event]).every((signed) => isAuthentic(origin, signed));
}

const ofLeft = { id: `${idOf('left')}.this`, kioskId: idOf('left') };
const end = { door: 'Left', until: 1, kioskId: idOf('left') };

test('takes what a door says of itself', () => {
  expect(isTaken(admission('left'))).toBe(true);
  expect(isTaken(admission('left'), originOf('left', 'another run'))).toBe(true);
});

test.each<[string, AnyEvent | string, string?]>([
  ['with an id of another door', admission('left', { id: OTHER })],
  ['with an id that only begins like its own', admission('left', { id: `${idOf('left')}x.1` })],
  ['that names another door', admission('left', { kioskId: idOf('right') })],
  ['under a run of another door', admission('right'), originOf('right')],
  ['without an id', { ...admission('left'), id: 7 } as unknown as AnyEvent],
  ['that is longer than doors read', { ...admission('left'), more: 'x'.repeat(5_000) }],
  ['that is no object', '7'],
  ['that is no JSON', '{'],
])('refuses an event %s', (_, event, origin) => {
  expect(isTaken(event, origin)).toBe(false);
});

test.each<[string, (of: string) => AnyEvent]>([
  ['withdraws', (of) => published(withdrawn(of, ofLeft))],
  ['answers', (of) => published(answered(of, 'admitted', ofLeft))],
  ['calls uploaded', (of) => published(uploaded(of, ofLeft))],
  ['undoes', (of) => ({ ...end, type: 'disregard end', id: disregardEndId(of), of })],
])('a door %s its own events alone', (_, eventOf) => {
  expect(isTaken(eventOf(OWN))).toBe(true);
  expect(isTaken(eventOf(OTHER))).toBe(false);
});

test('any door ends a note or an admission of another door', () => {
  const noteEnd = { ...end, type: 'note end', id: noteEndId(OTHER), of: OTHER };
  expect(isTaken(noteEnd)).toBe(true);
  expect(isTaken({ ...noteEnd, id: OTHER }), 'under no other id').toBe(false);
  expect(isTaken(published(checkedOut(ofLeft.id, OTHER, [], ofLeft)))).toBe(true);
});

test('no door publishes an event with the id of the end of another one’s disregard', () => {
  const noteEnd = { ...end, type: 'note end', id: noteEndId(OTHER), of: OTHER };
  expect(isTaken(noteEnd)).toBe(true);
  expect(noteEnd.id).not.toBe(disregardEndId(OTHER));
});

test('a door’s key shows its secret to nothing that writes or copies it', () => {
  const key = keyOf('left');
  expect(JSON.stringify(key)).toBe(JSON.stringify({ id: key.id }));
  expect(structuredClone(key)).toEqual({ id: key.id });
  expect(inspect(key)).not.toContain('secret');
});

test('takes no event whose run, number, text or signer was changed', () => {
  const body = JSON.stringify(admission('left'));
  const signature = signEvent(keyOf('left'), ORIGIN, 1, body);
  expect(isAuthentic(ORIGIN, [1, body, signature])).toBe(true);
  expect(isAuthentic(originOf('left', 'another run'), [1, body, signature])).toBe(false);
  expect(isAuthentic(ORIGIN, [2, body, signature])).toBe(false);
  expect(isAuthentic(ORIGIN, [1, `${body} `, signature])).toBe(false);
  expect(isAuthentic(ORIGIN, [1, body, UNCHECKED])).toBe(false);
  expect(isAuthentic(ORIGIN, [1, body, signEvent(keyOf('right'), ORIGIN, 1, body)])).toBe(false);
});

test('takes no random or mixed event, and never throws', () => {
  const names = ['left', 'right', 'balcony'] as const;
  const door = fc.constantFrom(...names);
  const id = fc.oneof(
    fc.tuple(door, fc.string()).map(([name, text]) => `${idOf(name)}.${text}`),
    fc.string(),
    fc.anything(),
  );
  const event = fc.record(
    {
      type: fc.oneof(
        fc.constantFrom('ticket', 'note', 'note end', 'disregard', 'disregard end', 'correction'),
        fc.anything(),
      ),
      kind: fc.oneof(fc.constantFrom('admitted', 'withdrawn', 'answered', 'uploaded'), fc.string()),
      ...{ id, of: id },
      kioskId: fc.oneof(door.map(idOf), fc.anything()),
    },
    { requiredKeys: [] },
  );
  const origin = fc.oneof(
    door.map((name) => originOf(name)),
    fc.string(),
    door.map(idOf),
  );
  const body = fc.oneof(
    event.map((one) => JSON.stringify(one)),
    fc.json(),
    fc.string(),
  );
  const changes = fc.record({ origin, number: fc.nat(), body, signer: door });
  fc.assert(
    fc.property(changes, changes, fc.boolean(), (signed, sent, isMixed) => {
      const { origin: signedFor, number, body: text, signer } = signed;
      const signature = signEvent(keyOf(signer), signedFor, number, text);
      const told = isMixed ? sent : signed;
      const isTold = isAuthentic(told.origin, [told.number, told.body, signature]);
      // It is taken only as it was signed, by the door of its run, with an id of that door.
      const isSame = told.origin === signedFor && told.number === number && told.body === text;
      const isOfSigner = told.origin.startsWith(`${idOf(signer)}.`);
      if (isTold) {
        expect([isSame, isOfSigner]).toEqual([true, true]);
        const { type, id: own, kioskId, of } = JSON.parse(told.body) as Record<string, unknown>;
        if (type === 'note end') expect(own).toBe(noteEndId(String(of)));
        else expect(String(own).startsWith(`${idOf(signer)}.`)).toBe(true);
        expect([undefined, idOf(signer)]).toContain(kioskId);
      }
    }),
    { numRuns: 3_000 },
  );
});
