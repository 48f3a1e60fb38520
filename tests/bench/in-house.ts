import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { KeyedHash } from '#main/base/vault/keyed-hash.ts';
import { sealedFile } from '#main/base/vault/sealed-file.ts';
import { systemClock } from '#main/base/system-clock.ts';
import type { DoorScope } from '#main/entrance/admission/door-scope.ts';
import { elsewhere } from '#main/entrance/admission/elsewhere.ts';
import { decideHere } from '#main/entrance/admission/offline-decision.ts';
import { evidenceOf, type EvidencePorts } from '#main/entrance/admission/gather-evidence.ts';
import { snapshotLookUp } from '#main/entrance/admission/snapshot-lookup.ts';
import { anotherEntrance } from '#main/entrance/entrances/another-entrance.ts';
import { NO_NOTES_ELSEWHERE } from '#main/entrance/notes/notes-elsewhere.ts';
import { NotesAtDoor } from '#main/entrance/notes/notes-at-door.ts';
import { Notes } from '#main/entrance/notes/notes.ts';
import { NO_LINEAGE } from '#main/ledger/lineage.ts';
import type { Ledger } from '#main/ledger/ledger.ts';
import type { Snapshots } from '#main/snapshot/snapshots.ts';
import { TicketMarks } from '#main/venue/house-keys.ts';
import { HouseReader } from '#main/venue/house-reader.ts';
import { barcode, ticket } from '#tests/main/snapshot/support/tickets.ts';
import { offlineAdmission, valueOf } from '#tests/main/ledger/support.ts';
import { keysOf } from '#tests/support/door-keys.ts';
import { entrance } from '#tests/support/entrances.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { FILTER, HOUSE, PLATFORM } from './house.ts';
import { PASSPHRASE, tellOfGuests } from './venue-door.ts';

/** The most admissions that other doors have told of; of every tenth ticket at most. */
const MOST_TOLD = 10_000;
const NOTES = 200;
/** Everybody's entrance is here, some guests' another one as well. */
const ENTRANCES = [
  entrance('stalls', [{ section: 'Stalls*' }]),
  entrance('balcony', [{ section: 'Balcony*' }]),
  ...Array.from({ length: 6 }, (_, at) =>
    entrance(`boxes ${at}`, [{ section: `Box ${at}` }, { seat: `Row ${at}, seat 13` }]),
  ),
];

const SCOPE: DoorScope = { baseUrl: PLATFORM, filter: FILTER };
const platformClock = { now: Date.now, isKnown: () => true };

/**
 * A door of a house that has told of thousands of guests, with notes about some and a list of entrances: what a scan
 * does without the network from the history of its code to the durable verdict, with its notes. What the kiosk puts
 * together in its composition root is put together here likewise; programme and re-entry are left out.
 */
export async function openInHouse(
  folder: string,
  tickets: number,
  snapshots: Snapshots,
  ledger: Ledger,
) {
  const own = join(folder, 'in-house');
  mkdirSync(own);
  const told = Math.min(MOST_TOLD, Math.floor(tickets / 10));
  await tellOfGuests(own, told, {
    client: HOUSE,
    at: Date.now(),
    ticketOf: (guest) => ticket(guest * Math.floor(tickets / told)),
  });
  const marks = new TicketMarks(await keysOf(PASSPHRASE));
  const reader = new HouseReader(join(own, 'house.db'));
  const notes = openNotes(own, tickets);
  const lookUp = snapshotLookUp({
    ...{ snapshots, platformClock, productionOf: () => null, lacksAdmitted: () => false },
    onNow: { isAll: () => true, isOn: () => true, performances: () => [] },
  });
  const notesAtDoor = new NotesAtDoor({
    ...{ notes, lookUp, clock: systemClock },
    ...{ mayShow: () => true, onChange: () => undefined },
  });
  const ports: EvidencePorts = {
    lookUp,
    ledger: {
      ticketEvents: ({ baseUrl, filter: { clientId } }, wanted) =>
        ledger.ticketEvents({ ...wanted, clientRef: { baseUrl, clientId } }),
    },
    lookUpPeerEvents(_scope, code, ticketIds) {
      const ticketHash = marks.of(HOUSE, code);
      return { ticketHash, ...reader.events(HOUSE, ticketHash, ticketIds) };
    },
    clock: systemClock,
    platformClock,
    rightToReturn: () => null,
  };
  const toAnother = anotherEntrance(() => ({ entrance: 'stalls', entrances: ENTRANCES }));
  return {
    decide(code: string): void {
      const known = valueOf(evidenceOf(ports, SCOPE, code));
      const obstacle = { type: 'no-answer', cause: 'unreachable' } as const;
      const decision = elsewhere(SCOPE, known, toAnother) ?? decideHere(SCOPE, known, obstacle);
      const { heads } = known.standing;
      const entry = offlineAdmission({
        ...{ ...decision, baseUrl: PLATFORM, filter: FILTER, code, platformTime: Date.now() },
        ...(heads.length > 0 && { lineage: { ...NO_LINEAGE, knew: heads } }),
      });
      valueOf(ledger.record(entry));
      notesAtDoor.about({ scope: SCOPE, code, ticket: decision.ticket, words: known.words });
    },
    close(): void {
      reader.close();
      notes.stop();
    },
  };
}

/** Found by all that a note can be found by. */
function openNotes(folder: string, tickets: number): Notes {
  const key = Buffer.alloc(32, 7);
  const notes = new Notes({
    ...{ file: sealedFile(join(folder, 'notes.sealed'), key), hash: new KeyedHash(key) },
    ...{
      elsewhere: NO_NOTES_ELSEWHERE,
      newId: () => randomUUID(),
      clock: systemClock,
      platformClock,
    },
    ...{ timeZone: () => 'UTC', logger: new RecordingLogger() },
  });
  const day = new Date().toISOString().slice(0, 10);
  const nothing = { ticketId: null, barcode: null, buyer: null, section: null, seat: null };
  for (let at = 0; at < NOTES; at += 1) {
    const number = Math.floor((at * tickets) / NOTES);
    const { ticketId, orderConsumerName: buyer, section, seat } = ticket(number);
    const by = [{ barcode: barcode(number) }, { ticketId }, { buyer }, { section, seat }][at % 4];
    const what = { kind: 'vip', text: null, mustBeSeen: false, day } as const;
    valueOf(notes.add({ ...nothing, ...by, ...what }));
  }
  return notes;
}
