import type { KioskHandlers } from '#main/base/ipc/handlers.ts';
import type { PartyDesk } from '#main/entrance/party/party-desk.ts';
import { ok } from '#shared/result.ts';

export interface PartyCallParts {
  readonly party: PartyDesk;
}

type PartyCalls = Pick<KioskHandlers, 'findParty' | 'letInParty' | 'stopParty' | 'leaveParty'>;

/** Calls about the rest of a party. */
export function partyCalls({ party }: PartyCallParts): PartyCalls {
  return {
    findParty: ({ entryId }) => party.open(entryId),
    letInParty: ({ ids }) => party.letIn(ids),
    stopParty() {
      party.callOff();
      return ok(null);
    },
    leaveParty() {
      party.leave();
      return ok(null);
    },
  };
}
