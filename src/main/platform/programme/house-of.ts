import type { Selection } from '#shared/model/selection.ts';
import type { House } from './copy/house.ts';

/** What tells whose programme is wanted. */
export interface HouseHints {
  /** The platform's base URL; null while there is none. */
  readonly server: string | null;
  /** What the door is open for. */
  readonly selection: Selection | null;
  /** What it was last open for, and on which server. */
  readonly lastSelection: { readonly server: string; readonly selection: Selection } | null;
  /** What a technician has set. */
  readonly programmeClientId: number | null;
  /** Whom the platform last offered tickets of to choose from. */
  readonly offered: House | null;
}

/**
 * Whose programme is wanted: that of the client whose tickets are scanned here, or were; where nobody
 * ever scanned, that of the settings; before the first choice, that of whoever can be chosen.
 */
export function houseOf(hints: HouseHints): House | null {
  const { server, selection, lastSelection, programmeClientId, offered } = hints;
  if (server === null) return null;
  const last = lastSelection?.server === server ? lastSelection.selection : null;
  const clientId =
    selection?.clientId ??
    last?.clientId ??
    programmeClientId ??
    (offered?.server === server ? offered.clientId : null);
  return clientId === null ? null : { server, clientId };
}
