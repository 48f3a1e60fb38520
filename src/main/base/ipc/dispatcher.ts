import { errorFact } from '#main/base/log/error-fact.ts';
import type { Logger } from '#main/base/ports.ts';
import { CALL_NAMES } from '#shared/ipc/calls.ts';
import { CALL_CHANNELS } from '#shared/ipc/channels.ts';
import type { KioskCallName } from '#shared/ipc/calls.ts';
import type { CallFailure, KioskRequest } from '#shared/ipc/kiosk-api.ts';
import { REQUEST_SCHEMAS } from '#shared/ipc/requests.ts';
import { err, type Result } from '#shared/result.ts';
import { randomUUID } from 'node:crypto';
import type { ZodType } from 'zod';
import type { SideHandlers } from './handlers.ts';
import { isPlainData } from './plain-data.ts';

/** Whether a call may be answered now. */
export type CallGuard = (name: KioskCallName) => boolean;

export interface DispatcherOptions<Sender> {
  /** Whether calls from this sender are answered at all. */
  readonly accepts: (sender: Sender) => boolean;
  /** Whether the call may be answered now: the kiosk may be locked. */
  readonly mayCall: CallGuard;
  readonly logger: Logger;
}

/** Answers one call. It never rejects: whatever goes wrong is a {@link CallFailure}. */
export type Dispatch<Sender> = (
  channel: string,
  sender: Sender,
  payload: unknown,
) => Promise<Result<unknown, unknown>>;

/**
 * The most refusals that are logged: a page that floods the kiosk with calls must not fill its log.
 */
const MOST_TOLD = 100;

/** Why a call is not answered. */
type Refused = 'sender' | 'channel' | 'payload' | 'moment';

type Call = (payload: unknown) => Promise<Result<unknown, unknown>>;

/**
 * The only way from a renderer to the kiosk's handlers. It checks whether the sender is ours,
 * whether there is such a call, whether its payload parses and whether it is behind the PIN; then
 * it returns the handler's own result. Payloads hold passwords and barcodes, so neither they nor
 * the message of a thrown error are logged; the incident number identifies the log entry. The
 * handlers are looked up at each call, because the kiosk may have been replaced by another one, or
 * be missing for a moment; a sender that has fewer of them can make no other calls.
 */
export function createDispatcher<Sender>(
  kiosk: { readonly handlers: SideHandlers | null },
  { accepts, mayCall, logger }: DispatcherOptions<Sender>,
): Dispatch<Sender> {
  let refusals = 0;
  const refuse = (what: Refused, call?: KioskCallName): Result<never, CallFailure> => {
    refusals += 1;
    if (refusals <= MOST_TOLD) logger.warn('a call was refused', { what, call });
    if (refusals === MOST_TOLD) logger.warn('more refusals are not told of');
    return err({ type: 'call-refused' });
  };
  const bind = <N extends KioskCallName>(name: N): Call => {
    const schema: ZodType<KioskRequest<N>> = REQUEST_SCHEMAS[name];
    return async (payload) => {
      if (!isPlainData(payload)) return refuse('payload', name);
      const request = schema.safeParse(payload);
      if (!request.success) return refuse('payload', name);
      const handle: SideHandlers[N] | undefined = kiosk.handlers?.[name];
      if (handle === undefined) return refuse('moment', name);
      if (!mayCall(name)) return err<CallFailure>({ type: 'locked' });
      return await handle(request.data);
    };
  };
  const calls = new Map(CALL_NAMES.map((name) => [CALL_CHANNELS[name], bind(name)]));

  return async (channel, sender, payload) => {
    if (!accepts(sender)) return refuse('sender');
    const call = calls.get(channel);
    if (call === undefined) return refuse('channel');
    try {
      return await call(payload);
    } catch (error) {
      const incident = randomUUID().slice(0, 8);
      logger.error('a call failed', {
        incident,
        channel,
        ...errorFact(error),
        ...stackOf(error),
      });
      return err<CallFailure>({ type: 'internal', incident });
    }
  };
}

/** The stack without the error's message, which may quote the payload. */
function stackOf(error: unknown): { stack?: string } {
  if (!(error instanceof Error) || error.stack === undefined) return {};
  const frames = error.stack.split('\n').filter((line) => /^\s+at /.test(line));
  return { stack: frames.join('\n') };
}
