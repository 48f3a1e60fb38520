import type { Selection } from '#shared/model/selection.ts';
import type { ClientRef } from '#shared/model/client-ref.ts';

/** The inputs that decide which client's programme is shown. */
export interface ClientHints {
  /** The platform's base URL; null while there is none. */
  readonly baseUrl: string | null;
  /** What the door is open for. */
  readonly selection: Selection | null;
  /** What it was last open for, and on which server. */
  readonly lastSelection: { readonly server: string; readonly selection: Selection } | null;
  /** The client that a technician has set. */
  readonly programmeClientId: number | null;
  /** The client whose tickets the platform last offered for the choice. */
  readonly offered: ClientRef | null;
}

/**
 * Returns the client whose programme is shown: the one whose tickets are, or last were, scanned here; if
 * none ever was, that of the settings; before the first choice, the one that can be chosen.
 */
export function programmeClientOf(hints: ClientHints): ClientRef | null {
  const { baseUrl, selection, lastSelection, programmeClientId, offered } = hints;
  if (baseUrl === null) return null;
  const last = lastSelection?.server === baseUrl ? lastSelection.selection : null;
  const clientId =
    selection?.clientId ??
    last?.clientId ??
    programmeClientId ??
    (offered?.baseUrl === baseUrl ? offered.clientId : null);
  return clientId === null ? null : { baseUrl, clientId };
}
