import { join } from 'node:path';
import { KeyedHash } from '#main/base/vault/keyed-hash.ts';
import { sealedBy } from '#main/base/vault/sealed-file.ts';
import { Notes } from '#main/entrance/notes/notes.ts';
import { NotesAtDoor } from '#main/entrance/notes/notes-at-door.ts';
import { zoneInUse } from '#main/settings/zone-in-use.ts';
import type { CommonParts } from './kiosk.ts';
import type { TicketServices } from './open-tickets.ts';
import type { VenueServices } from './open-venue.ts';

export interface NotesParts extends CommonParts {
  readonly tickets: Pick<TicketServices, 'lookUp'>;
  readonly venue: Pick<VenueServices, 'notes'>;
  /** Called when there is another note to see, or one was seen. */
  readonly onChange: () => void;
}

/** What staff should know of guests: the notes, and how they come to the door. */
export interface NotesServices {
  readonly notes: Notes;
  readonly notesAtDoor: NotesAtDoor;
}

/** Opens the notes about guests. */
export function openNotes({
  ports,
  vault,
  doorKey,
  platformClock,
  tickets,
  venue,
  onChange,
}: NotesParts): NotesServices {
  const { clock, logger, settingsFile, dataDirectory } = ports;
  const notes = new Notes({
    ...{ clock, platformClock },
    file: sealedBy(vault, join(dataDirectory, 'notes.sealed'), 'notes'),
    hash: new KeyedHash(vault.key('notes look-up')),
    elsewhere: venue.notes,
    newId: () => doorKey.newId(),
    timeZone: () => zoneInUse(settingsFile),
    logger: logger.scope('notes'),
  });
  const notesAtDoor = new NotesAtDoor({
    ...{ notes, clock, onChange },
    lookUp: tickets.lookUp,
    mayShow: () => settingsFile.read().notesShown,
  });
  return { notes, notesAtDoor };
}
