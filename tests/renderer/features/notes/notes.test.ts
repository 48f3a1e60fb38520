import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { GuestNote, ListedNote, NoteToSee } from '#shared/model/notes.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import { expectAccessible } from '#tests/renderer/support/axe.ts';
import {
  admission,
  apiError,
  inMinutes,
  NOW,
  openDoor,
  refusal,
  verdict,
} from '#tests/renderer/support/builders.ts';
import { FakeMain } from '#tests/renderer/support/fake-transport.ts';
import { chooseMore } from '#tests/renderer/support/menu.ts';
import { openKiosk, picture, root, type Size } from '#tests/renderer/support/open-kiosk.ts';
import { UNLOCKED } from '#tests/support/kiosk-state.ts';

const VIP: GuestNote = { id: 'a', kind: 'vip', text: 'Mayor of Bristol', mustBeSeen: false };
const CHAIR: GuestNote = { id: 'b', kind: 'wheelchair', text: null, mustBeSeen: true };
const KIND: GuestNote = {
  id: 'c',
  kind: 'other',
  text: 'Has cancelled, be kind',
  mustBeSeen: false,
};
const banner = page.getByRole('region', { name: 'Note for staff' });

/** The banner is there, all of it within the screen, and covers nothing of the answer. */
async function expectSeen(): Promise<void> {
  await expect.element(banner).toBeVisible();
  const [note, word] = [banner, page.getByRole('heading', { level: 1 })].map((one) =>
    one.element().getBoundingClientRect(),
  );
  if (note === undefined || word === undefined) throw new Error('there is nothing to compare');
  expect(note.top).toBeGreaterThanOrEqual(0);
  expect(note.right).toBeLessThanOrEqual(innerWidth);
  expect(note.bottom).toBeLessThanOrEqual(word.top + 1);
  expect(word.bottom).toBeLessThanOrEqual(innerHeight);
}

test.each<[string, KioskState['verdict']['shown'], Size]>([
  ['admit', admission({}, { notes: [VIP] }), 'laptop'],
  ['admit-portrait', admission({}, { notes: [VIP, CHAIR] }), 'portrait'],
  ['reject', refusal(apiError(11), { notes: [KIND] }), 'laptop'],
  ['duplicate', refusal(apiError(12), { notes: [VIP, CHAIR, KIND] }), 'small'],
  ['checked', verdict('checked', { type: 'not-known' }, { notes: [CHAIR] }), 'laptop'],
])('the banner cannot be missed, and leaves the answer as it is: %s', async (name, shown, size) => {
  await openKiosk(openDoor({ verdict: shown }), { size });
  await expectSeen();
  await expectAccessible();
  await picture(`note-${name}`);
});

test('in Arabic', async () => {
  const state = openDoor({ verdict: admission({}, { notes: [CHAIR] }) });
  await openKiosk({ ...state, settings: { ...state.settings, language: 'ar' } });
  await expect.element(page.getByText('كرسي متحرك')).toBeVisible();
  await picture('note-ar');
});

test('of more than three the banner says how many there are', async () => {
  const four = [VIP, CHAIR, KIND, { ...VIP, id: 'd' }];
  await openKiosk(openDoor({ verdict: admission({}, { notes: four }) }));
  await expect.element(banner.getByText('+1')).toBeVisible();
});

test('where the public reads along there is a sign, and no word', async () => {
  await openKiosk(openDoor({ verdict: admission({}, { notes: 'hidden' }) }));
  await expect.element(page.getByText('There is a note for staff.')).toBeInTheDocument();
  expect(banner.elements()).toEqual([]);
  await picture('note-hidden');
});

test('one that must be acknowledged stays at the door until somebody has seen it', async () => {
  const one: NoteToSee = { id: 'x', note: CHAIR, codeTail: '3931', at: inMinutes(-1) };
  const state = openDoor({ notesToSee: [one] });
  const main = new FakeMain(state);
  main.on('noteSeen', () => ({ ok: true, value: null }));
  await openKiosk(state, { main });
  await expect.element(page.getByText('Wheelchair')).toBeVisible();
  await picture('note-to-see');
  await page.getByRole('button', { name: 'Seen' }).click();
  expect(main.requests('noteSeen')).toEqual([{ id: 'x' }]);
});

