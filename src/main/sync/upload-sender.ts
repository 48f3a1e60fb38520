import type { UploadProblem } from '#shared/model/uploads.ts';
import type { UploadBatch } from '#main/ledger/upload-queue.ts';
import type { Clock } from '#main/base/ports.ts';
import { unlessAborted } from '#main/base/unless-aborted.ts';
import { UploadAnswers, type Sending } from './upload-answers.ts';
import { UploadBars } from './upload-bars.ts';
import { UploadBatches } from './upload-batches.ts';
import { UploadGroups } from './upload-groups.ts';
import { GO_ON, RETRY, type Next, type RoundEnd } from './upload-next.ts';
import type { SenderPorts, UploadSession } from './upload-ports.ts';
import { RequestForms } from './request-forms.ts';
import { UploadRecords } from './upload-records.ts';
import { filterIn, hasDoorFilter, requestOf, sendable, timeOf } from './upload-request.ts';

/** Sends scans, one request at a time. */
export class UploadSender {
  readonly #ports: SenderPorts;
  readonly #records: UploadRecords;
  readonly #batches: UploadBatches;
  readonly #answers: UploadAnswers;
  readonly #bars: UploadBars;
  readonly #forms = new RequestForms();

  constructor(ports: SenderPorts) {
    this.#ports = ports;
    this.#records = new UploadRecords(ports);
    this.#bars = new UploadBars(ports.clock, ports.timings);
    const shared = {
      records: this.#records,
      groups: new UploadGroups(ports.timings.batch),
      bars: this.#bars,
    };
    this.#batches = new UploadBatches({ ...ports, ...shared });
    this.#answers = new UploadAnswers({ ...ports, ...shared, forms: this.#forms });
  }

  /** Why the last request was not accepted as a whole; or why some scans wait while others go up. */
  get problem(): UploadProblem | null {
    return this.#records.problem ?? this.#bars.problem;
  }

  /** Gives up on scans that are too old for the platform; their entries are kept. */
  expire(): void {
    this.#records.expire();
  }

  /** Called before the ledger is closed. */
  letGo(): void {
    this.#records.letGo();
  }

  /** Uploads until nothing more can be uploaded for now. Ends at once when aborted. */
  async run(signal: AbortSignal): Promise<RoundEnd> {
    const before = this.#records.aside.successes;
    for (let requests = 0; ; requests += 1) {
      this.expire();
      const session = this.#ports.session();
      if (session === null || signal.aborted) return { type: 'idle' };
      const found = this.#batches.next(session, requests === 0);
      if (!found.ok) return RETRY;
      if (found.value === null) return { type: 'idle' };
      const next = await this.#upload(session, found.value, signal);
      if (next.type === 'retry') {
        return { ...next, progress: this.#records.aside.successes > before };
      }
      if (next.type !== 'go on') return next;
    }
  }

  async #upload(session: UploadSession, batch: UploadBatch, signal: AbortSignal): Promise<Next> {
    const { clock, platformClock, timings } = this.#ports;
    const surely = platformClock.surely();
    const timed = sendable(batch, (upload) => timeOf(upload, surely, timings));
    const [first] = batch.uploads;
    if (timed.length === 0 && first !== undefined) {
      await pause(clock, first.platformTime - surely, signal);
      return GO_ON;
    }
    const { clientId } = batch.filter;
    const uploads = timed.map(({ upload }) => upload);
    this.#records.noteTwoDoors(clientId, uploads);
    if (!this.#records.noteSent(timed)) return RETRY;
    const portion = {
      baseUrl: session.client.baseUrl,
      groupKey: batch.groupKey,
      ids: uploads.map(({ id }) => id),
      hasDoorFilter: hasDoorFilter(batch),
    };
    const form = this.#forms.formFor(portion);
    const answer = await unlessAborted(
      session.client.syncScans(session.credentials, requestOf(filterIn(form, batch), timed, form), {
        signal,
      }),
      signal,
    );
    const sending: Sending = { session, clientId, uploads, portion, form };
    const next =
      answer?.ok === true
        ? this.#answers.accept(sending, answer.value)
        : this.#answers.fail(sending, answer?.error ?? { type: 'aborted' });
    this.#ports.onProgress();
    return next;
  }
}

/** Waits for so many milliseconds, or until the signal is aborted. */
async function pause(clock: Clock, time: number, signal: AbortSignal): Promise<void> {
  let cancel = () => {};
  const over = new Promise<void>((resolve) => (cancel = clock.after(time, resolve)));
  await unlessAborted(over, signal);
  cancel();
}
