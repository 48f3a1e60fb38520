import type { Fetch } from '#main/base/ports.ts';
import { offlineReason } from '#main/platform/ticketing/offline-reason.ts';
import type { OfflineReason } from '#shared/model/connection.ts';
import type { OutputTrouble, OutputWay } from '#shared/model/output.ts';
import { err, ok } from '#shared/result.ts';
import type { Done, OutputDevice } from './device.ts';
import { fillBody, fillUrl } from './fill-in.ts';

export interface HttpDeviceParts {
  readonly way: Extract<OutputWay, { type: 'http' }>;
  readonly fetch: Fetch;
  /** What is sent as Authorization; null: nothing. */
  readonly authorization: () => string | null;
}

/** A device that is switched by a request, and ends its pulse itself. */
export function httpDevice({ way, fetch, authorization }: HttpDeviceParts): OutputDevice {
  return {
    async on(command, signal) {
      const secret = authorization();
      const body = way.method === 'POST' ? fillBody(way.body, command) : '';
      try {
        const response = await fetch(fillUrl(way.url, command), {
          method: way.method,
          headers: {
            ...(secret !== null && { authorization: secret }),
            ...(body !== '' && { 'content-type': typeOf(body) }),
          },
          ...(way.method === 'POST' && { body }),
          signal,
          redirect: 'manual',
        });
        // What it says besides is of no interest, and may have no end.
        void response.body?.cancel().catch(() => undefined);
        return doneBy(response.status);
      } catch (error) {
        return err(troubleOf(error, signal));
      }
    },
    close: () => Promise.resolve(),
  };
}

function typeOf(body: string): string {
  return /^\s*[[{]/.test(body) ? 'application/json' : 'text/plain; charset=utf-8';
}

function doneBy(status: number): Done {
  if (status >= 200 && status < 300) return ok(null);
  if (status >= 300 && status < 400) return err('redirected');
  return err(status === 401 || status === 403 ? 'unauthorised' : 'refused');
}

const TROUBLES: Partial<Record<OfflineReason, OutputTrouble>> = {
  tls: 'certificate',
  timeout: 'timeout',
  'not-the-platform': 'odd-answer',
};

function troubleOf(error: unknown, signal: AbortSignal): OutputTrouble {
  if (signal.aborted) return 'timeout';
  return TROUBLES[offlineReason(error)] ?? 'unreachable';
}
