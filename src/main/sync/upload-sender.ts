import { assertNever } from '#shared/assert-never.ts';
import type { UploadProblem } from '#shared/model/uploads.ts';
import { ok, type Result } from '#shared/result.ts';
import type { UploadReason } from '#main/ledger/entry.ts';
import type { LedgerFault } from '#main/ledger/fault.ts';
import type { UploadBatch, UploadQueue, WaitingUpload } from '#main/ledger/upload-queue.ts';
import type { Clock, Logger } from '#main/ports.ts';
import type { TicketingClient } from '#main/ticketing/client.ts';
import type { Credentials, TicketingFailure } from '#main/ticketing/failure.ts';
import { unlessAborted } from '#main/ticketing/unless-aborted.ts';
import { BatchSize } from './batch-size.ts';
import type { PlatformClock } from './platform-clock.ts';
import { SetAside } from './set-aside.ts';
import { readFailure } from './upload-failure.ts';
import { requestOf, sendable, sortByFailures, timeOf, type TimedUpload } from './upload-request.ts';
import type { UploadTimings } from './upload-timings.ts';

/** With what scans can go up now. */
export interface UploadSession {
  readonly client: Pick<TicketingClient, 'syncScans' | 'baseUrl'>;
  readonly credentials: Credentials;
  /** The clients that this session may scan for; scans of others, and of other platforms, wait. */
  readonly clientIds: readonly number[];
}

export interface SenderPorts {
  readonly queue: Pick<UploadQueue, keyof UploadQueue>;
  readonly clock: Clock;
  readonly platformClock: Pick<PlatformClock, 'now' | 'surely' | 'beyondDispute'>;
  /** Null while nobody is signed in, and while the platform cannot be reached. */
  readonly session: () => UploadSession | null;
  readonly logger: Logger;
  /** Called when scans have moved on, and when {@link UploadSender.problem} is another. */
  readonly onProgress: () => void;
  readonly timings: UploadTimings;
}

/** Why a round is over. */
export type RoundEnd =
  /** There is nothing that could go up with this session, or there is none. */
  | { readonly type: 'idle' }
  /** A request failed; `progress`: others of this round did not. */
  | { readonly type: 'retry'; readonly progress: boolean }
  /** The platform wants to be left alone for so many milliseconds. */
  | { readonly type: 'hold'; readonly for: number };

/** What comes after one request. */
type Next = RoundEnd | { readonly type: 'go on' };

const GO_ON: Next = { type: 'go on' };

/** Sends scans, one request at a time, and notes in the ledger what becomes of each. */
export class UploadSender {
  readonly #ports: SenderPorts;
  readonly #size: BatchSize;
  #aside = new SetAside();
  /** Whom the platform does not let upload, as long as the token is this one. */
  #barred: { readonly token: string; readonly clients: ReadonlySet<number> | 'all' } | null = null;
  #problem: UploadProblem | null = null;

  constructor(ports: SenderPorts) {
    this.#ports = ports;
    this.#size = new BatchSize(ports.timings.batch);
  }

  /** What kept the last request from being taken as a whole. */
  get problem(): UploadProblem | null {
    return this.#problem;
  }

