import { randomUUID } from 'node:crypto';
import type { Clock } from '#main/base/ports.ts';
import type { LookUp, SnapshotWord } from '#main/entrance/admission/evidence.ts';
import type { DoorScope } from '#main/entrance/admission/door-scope.ts';
import type { NotesOfVerdict, NoteToSee } from '#shared/model/notes.ts';
import { tailOf } from '#shared/model/scan.ts';
import type { TicketFacts } from '#shared/model/verdict.ts';
import type { ScannedTicket } from './match.ts';
import type { Notes } from './notes.ts';

/** The most notes that wait to be seen: older ones are about guests who have long sat down. */
const MOST_TO_SEE = 10;

export interface NotesAtDoorPorts {
  readonly notes: Pick<Notes, 'about' | 'isKept'>;
  readonly lookUp: LookUp;
  /** Whether notes may be on the screen, where the public may read along. */
  readonly mayShow: () => boolean;
  readonly clock: Pick<Clock, 'now'>;
  readonly onChange: () => void;
}

interface About {
  readonly scope: DoorScope;
  readonly code: string;
  readonly ticket: TicketFacts | null;
  /** What the snapshot has just said of the code; null: it was not asked. */
  readonly words: readonly SnapshotWord[] | null;
}

/** What a verdict says of a guest, and which of it somebody has yet to say they have seen. Nobody waits for that. */
export class NotesAtDoor {
  readonly #ports: NotesAtDoorPorts;
  #toSee: readonly NoteToSee[] = [];

  constructor(ports: NotesAtDoorPorts) {
    this.#ports = ports;
  }

  /** Oldest first; none while notes may not be shown, and none that is forgotten. */
  get toSee(): readonly NoteToSee[] {
    const { mayShow, notes } = this.#ports;
    if (!mayShow() || this.#toSee.length === 0) return [];
    const kept = this.#toSee.filter(({ note }) => notes.isKept(note.id));
    if (kept.length < this.#toSee.length) this.#toSee = kept;
    return this.#toSee;
  }

  /** Returns what is noted about whoever has this code; missing where nothing is. */
  about({ scope, code, ticket, words }: About): NotesOfVerdict | undefined {
    const { notes, clock, mayShow } = this.#ports;
    const asked = () => words ?? this.#ports.lookUp(scope, code);
    const found = notes.about(code, () => ticketsOf(asked(), ticket));
    if (found.length === 0) return undefined;
    if (!mayShow()) return 'hidden';
    const added = found
      .filter(({ mustBeSeen }) => mustBeSeen)
      .map((note) => ({ id: randomUUID(), note, codeTail: tailOf(code), at: clock.now() }));
    const others = this.#toSee.filter(({ note }) => !found.some(({ id }) => id === note.id));
    this.#toSee = [...others, ...added].slice(-MOST_TO_SEE);
    return found;
  }

  /** Called when somebody says they have seen a note. */
  noteSeen(id: string): void {
    this.#toSee = this.#toSee.filter((one) => one.id !== id);
    this.#ports.onChange();
  }
}

/** By the copy of the tickets; what the platform has just said counts where that does not know the ticket. */
function ticketsOf(
  words: readonly SnapshotWord[],
  ticket: TicketFacts | null,
): readonly ScannedTicket[] {
  const inCopy = words.flatMap((word) => {
    if (word.type === 'none' || word.ticket === null) return [];
    const { ticketId, orderConsumerName: buyer, section, seat } = word.ticket;
    return [{ ticketId, buyer, section, seat }];
  });
  if (inCopy.length > 0 || ticket === null) return inCopy;
  return [{ ticketId: null, buyer: ticket.name, section: ticket.section, seat: ticket.seat }];
}
