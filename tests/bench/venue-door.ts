import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { systemClock } from '#main/base/system-clock.ts';
import type { Logger } from '#main/base/ports.ts';
import type { Ledger } from '#main/ledger/ledger.ts';
import type { ScannableTicket } from '#shared/api/index.ts';
import type { ClientRef } from '#shared/model/client-ref.ts';
import { TicketMarks } from '#main/venue/house-keys.ts';
import { openHouseFile } from '#main/venue/house-file.ts';
import { HouseStore } from '#main/venue/house-store.ts';
import { Venue, type OwnCopies } from '#main/venue/venue.ts';
import { EVENING, HOUSE } from '#tests/main/ledger/support.ts';
import { SALT, idOf, keyOf, keysOf } from '#tests/support/door-keys.ts';
import { NO_COPIES } from '#tests/support/no-copies.ts';

export const PASSPHRASE = 'the same at all doors';
/** How many events are written at once. */
const PIECE = 1_000;

const SILENT: Logger = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  scope: () => SILENT,
};

/** Whom others tell of; what is left out is an evening's guest who has no ticket in a copy. */
interface Guests {
  readonly client?: ClientRef;
  readonly at?: number;
  readonly ticketOf?: (guest: number) => Pick<ScannableTicket, 'barcode' | 'ticketId'>;
}

/** Writes into a door's folder what others have told of so many guests. */
export async function tellOfGuests(
  folder: string,
  told: number,
  {
    client = HOUSE,
    at = EVENING,
    ticketOf = (guest) => ({ barcode: `guest ${guest}`, ticketId: guest }),
  }: Guests = {},
): Promise<void> {
  const marks = new TicketMarks(await keysOf(PASSPHRASE));
  const store = new HouseStore(openHouseFile(join(folder, 'house.db')), keyOf('a'));
  for (let first = 0; first < told; first += PIECE) {
    store.tell(
      Array.from({ length: Math.min(PIECE, told - first) }, (_, place) => {
        const { barcode, ticketId } = ticketOf(first + place);
        return {
          ...{
            type: 'ticket',
            id: keyOf('a').newId(),
            kioskId: idOf('a'),
            door: 'A door',
            ...client,
          },
          ...{ ticketHash: marks.of(client, barcode), ticketId, knew: [] },
          ...{ performanceId: 31, kind: 'admitted', by: 'snapshot', shown: [], code: null },
          ...{ at, until: at + 1_000_000_000 },
        } as const;
      }),
    );
  }
  store.close();
}

/** A door without a ledger and copies of tickets, or with these, when it has joined the others. Its key is `keyOf(folder)`. */
export async function openVenueAlone(
  folder: string,
  url: string,
  workerEntry: string,
  { ledger = null, copies = NO_COPIES }: { ledger?: Ledger | null; copies?: OwnCopies } = {},
): Promise<Venue> {
  const venue: Venue = new Venue({
    ...{ workerEntry, clock: systemClock, logger: SILENT },
    setup: {
      broker: { url, user: null, password: null, ca: null },
      passphrase: PASSPHRASE,
      salt: SALT,
      brokerHere: null,
    },
    path: join(folder, 'house.db'),
    key: keyOf(folder),
    name: () => 'A door',
    ledger: () => ledger,
    startOf: () => null,
    ownNotes: () => [],
    onNotesEnded: () => undefined,
    onOrphans: () => undefined,
    platformClock: { now: () => EVENING, isKnown: () => true, beyondDispute: () => EVENING },
    copies,
    onChange: () => undefined,
  });
  await venue.start();
  while (venue.state.trouble !== null) await wait(1);
  return venue;
}
