import type { KioskHandlers } from '#main/base/ipc/handlers.ts';
import type { WholeState } from '#shared/model/kiosk-state.ts';
import { ok } from '#shared/result.ts';
import { entranceCalls, type EntranceCallParts } from './calls/entrance-calls.ts';
import { helpCalls, type HelpCallParts } from './calls/help-calls.ts';
import { machineCalls, type MachineCallParts } from './calls/machine-calls.ts';
import { noteCalls, type NoteCallParts } from './calls/note-calls.ts';
import { operatorCalls, type OperatorCallParts } from './calls/operator-calls.ts';
import { outputCalls, type OutputCallParts } from './calls/output-calls.ts';
import { partyCalls, type PartyCallParts } from './calls/party-calls.ts';
import { platformCalls, type PlatformCallParts } from './calls/platform-calls.ts';
import { programmeCalls, type ProgrammeCallParts } from './calls/programme-calls.ts';
import { recordCalls, type RecordCallParts } from './calls/record-calls.ts';
import { scannerCalls, type ScannerCallParts } from './calls/scanner-calls.ts';
import { venueCalls, type VenueCallParts } from './calls/venue-calls.ts';

interface HandlerParts
  extends
    PlatformCallParts,
    ScannerCallParts,
    EntranceCallParts,
    OperatorCallParts,
    RecordCallParts,
    ProgrammeCallParts,
    VenueCallParts,
    OutputCallParts,
    HelpCallParts,
    NoteCallParts,
    PartyCallParts,
    MachineCallParts {
  readonly state: () => WholeState;
}

/** The handlers of all calls. Requests have already been parsed. */
export function createKioskHandlers(parts: HandlerParts): KioskHandlers {
  return {
    state: () => ok(parts.state()),
    ...platformCalls(parts),
    ...scannerCalls(parts),
    ...entranceCalls(parts),
    ...operatorCalls(parts),
    ...recordCalls(parts),
    ...programmeCalls(parts),
    ...venueCalls(parts),
    ...outputCalls(parts),
    ...helpCalls(parts),
    ...noteCalls(parts),
    ...partyCalls(parts),
    ...machineCalls(parts),
  };
}
