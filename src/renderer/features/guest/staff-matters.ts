import { passwordWords } from '#renderer/lib/password-words.ts';
import { fullness } from '#renderer/lib/inside-words.ts';
import { isBroken } from '#renderer/lib/scans/scanner-words.ts';
import type { Format } from '#renderer/lib/format.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import { needsSomebody } from '#shared/model/output.ts';

/** Whether something stands on the screen for staff that a guest is not shown: a notice, a note, a fault. */
export function staffMatters(state: KioskState, format: Format): boolean {
  const {
    session: { current: session, connection },
    records: { uploads },
    peers: venue,
    verdict: { shown: verdict },
  } = state;
  return (
    state.machine.fault !== null ||
    session.status === 'lost' ||
    connection.status === 'offline' ||
    (uploads.pending > 0 && (uploads.warning !== null || uploads.lastProblem !== null)) ||
    state.outputs.some(needsSomebody) ||
    state.records.discrepancies > 0 ||
    state.session.clockSkew !== null ||
    state.door.notesToSee.length > 0 ||
    verdict?.notes !== undefined ||
    state.scanners.all.some(isBroken) ||
    (venue.inside !== null && fullness(format, venue.inside) !== null) ||
    (session.status === 'signed-in' && passwordWords(session.user, format) !== null)
  );
}
