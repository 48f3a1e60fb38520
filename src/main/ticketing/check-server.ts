import { SCANNING_PATHS, scanningEnvelopeSchema } from '#shared/api/index.ts';
import type { ServerRefusal } from '#shared/ipc/kiosk-api.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { Clock, Fetch, Logger } from '#main/ports.ts';
import { ask, type AskPorts } from './ask.ts';
import { scanningReader } from './reading.ts';
import { readServerAddress } from './server-address.ts';
import { TIME_LIMITS } from './time-limits.ts';

interface CheckPorts extends Pick<AskPorts, 'onOutcome'> {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Milliseconds; validateToken's own limit, if none is given. */
  readonly timeLimit?: number;
}

const readEnvelope = scanningReader(scanningEnvelopeSchema);

/**
 * Checks an address that a person typed and brings its base URL. The proof is the answer to
 * validateToken without credentials: this API says in its envelope that the header is missing
 * (code 1); nothing else in the world does.
 */
export async function checkServer(
  typed: string,
  ports: CheckPorts,
): Promise<Result<string, ServerRefusal>> {
  const address = readServerAddress(typed);
  if (!address.ok) return address;
  const answer = await ask(
    { ...ports, baseUrl: address.value },
    {
      method: 'GET',
      path: SCANNING_PATHS.validateToken,
      credentials: null,
      timeLimit: ports.timeLimit ?? TIME_LIMITS.validateToken,
    },
    readEnvelope,
  );
  if (answer.ok || answer.error.type === 'refused') return ok(address.value);
  return err({
    type: 'offline',
    reason: answer.error.type === 'offline' ? answer.error.reason : 'unreachable',
  });
}
