import type { GuestState } from '#shared/model/guest-state.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import type { Screen } from '#renderer/lib/kiosk/screens.ts';
import { errorCode } from '#renderer/features/verdict/verdict-words.ts';

/**
 * What the document's root element says of the kiosk, for tests and tools. Null: the attribute is
 * absent, as those about staff's matters are on the guest's side.
 */
export function rootAttributes(
  state: KioskState | GuestState | null,
  screen: Screen,
  { idleBoard = false, isForGuests = false, isGuestSide = false } = {},
) {
  const whole = !isGuestSide && state !== null && 'records' in state ? state : null;
  const verdict = screen === 'verdict' ? (state?.verdict.shown ?? null) : null;
  return {
    'data-screen': screen,
    'data-board': idleBoard ? 'idle' : null,
    'data-audience': isForGuests ? 'guest' : null,
    'data-controls': state?.settings.lowControls === true ? 'low' : null,
    'data-side': isGuestSide ? 'guest' : null,
    'data-rehearsal': whole?.machine.rehearsal === true ? 'on' : null,
    'data-connection': whole?.session.connection.status ?? null,
    'data-pending': text(whole?.records.uploads.pending),
    'data-tickets': text(whole?.records.snapshot.tickets),
    'data-venue': whole?.peers.status ?? null,
    'data-doors': text(whole?.peers.doors),
    'data-verdict': verdict?.kind ?? null,
    'data-code': text(verdict && errorCode(verdict)),
    'data-basis': verdict?.basis ?? null,
    'data-sequence': text(verdict?.sequence),
    'data-notice': state?.verdict.notice?.kind ?? null,
  } as const satisfies Record<string, string | null>;
}

function text(value: number | null | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}

/** Writes the attributes to an element. */
export function applyAttributes(element: Element, attributes: Record<string, string | null>): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) element.removeAttribute(name);
    else element.setAttribute(name, value);
  }
}
