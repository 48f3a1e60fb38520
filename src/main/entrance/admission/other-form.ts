import { alternateForm, isTypedInGroups } from '#shared/code-forms.ts';
import type { Scan } from '#shared/model/scan.ts';
import { isListed, type SnapshotWord } from './snapshot-word.ts';

/** Another form of a code that no snapshot lists as it was read. */
export interface OtherForm {
  readonly code: string;
  /** The platform is asked for it, once it has not found the code as it was read. */
  readonly isAsked: boolean;
  /** Without the platform it decides: the code was typed in groups, and means this ticket alone. */
  readonly isMeant: boolean;
}

/**
 * Returns the other form in which a code may be known: as the one ticket of the snapshot whose barcode
 * equals it but for blanks, hyphens and case, else its second common form. Null: there is none, or several
 * tickets are as near.
 */
export function otherForm(scan: Scan, words: readonly SnapshotWord[]): OtherForm | null {
  if (isListed(words)) return null;
  const near = nearIn(words);
  const [only] = near;
  if (only !== undefined && near.length === 1) {
    const isTyped = isTypedInGroups(scan);
    return { code: only, isAsked: isTyped, isMeant: isTyped };
  }
  const code = alternateForm(scan);
  return code === null ? null : { code, isAsked: true, isMeant: false };
}

/** The barcodes that are as near to a code that the snapshot does not list. */
export function nearIn(words: readonly SnapshotWord[]): readonly string[] {
  return words.flatMap((word) => (word.type === 'usable' ? (word.near ?? []) : []));
}
