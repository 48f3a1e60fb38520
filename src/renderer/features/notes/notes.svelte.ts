import type { CallFailure } from '#shared/ipc/kiosk-api.ts';
import type { NotWritten } from '#shared/model/failures.ts';
import {
  LARGEST_NOTES,
  type ListedNote,
  type NewNote,
  type NoteProblem,
  type NoteRefusal,
  type NotesRefusal,
} from '#shared/model/notes.ts';
import type { Kiosk } from '#renderer/app/kiosk.svelte.ts';

/** Why no file was taken. */
export type ImportTrouble = NotesRefusal | NotWritten | CallFailure;
/** Why a note was not kept. */
export type AddTrouble = NoteRefusal | NotWritten | CallFailure;

/** The notes of this kiosk, as long as somebody looks after them. */
export class ShownNotes {
  readonly #kiosk: Pick<Kiosk, 'withPin'>;
  #all = $state.raw<readonly ListedNote[] | null>(null);
  #imported = $state<number | null>(null);
  #importTrouble = $state.raw<ImportTrouble | null>(null);
  #addTrouble = $state.raw<AddTrouble | null>(null);

  constructor(kiosk: Pick<Kiosk, 'withPin'>) {
    this.#kiosk = kiosk;
  }

  /** Null while nothing was answered. */
  get all(): readonly ListedNote[] | null {
    return this.#all;
  }

  /** How many came from the file that was taken last; null: none was. */
  get imported(): number | null {
    return this.#imported;
  }

  get importTrouble(): ImportTrouble | null {
    return this.#importTrouble;
  }

  get addTrouble(): AddTrouble | null {
    return this.#addTrouble;
  }

  async look(): Promise<void> {
    const answer = await this.#kiosk.withPin.notes(null);
    if (answer.ok) this.#all = answer.value;
  }

  async importFile(file: File): Promise<void> {
    [this.#imported, this.#importTrouble] = [null, null];
    if (file.size > LARGEST_NOTES) {
      this.#importTrouble = { type: 'too-large' };
      return;
    }
    const bytes = new Uint8Array(await file.arrayBuffer());
    const answer = await this.#kiosk.withPin.importNotes({ file: base64Of(bytes) });
    if (answer.ok) this.#imported = answer.value.count;
    else this.#importTrouble = answer.error;
    await this.look();
  }

  /** Resolves with whether it was kept. */
  async add(note: NewNote): Promise<boolean> {
    const answer = await this.#kiosk.withPin.addNote(note);
    this.#addTrouble = answer.ok ? null : answer.error;
    if (answer.ok) await this.look();
    return answer.ok;
  }

  /** Called when what was typed makes no sense already here. */
  refuse(problem: NoteProblem): void {
    this.#addTrouble = { type: 'wrong-note', problem };
  }

  async remove(ids: readonly string[]): Promise<void> {
    await this.#kiosk.withPin.removeNotes({ ids: [...ids] });
    await this.look();
  }
}

/** Piece by piece: a call takes only so many arguments. */
function base64Of(bytes: Uint8Array): string {
  const PIECE = 8_192;
  let text = '';
  for (let at = 0; at < bytes.length; at += PIECE) {
    text += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  }
  return btoa(text);
}
