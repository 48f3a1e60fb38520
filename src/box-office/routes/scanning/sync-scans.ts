import type { Context } from 'hono';
import { ERROR, syncScansRequestSchema, type SyncScansResponse } from '#shared/api/index.ts';
import { sessionOf } from '../../access.ts';
import type { AppEnv, Services } from '../../app-env.ts';
import { answer, failure, successEnvelope } from '../../envelope.ts';
import { readBody, refusedBody } from '../../request-body.ts';
import { KNOWN_IN } from '../../request-members.ts';
import { barcodeOf, recordOfflineScans } from '../../sync.ts';

export const NO_FAILED_BARCODES: Readonly<Record<keyof SyncScansResponse, null>> = {
  failedBarcodes: null,
};

/**
 * POST cache/syncScans (spec 4.2, 5). Its answer carries the envelope like all others (spec 2.5),
 * which spec 4.2 leaves out.
 */
export function syncScans({ users, tickets, syncKey, syncNeedsWindow, now }: Services) {
  const known = KNOWN_IN.syncScans(syncKey);
  return async (c: Context<AppEnv>) => {
    const body = await readBody(c, syncScansRequestSchema, known);
    if (!body.ok) return refusedBody(c, body.error);
    const request = body.value;
    if (request.tickets.some((entry) => barcodeOf(entry, syncKey) === undefined)) {
      return failure(c, ERROR.inputMissingRequiredField);
    }
    if (!users.mayAccess(sessionOf(c).userId, request.clientId)) {
      return failure(c, ERROR.userWrongClient);
    }
    const data: SyncScansResponse = {
      failedBarcodes: recordOfflineScans(tickets, request, { syncKey, syncNeedsWindow }, now()),
    };
    return answer(c, { ...successEnvelope(c), ...data });
  };
}