  /** Gives up, and keeps, what the platform takes no longer. */
  expire(): void {
    const { queue, platformClock, logger, timings } = this.#ports;
    // Without an answer of the platform its clock is a guess, and giving up cannot be undone.
    const passed = platformClock.beyondDispute();
    if (passed === null) return;
    const expired = this.#noted(
      queue.expireOlderThan(passed - timings.oldest, platformClock.now()),
    );
    if (expired.ok && expired.value > 0) {
      logger.warn('scans are too old to be uploaded', { scans: expired.value });
    }
  }

  /**
   * The ledger is about to be closed. Whichever is opened next knows by itself what was under way, and
   * may be a new file, in which nothing was.
   */
  letGo(): void {
    this.#aside = new SetAside();
  }

  /** Uploads until nothing more can go up for now. Aborted, it ends at once. */
  async run(signal: AbortSignal): Promise<RoundEnd> {
    const before = this.#aside.successes;
    for (let requests = 0; ; requests += 1) {
      this.expire();
      const session = this.#ports.session();
      if (session === null || signal.aborted) return { type: 'idle' };
      const found = this.#nextBatch(session, requests === 0);
      if (!found.ok) return { type: 'retry', progress: false };
      if (found.value === null) return { type: 'idle' };
      const next = await this.#upload(session, found.value, signal);
      if (next.type === 'retry') {
        return { ...next, progress: this.#aside.successes > before };
      }
      if (next.type !== 'go on') return next;
    }
  }

  /** What goes up next; at last, what was set aside: if others went well since, or as a round begins. */
  #nextBatch(session: UploadSession, begins: boolean): Result<UploadBatch | null, LedgerFault> {
    const { queue, platformClock } = this.#ports;
    const waiting = this.#firstBatch(session);
    if (!waiting.ok || waiting.value !== null) return waiting;
    const ids = begins ? this.#aside.all() : this.#aside.worthAnotherTry();
    if (ids.length === 0) return waiting;
    const back = this.#noted(queue.backToPending(ids, platformClock.now()));
    if (!back.ok) return back;
    this.#aside.takeBack(ids);
    this.expire();
    return this.#firstBatch(session);
  }

  #firstBatch({
    client,
    clientIds,
    credentials,
  }: UploadSession): Result<UploadBatch | null, LedgerFault> {
    const { queue, platformClock } = this.#ports;
    const barred = this.#barred?.token === credentials.token ? this.#barred.clients : null;
    if (barred === 'all') return { ok: true, value: null };
    for (const clientId of clientIds.filter((id) => barred?.has(id) !== true)) {
      const house = { platform: client.baseUrl, clientId };
      const wish = { house, limit: this.#size.next };
      const batch = this.#noted(queue.nextBatch(wish, platformClock.now()));
      if (!batch.ok || batch.value !== null) return batch;
    }
    return { ok: true, value: null };
  }

  async #upload(session: UploadSession, batch: UploadBatch, signal: AbortSignal): Promise<Next> {
    const { clock, queue, platformClock, timings } = this.#ports;
    const surely = platformClock.surely();
    const timed = sendable(batch, (upload) => timeOf(upload, surely, timings.soon));
    const [first] = batch.uploads;
    if (timed.length === 0 && first !== undefined) {
      await pause(clock, first.platformTime - surely, signal);
      return GO_ON;
    }
    const uploads = timed.map(({ upload }) => upload);
    const ids = uploads.map(({ id }) => id);
    if (!this.#putRight(timed).ok || !this.#noted(queue.markSent(ids, platformClock.now())).ok) {
      return { type: 'retry', progress: false };
    }
    const request = requestOf(batch.filter, timed);
    const answer = await unlessAborted(
      session.client.syncScans(session.credentials, request, { signal }),
      signal,
    );
    const next =
      answer?.ok === true
        ? this.#accept(uploads, answer.value)
        : this.#fail(session, batch, uploads, answer?.error ?? { type: 'aborted' });
    this.#ports.onProgress();
    return next;
  }

  /** The ledger first: after a crash the same times are sent again. */
  #putRight(timed: readonly TimedUpload[]): Result<void, LedgerFault> {
    const wrong = timed.filter(({ upload, scanTime }) => scanTime !== upload.platformTime);
    if (wrong.length === 0) return ok();
    return this.#noted(
      this.#ports.queue.putRight(
        wrong.map(({ upload: { sequence }, scanTime }) => ({ sequence, platformTime: scanTime })),
      ),
    );
  }

  #accept(uploads: readonly WaitingUpload[], failures: Parameters<typeof sortByFailures>[1]): Next {
    const { logger } = this.#ports;
    this.#problem = null;
    const { refused, others, oneIsMeant } = sortByFailures(uploads, failures);
    const refusals = refused.map(({ id, text }) =>
      this.#refuse(id, { type: 'platform-words', text }),
    );
    if (refused.length > 0) logger.warn('scans are refused', { scans: refused.length });
    if (oneIsMeant) {
      this.#size.failed(others.length);
      return this.#keep(others) && refusals.every(Boolean) ? GO_ON : retry();
    }
    this.#size.went(uploads.length);
    this.#aside.noteSuccess();
    const { queue, platformClock } = this.#ports;
    const recorded = this.#noted(queue.markRecorded(others, platformClock.now())).ok;
    if (!recorded) this.#aside.put(others);
    else logger.info('scans are uploaded', { scans: others.length });
    return recorded && refusals.every(Boolean) ? GO_ON : retry();
  }

  #fail(
    { credentials: { token } }: UploadSession,
    { filter: { clientId } }: UploadBatch,
    uploads: readonly WaitingUpload[],
    failure: TicketingFailure,
  ): Next {
    const { logger, timings } = this.#ports;
    const read = readFailure(failure);
    const ids = uploads.map(({ id }) => id);
    this.#problem = problemOf(failure) ?? this.#problem;
    if (read.type !== 'called-off') {
      logger.warn('an upload failed', { scans: ids.length, why: read.type });
    }
    switch (read.type) {
      case 'called-off':
        return this.#keep(ids) ? { type: 'idle' } : retry();
      case 'away':
        this.#keep(ids);
        return retry();
      case 'too-slow':
        this.#keep(ids);
        this.#size.failed(ids.length);
        return retry();
      case 'busy': {
        this.#keep(ids);
        const time = Math.min(read.busy.retryAfter ?? timings.hold, timings.longestHold);
        this.#problem = { type: 'busy', until: this.#ports.clock.now() + time };
        return { type: 'hold', for: time };
      }
      case 'session':
        this.#barred = { token, clients: 'all' };
        return this.#keep(ids) ? { type: 'idle' } : retry();
      case 'client':
        this.#bar(token, clientId);
        return this.#keep(ids) ? GO_ON : retry();
      case 'entry':
        if (this.#size.failed(ids.length) === 'among others') {
          return this.#keep(ids) ? GO_ON : retry();
        }
        return this.#refuseAlone(ids, { type: 'platform-error', error: read.error });
      case 'stumble':
        return this.#stumble(ids, read.error);
      default:
        return assertNever(read);
    }
  }

  /**
   * A scan over which the platform stumbles lets the others pass. It is refused when the platform
   * names its error again, after others went well; anything less may be the platform's own trouble.
   */
  #stumble(
    ids: readonly string[],
    error: Extract<UploadReason, { type: 'platform-error' }>['error'] | null,
  ): Next {
    if (this.#size.failed(ids.length) === 'among others') {
      return this.#keep(ids) && error !== null ? GO_ON : retry();
    }
    if (error !== null && ids.every((id) => this.#aside.hasStumbledAlone(id))) {
      return this.#refuseAlone(ids, { type: 'platform-error', error });
    }
    this.#aside.putStumbled(ids);
    return retry();
  }

  #refuseAlone(ids: readonly string[], reason: UploadReason): Next {
    return ids.map((id) => this.#refuse(id, reason)).every(Boolean) ? GO_ON : retry();
  }

  /** Notes the platform's no; if the disk fails, the scan is sent again another time. */
  #refuse(id: string, reason: UploadReason): boolean {
    const { queue, platformClock } = this.#ports;
    const refused = this.#noted(queue.markRefused(id, reason, platformClock.now())).ok;
    if (!refused) this.#aside.put([id]);
    return refused;
  }

  /** Back into the queue; if the disk fails, they are kept aside until it does not. */
  #keep(ids: readonly string[]): boolean {
    const { queue, platformClock } = this.#ports;
    const kept = this.#noted(queue.backToPending(ids, platformClock.now())).ok;
    if (!kept) this.#aside.put(ids);
    return kept;
  }

  #bar(token: string, clientId: number): void {
    const before = this.#barred?.token === token ? this.#barred.clients : null;
    if (before === 'all') return;
    this.#barred = { token, clients: new Set([...(before ?? []), clientId]) };
  }

  #noted<T>(result: Result<T, LedgerFault>): Result<T, LedgerFault> {
    if (!result.ok) {
      this.#problem = { type: 'ledger', code: result.error.code };
      this.#ports.logger.error('the ledger fails', { ...result.error });
    }
    return result;
  }
}

function retry(): Next {
  return { type: 'retry', progress: false };
}

function problemOf(failure: TicketingFailure): UploadProblem | null {
  switch (failure.type) {
    case 'refused':
      return { type: 'refused', error: failure.error };
    case 'offline':
      return { type: 'offline', reason: failure.reason };
    case 'aborted':
      return null;
    default:
      return assertNever(failure);
  }
}

/** Waits for so many milliseconds, but no longer than until the signal. */
async function pause(clock: Clock, time: number, signal: AbortSignal): Promise<void> {
  let cancel = () => {};
  const over = new Promise<void>((resolve) => (cancel = clock.after(time, resolve)));
  await unlessAborted(over, signal);
  cancel();
}
