import type { Context } from 'hono';
import { ERROR, syncScansRequestSchema, type SyncScansResponse } from '#shared/api/index.ts';
import { sessionOf } from '../../access.ts';
import type { AppEnv, Services } from '../../app-env.ts';
import { failure, successEnvelope } from '../../envelope.ts';
import { readBody } from '../../request-body.ts';
import { barcodeOf, recordOfflineScans } from '../../sync.ts';

export const NO_FAILED_BARCODES: Readonly<Record<keyof SyncScansResponse, null>> = {
  failedBarcodes: null,
};

/**
 * POST cache/syncScans (spec 4.2, 5). Its answer carries the envelope like all others (spec 2.5),
 * which spec 4.2 leaves out.
 */
export function syncScans({ users, tickets, syncKey, now }: Services) {
  return async (c: Context<AppEnv>) => {
    const body = await readBody(c, syncScansRequestSchema);
    if (!body.ok) return failure(c, body.error);
    const request = body.value;
    if (request.tickets.some((entry) => barcodeOf(entry, syncKey) === undefined)) {
      return failure(c, ERROR.inputMissingRequiredField);
    }
    if (!users.mayAccess(sessionOf(c).userId, request.clientId)) {
      return failure(c, ERROR.userWrongClient);
    }
    const data: SyncScansResponse = {
      failedBarcodes: recordOfflineScans(tickets, request, syncKey, now()),
    };
    return c.json({ ...successEnvelope(c), ...data });
  };
}
