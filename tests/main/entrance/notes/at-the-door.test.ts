import { expect, test } from 'vitest';
import { KeyedHash } from '#main/base/vault/keyed-hash.ts';
import { sealedFile } from '#main/base/vault/sealed-file.ts';
import { Notes } from '#main/entrance/notes/notes.ts';
import { NO_NOTES_ELSEWHERE } from '#main/entrance/notes/notes-elsewhere.ts';
import { NotesAtDoor } from '#main/entrance/notes/notes-at-door.ts';
import type { NewNote } from '#shared/model/notes.ts';
import { keyOf } from '#tests/support/door-keys.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { join } from 'node:path';
import {
  DOOR_SCOPE,
  NO_NETWORK,
  openDoor,
  refused,
  snapshotTicket,
  snapshotWith,
} from '../admission/support.ts';

/** A door that has notes, which may be shown unless told else. */
function openNoted({ mayShow = true, hasCopy = true } = {}) {
  const key = Buffer.alloc(32, 7);
  const clock = new FakeClock();
  const notes = new Notes({
    ...{
      clock,
      logger: new RecordingLogger(),
      elsewhere: NO_NOTES_ELSEWHERE,
      hash: new KeyedHash(key),
    },
    file: sealedFile(join(temporaryFolder(), 'notes.sealed'), key),
    platformClock: { now: () => clock.now(), isKnown: () => true },
    newId: () => keyOf('here').newId(),
    timeZone: () => 'Europe/Berlin',
  });
  const word = (code: string) =>
    hasCopy && code === 'A1' ? snapshotWith(snapshotTicket()) : ({ type: 'none' } as const);
  const atDoor = new NotesAtDoor({
    ...{ notes, clock, mayShow: () => mayShow, onChange: () => undefined },
    lookUp: (_, code) => [word(code)],
  });
  const door = openDoor({
    ...{ clock, snapshot: word },
    ports: { notesAbout: (about) => atDoor.about(about) },
  });
  const day = new Date(clock.now()).toISOString().slice(0, 10);
  const note = (changes: Partial<NewNote>) =>
    notes.add({
      ...{ ticketId: null, barcode: null, buyer: null, section: null, seat: null },
      ...{ kind: 'vip', text: null, mustBeSeen: false, day, ...changes },
    });
  return { ...door, note, atDoor };
}

test('the verdict brings what is noted, whatever it is', async () => {
  const { note, scan, platform, clock } = openNoted();
  note({ seat: 'C 12', text: 'row C has the ramp' });
  expect(await scan()).toMatchObject({
    kind: 'admit',
    notes: [{ kind: 'vip', text: 'row C has the ramp', mustBeSeen: false }],
  });
  await clock.advance(60_000);
  platform.answerNext(refused(12));
  expect(await scan()).toMatchObject({ kind: 'duplicate', notes: [{ kind: 'vip' }] });
  await clock.advance(60_000);
  expect(await scan('A1', DOOR_SCOPE, 'look-up')).toMatchObject({ kind: 'checked', notes: [{}] });
  expect((await scan('B2'))?.notes, 'nobody else’s').toBeUndefined();
});

test('by what the platform has just said, where the copy does not know the ticket', async () => {
  const { note, scan, platform } = openNoted({ hasCopy: false });
  note({ buyer: 'Ada Lovelace' });
  const ticket = { name: 'Ada Lovelace', performance: null, section: null, seat: null } as const;
  const counts = { ticketsScanned: null, ticketsSold: null, countedAt: null } as const;
  platform.answerNext({
    type: 'admitted',
    ticket: { ...ticket, ...counts, successHtml: null, patron: null },
  });
  expect(await scan()).toMatchObject({ notes: [{ kind: 'vip' }] });
});

test('where the public reads along a sign alone says that there is one', async () => {
  const { note, scan, atDoor } = openNoted({ mayShow: false });
  note({ ticketId: 501, text: 'the minister', mustBeSeen: true });
  const verdict = await scan();
  expect(verdict?.notes).toBe('hidden');
  expect(JSON.stringify(verdict)).not.toContain('minister');
  expect(atDoor.toSee).toEqual([]);
});

test('one that must be acknowledged waits for that, and holds nobody up', async () => {
  const { note, scan, platform, atDoor, clock, verdicts } = openNoted();
  platform.inTheWay = NO_NETWORK;
  note({ ticketId: 501, kind: 'check-id', mustBeSeen: true });
  await scan();
  await scan('B2');
  expect(verdicts, 'the next guest has an answer').toHaveLength(2);
  expect(atDoor.toSee).toMatchObject([{ note: { kind: 'check-id' }, codeTail: 'A1' }]);
  await clock.advance(60_000);
  await scan();
  expect(atDoor.toSee, 'once for each guest').toHaveLength(1);
  atDoor.noteSeen(atDoor.toSee[0]?.id ?? '');
  expect(atDoor.toSee).toEqual([]);
});
