import type { Selection } from '#shared/model/selection.ts';
import type { ClientRef } from '#shared/model/client-ref.ts';

/** What tells whose programme is wanted. */
export interface ClientHints {
  /** The platform's base URL; null while there is none. */
  readonly baseUrl: string | null;
  /** What the door is open for. */
  readonly selection: Selection | null;
  /** What it was last open for, and on which server. */
  readonly lastSelection: { readonly server: string; readonly selection: Selection } | null;
  /** What a technician has set. */
  readonly programmeClientId: number | null;
  /** Whom the platform last offered tickets of to choose from. */
  readonly offered: ClientRef | null;
}

/**
 * Whose programme is wanted: that of the client whose tickets are scanned here, or were; where nobody
 * ever scanned, that of the settings; before the first choice, that of whoever can be chosen.
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
