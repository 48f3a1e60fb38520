import type { WaitingUpload } from '#main/ledger/upload-queue.ts';
import type { TicketingFailure } from '#main/platform/ticketing/failure.ts';
import type { FailedScan } from '#main/platform/ticketing/sync-answer.ts';
import type { UploadBars } from './upload-bars.ts';
import type { UploadGroups } from './upload-groups.ts';
import { consequenceOf, type Consequence } from './upload-consequence.ts';
import { formDoubt, problemOf, readFailure, type FormDoubt } from './upload-failure.ts';
import { GO_ON, RETRY, type Next } from './upload-next.ts';
import type { SenderPorts, UploadSession } from './upload-ports.ts';
import type { Portion, RequestForm, RequestForms } from './request-forms.ts';
import type { UploadRecords } from './upload-records.ts';
import { sortByFailures } from './upload-request.ts';

/** One request: its scans, and their form. */
export interface Sending {
  readonly session: UploadSession;
  readonly clientId: number;
  readonly uploads: readonly WaitingUpload[];
  readonly portion: Portion;
  readonly form: RequestForm;
}

interface AnswersPorts extends Pick<SenderPorts, 'clock' | 'logger' | 'timings'> {
  readonly records: UploadRecords;
  readonly groups: UploadGroups;
  readonly bars: UploadBars;
  readonly forms: RequestForms;
}

/** Derives from the answer to a request the states of its scans, and what to do next. */
export class UploadAnswers {
  readonly #ports: AnswersPorts;

  constructor(ports: AnswersPorts) {
    this.#ports = ports;
  }

  /** Handles success: all scans are recorded but those that have failed. */
  accept(sending: Sending, failures: readonly FailedScan[]): Next {
    const { uploads, portion, form, clientId } = sending;
    const { logger, records, groups, bars, forms } = this.#ports;
    records.problem = null;
    bars.lift(clientId);
    const { refused, others, oneIsMeant, hasReadThem } = sortByFailures(uploads, failures);
    if (hasReadThem) forms.recordAccepted(portion, form);
    else if (uploads.length === 1 && this.#hasAnotherForm(sending, 'filter')) {
      return records.keep(portion.ids) ? GO_ON : RETRY;
    }
    const refusals = refused.map(({ id, text }) =>
      records.noteRefused(id, { type: 'platform-words', text }),
    );
    if (refused.length > 0) logger.warn('scans are refused', { scans: refused.length });
    if (oneIsMeant) {
      groups.failed(portion.groupKey, others.length);
      return records.keep(others) && refusals.every(Boolean) ? GO_ON : RETRY;
    }
    groups.went(portion.groupKey, uploads.length);
    records.aside.noteSuccess();
    return records.noteRecorded(others) && refusals.every(Boolean) ? GO_ON : RETRY;
  }

  /** Handles the failure of a whole request. */
  fail(sending: Sending, failure: TicketingFailure): Next {
    const { clock, logger, timings, records, groups, bars } = this.#ports;
    const { ids, groupKey } = sending.portion;
    const { token } = sending.session.credentials;
    const read = readFailure(failure);
    records.problem = problemOf(failure) ?? records.problem;
    if (read.type !== 'called-off') {
      logger.warn('an upload failed', { scans: ids.length, why: read.type });
    }
    if (this.#hasAnotherForm(sending, formDoubt(failure))) {
      return records.keep(ids) ? GO_ON : RETRY;
    }
    const { scans, barred, isSuspect, next } = consequenceOf(read, ids.length, timings);
    if (barred !== null) {
      bars.bar(token, barred === 'client' ? sending.clientId : barred, records.problem);
    }
    if (isSuspect) groups.failed(groupKey, ids.length);
    if (isSuspect && next.type === 'retry') groups.passOver(groupKey);
    const isKept = this.#end(ids, scans);
    if (next.type === 'hold') {
      records.problem = { type: 'busy', until: clock.now() + next.for };
      return next;
    }
    return isKept ? next : RETRY;
  }

  /**
   * Returns whether to retry, in another form, scans that the platform may have refused for their form. If
   * it has accepted this form before, one of the scans is more likely the cause; but a scan that is alone
   * is never refused after only one form.
   */
  #hasAnotherForm({ uploads, portion, form }: Sending, doubt: FormDoubt): boolean {
    const { forms } = this.#ports;
    if (doubt === 'none' || (uploads.length > 1 && forms.isProven(portion, form))) return false;
    return forms.recordRefused(portion, form, doubt);
  }

  /** Returns whether the ledger has recorded it. */
  #end(ids: readonly string[], scans: Consequence['scans']): boolean {
    const { records } = this.#ports;
    if (scans === 'kept') return records.keep(ids);
    if (scans === 'let pass') {
      records.aside.putStumbled(ids);
      return true;
    }
    const reason = { type: 'platform-error', error: scans.refused } as const;
    return ids.map((id) => records.noteRefused(id, reason)).every(Boolean);
  }
}