const LISTED: ListedNote = {
  ...VIP,
  ...{ ticketId: null, codeTail: '3931', buyer: 'Ada Lovelace', section: null, seat: 'C 12' },
  ...{ isFromFile: true, until: NOW, door: null },
};

async function openNotes(notes: readonly ListedNote[] = [LISTED]) {
  const state = openDoor({ lock: UNLOCKED });
  const main = new FakeMain(state);
  main.on('notes', () => ({ ok: true, value: notes }));
  await openKiosk(state, { main });
  await chooseMore('Notes about guests');
  await expect.poll(() => root('screen')).toBe('notes');
  return main;
}

test('a note is typed: what it is found by, what it says, and for which evening', async () => {
  const main = await openNotes();
  main.on('addNote', () => ({ ok: true, value: null }));
  await expect.element(page.getByText('Mayor of Bristol')).toBeVisible();
  await page.getByLabelText('Seat').fill(' C 12 ');
  await page.getByText('Check the ID', { exact: true }).click();
  await page.getByText('Must be acknowledged').click();
  await expectAccessible();
  await picture('notes');
  await page.getByRole('button', { name: 'Keep' }).click();
  await expect.element(page.getByLabelText('Seat')).toHaveValue('');
  expect(main.requests('addNote')).toEqual([
    {
      ...{ ticketId: null, barcode: null, buyer: null, section: null, seat: 'C 12' },
      ...{ kind: 'check-id', text: null, mustBeSeen: true, day: '2025-11-20' },
    },
  ]);
});

test('what makes no sense is said, and what was typed stays', async () => {
  const main = await openNotes();
  main.on('addNote', () => ({
    ok: false,
    error: { type: 'wrong-note', problem: 'no-subject' },
  }));
  await page.getByLabelText('In words').fill('be kind');
  await page.getByRole('button', { name: 'Keep' }).click();
  await expect.element(page.getByText('nothing says whom it is about.')).toBeVisible();
  await expect.element(page.getByLabelText('In words')).toHaveValue('be kind');
  await page.getByLabelText('Ticket number').fill('x1');
  await page.getByRole('button', { name: 'Keep' }).click();
  await expect.element(page.getByText('the ticket’s number is no number.')).toBeVisible();
  expect(main.requests('addNote')).toHaveLength(1);
});

/** Chooses a file, as a person does. */
async function chooseFile(text: string): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) throw new Error('there is no field for a file');
  const files = new DataTransfer();
  files.items.add(new File([text], 'notes.csv', { type: 'text/csv' }));
  input.files = files.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
  await Promise.resolve();
}

test('a file is taken as it is, byte by byte', async () => {
  const main = await openNotes([]);
  main.on('importNotes', () => ({ ok: true, value: { count: 2 } }));
  await expect.element(page.getByText('There are no notes.')).toBeVisible();
  await chooseFile('seat;text\nC 12;Müller');
  await expect.element(page.getByText('2 notes were taken.')).toBeVisible();
  const [{ file } = { file: '' }] = main.requests('importNotes') as { file: string }[];
  const bytes = Uint8Array.from(atob(file), (sign) => sign.charCodeAt(0));
  expect(new TextDecoder().decode(bytes)).toBe('seat;text\nC 12;Müller');
});

test('a file that is wrong: which lines, and that nothing was taken', async () => {
  const main = await openNotes();
  main.on('importNotes', () => ({
    ok: false,
    error: {
      ...{ type: 'wrong-lines', count: 300 },
      lines: [
        { line: 3, problem: 'no-subject' },
        { line: 4_711, problem: 'unknown-kind' },
      ],
    },
  }));
  await chooseFile('x');
  await expect.element(page.getByText('Nothing was taken from this file:')).toBeVisible();
  await expect.element(page.getByText('Line 4,711: this kind of note is not known.')).toBeVisible();
  await expect.element(page.getByText('And 298 more lines.')).toBeVisible();
  await picture('notes-wrong-file');
});

test('a note is removed', async () => {
  const main = await openNotes();
  main.on('removeNotes', () => ({ ok: true, value: null }));
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  expect(main.requests('removeNotes')).toEqual([{ ids: ['a'] }]);
});
