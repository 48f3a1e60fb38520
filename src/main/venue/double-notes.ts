import type { Ledger } from '#main/ledger/ledger.ts';
import type { LedgerFault } from '#main/ledger/fault.ts';
import { guarded } from '#main/ledger/fault.ts';
import { ok, type Result } from '#shared/result.ts';
import type { SeenConflict } from './conflicts.ts';

export interface DoubleNotesPorts {
  /** The ledger, if it is open. */
  readonly ledger: () => Ledger | null;
  /** Called when there is one more for an operator to see. */
  readonly onChange: () => void;
}

/** Notes in the ledger which of this door's admissions another one has made, too. */
export class DoubleNotes {
  readonly #ports: DoubleNotesPorts;
  /** Those that are not noted yet. */
  #left: readonly SeenConflict[] = [];

  constructor(ports: DoubleNotesPorts) {
    this.#ports = ports;
  }

  add(conflicts: readonly SeenConflict[]): void {
    this.#left = [...this.#left, ...conflicts];
  }

  /** Removes the notes of admissions that no other door has made after all. */
  remove(ids: readonly string[]): void {
    const ledger = this.#ports.ledger();
    const gone = new Set(ids);
    this.#left = this.#left.filter(({ id }) => !gone.has(id));
    if (ledger === null) return;
    for (const id of gone) ledger.removeOtherDoor(id);
    this.#ports.onChange();
  }

  /** Notes them; those that a failing disk does not take are left for the next time. */
  note(): void {
    const ledger = this.#ports.ledger();
    if (ledger === null || this.#left.length === 0) return;
    const left = this.#left;
    this.#left = left.filter((double) => !this.#noteOne(ledger, double).ok);
    if (this.#left.length < left.length) this.#ports.onChange();
  }

  #noteOne(ledger: Ledger, { id, other, isPossible }: SeenConflict): Result<void, LedgerFault> {
    // What both are in is one kiosk's own matter; of two kiosks from one copied disk, too.
    const isOurs = guarded(() => ledger.has(id) && !ledger.has(other.id));
    if (!isOurs.ok) return isOurs;
    if (!isOurs.value) return ok(undefined);
    const { door, at } = other;
    return ledger.noteOtherDoor(id, { door: door || null, at, isPossible });
  }
}
