import { SCANNING_PATHS, scanningEnvelope } from '#shared/api/index.ts';
import type { ServerRefusal } from '#shared/model/failures.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { Clock, Fetch, Logger } from '#main/base/ports.ts';
import { ask, type AskPorts } from './ask.ts';
import { scanningReader } from './reading.ts';
import { readBaseUrl } from './base-url.ts';
import { TIME_LIMITS } from './time-limits.ts';

interface AskingPorts extends Pick<AskPorts, 'onOutcome'> {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Milliseconds; validateToken's own limit, if none is given. */
  readonly timeLimit?: number;
}

interface CheckPorts extends AskingPorts {
  /** The one host that plain http is taken for, besides this machine; null: none. */
  readonly plainHttpHost: string | null;
}

const readEnvelope = scanningReader(scanningEnvelope.lenient);

/** Checks an address that a person typed and returns its base URL. */
export async function checkBaseUrl(
  typed: string,
  ports: CheckPorts,
): Promise<Result<string, ServerRefusal>> {
  const address = readBaseUrl(typed, ports.plainHttpHost);
  return address.ok ? await checkPlatform(address.value, ports) : address;
}

/**
 * Checks whether a base URL is the platform's. The proof is its answer to validateToken without
 * credentials: an envelope with the error that the header is missing (code 1), which no other service
 * gives.
 */
export async function checkPlatform(
  baseUrl: string,
  ports: AskingPorts,
): Promise<Result<string, Extract<ServerRefusal, { type: 'offline' }>>> {
  const answer = await ask(
    { ...ports, baseUrl },
    {
      method: 'GET',
      path: SCANNING_PATHS.validateToken,
      credentials: null,
      timeLimit: ports.timeLimit ?? TIME_LIMITS.validateToken,
    },
    readEnvelope,
  );
  if (answer.ok || answer.error.type === 'refused') return ok(baseUrl);
  return err({
    type: 'offline',
    reason: answer.error.type === 'offline' ? answer.error.reason : 'unreachable',
  });
}
