import { assertNever } from '#shared/assert-never.ts';
import type { OtherAdmission } from '#shared/model/discrepancy.ts';
import type { UploadState } from '#shared/model/uploads.ts';
import type { Result } from '#shared/result.ts';
import type { Database, Statement } from 'better-sqlite3';
import type { ClientRef } from '#shared/model/client-ref.ts';
import type { NewEntry, Question, Settlement } from './entry.ts';
import {
  createEntryStates,
  createSendAgain,
  type ChangeEntry,
  type Happening,
} from './entry-states.ts';
import { guarded, type LedgerFault } from './fault.ts';
import { FreshEntries } from './fresh-entries.ts';
import { createClientRefs } from './client-refs.ts';
import { brokenOff, createQuestions, type Questions } from './questions.ts';
import { createRecordList } from './record-list.ts';
import type { LedgerRecord, RecordQuery } from './record.ts';
import { createRecorder } from './recorder.ts';
import type { Sealer } from './sealer.ts';
import { readStatistics, type LedgerStatistics } from './statistics.ts';
import { createTakeBack, type Withdrawal } from './take-back.ts';
import type { TakeBackRefusal } from '#shared/model/take-back.ts';
import { createOwnEvents, type EventsWanted } from './own-events.ts';
import type { TicketEvent } from './ticket-event.ts';
import { createTallies, createUntold, type Tally } from './tallies.ts';
import { createNewestTime, createTimeCorrection, type TimeCorrection } from './times.ts';
import { UploadQueue } from './upload-queue.ts';
import { createTwoDoors, type TwoDoors } from './two-doors.ts';
import { createUnlisted, type CompleteDownload, type Unlisted } from './unlisted.ts';
import { NOT_ACKNOWLEDGED, UploadTotals } from './upload-totals.ts';

export interface LedgerParts {
  /** Opened by openDatabase. */
  readonly db: Database;
  readonly sealer: Sealer;
  readonly kioskId: string;
}

/**
 * Every verdict of this kiosk, durably: whatever a method has written is on the disk when it returns, and
 * after a fault nothing of it is. Reads that a scan needs return a fault, too; reading lists and numbers
 * throws if the disk fails.
 */
export class Ledger {
  /** The admissions that the platform has yet to be told of. */
  readonly uploads: UploadQueue;
  /** Returns a page of entries, newest first unless `after` is given. */
  readonly page: (query: RecordQuery) => readonly LedgerRecord[];
  /** The newest entry's sequence number, which is how many there are; 0 when there is none. */
  readonly newestSequence: () => number;
  /**
   * Returns the entries after this sequence number, oldest first, at most so many. What was recorded a moment
   * ago is not read for it, nor is anything where there is nothing new.
   */
  readonly since: (sequence: number, limit: number) => readonly LedgerRecord[];
  /** All clients that there are entries of. */
  readonly clientRefs: () => readonly ClientRef[];
  /** The newest time of a scan, on the platform's clock; null when there is none yet. */
  readonly newestTime: () => number | null;
  /**
   * Counts the verdicts of each kind that were scanned from one platform time to before another; without admissions
   * that were taken back.
   */
  readonly tallies: (clientRef: ClientRef, from: number, until: number) => readonly Tally[];
  /**
   * Counts the admissions that the platform had not been told of at a platform time, although they had been made:
   * those that still wait, and those that were uploaded later.
   */
  readonly untold: (clientRef: ClientRef, at: number) => readonly Tally[];

  readonly #db: Database;
  readonly #totals: UploadTotals;
  readonly #fresh: FreshEntries;
  readonly #questions: Questions;
  readonly #record: (entry: NewEntry) => number;
  readonly #change: ChangeEntry;
  readonly #probe: Statement<[]>;
  readonly #takeBackUploads: Statement<[]>;
  readonly #missWords: Statement<[]>;
  readonly #awaiting: Statement<[string]>;
  readonly #correctTimes: (corrections: readonly TimeCorrection[]) => void;
  readonly #ticketEvents: ReturnType<typeof createOwnEvents>;
  readonly #twoDoors: TwoDoors;
  readonly #unlisted: Unlisted;
  readonly #again: ReturnType<typeof createSendAgain>;
  readonly #takeBack: ReturnType<typeof createTakeBack>;
  readonly #sequenceOf: Statement<[string], number>;
  readonly #queueReturn: Statement<[{ id: string; at: number }], number>;
  readonly #acknowledge: readonly Statement<[{ id: string; at: number }]>[];

  constructor({ db, sealer, kioskId }: LedgerParts) {
    this.#db = db;
    this.#totals = new UploadTotals(db);
    this.#questions = createQuestions(db, sealer);
    const twoDoors = createTwoDoors(db, this.#totals);
    this.#twoDoors = twoDoors;
    this.#unlisted = createUnlisted(db, sealer);
    this.#record = createRecorder({
      db,
      sealer,
      kioskId,
      questions: this.#questions,
      twoDoors,
      unlisted: this.#unlisted,
      totals: this.#totals,
    });
    this.#change = createEntryStates({ db, sealer, totals: this.#totals, twoDoors });
    this.#correctTimes = createTimeCorrection(db, this.#totals);
    this.uploads = new UploadQueue(db, {
      sealer,
      change: this.#change,
      correctTimes: this.#correctTimes,
      twoDoors,
      totals: this.#totals,
    });
    this.#again = createSendAgain(db, this.#change, this.#totals);
    this.#takeBack = createTakeBack({ db, sealer, totals: this.#totals });
    this.#ticketEvents = createOwnEvents(db, sealer);
    this.newestTime = createNewestTime(db);
    this.#probe = db.prepare('UPDATE probe SET filling = randomblob(length(filling))');
    this.#takeBackUploads = db.prepare(`UPDATE entry SET upload = 'pending' WHERE upload = 'sent'`);
    this.#missWords = db.prepare(
      `UPDATE late_answer SET answer = 'missing' WHERE answer = 'awaited'`,
    );
    this.#awaiting = db.prepare(
      `SELECT 1 FROM late_answer JOIN entry USING (sequence) WHERE entry.id = ? AND answer = 'awaited'`,
    );
    this.page = createRecordList(db, sealer);
    this.#sequenceOf = db
      .prepare<[string], number>('SELECT sequence FROM entry WHERE id = ?')
      .pluck();
    this.#queueReturn = db
      .prepare<[{ id: string; at: number }], number>(
        `UPDATE entry SET upload = 'pending', upload_changed_at = :at
         WHERE id = :id AND kind = 'admit' AND basis = 'venue' AND upload IS NULL AND ticket_id IS NOT NULL
         RETURNING sequence`,
      )
      .pluck();
    const newestSequence = db.prepare<[], number | null>('SELECT MAX(sequence) FROM entry').pluck();
    this.newestSequence = () => newestSequence.get() ?? 0;
    const commits = () => this.#totals.commits;
    const fresh = new FreshEntries({ kioskId, commits, newest: this.newestSequence() });
    this.#fresh = fresh;
    this.since = (after, limit) =>
      fresh.since(after)?.slice(0, limit) ?? this.page({ limit, after });
    this.clientRefs = createClientRefs(db);
    this.#acknowledge = [
      `UPDATE entry SET acknowledged_at = :at WHERE ${NOT_ACKNOWLEDGED} AND id = :id`,
      `UPDATE door_conflict SET acknowledged_at = :at
       WHERE acknowledged_at IS NULL AND sequence = (SELECT sequence FROM entry WHERE id = :id)`,
    ].map((sql) => db.prepare(sql));
    this.tallies = createTallies(db);
    this.untold = createUntold(db);
  }

  /**
   * Records that the platform is about to be asked about a scan, until its entry is recorded: if the kiosk
   * ends in between, the next run knows that the ticket may be spent. After a fault, do not ask.
   */
  noteQuestion(question: Question): Result<void, LedgerFault> {
    return guarded(() => this.#questions.note(question));
  }

  /**
   * Called when the answer is known although its entry could not be recorded: later runs need not consider
   * the question.
   */
  forgetQuestion(id: string): Result<void, LedgerFault> {
    return guarded(() => this.#questions.drop(id));
  }

  /**
   * Commits a verdict, and with it an offline admission's place in the upload queue; returns its sequence
   * number. After a fault the verdict must not be shown as an admission. Recording the same id again
   * changes nothing.
   */
  record(entry: NewEntry): Result<number, LedgerFault> {
    return guarded(() => {
      const sequence = this.#record(entry);
      this.#fresh.note(sequence, entry);
      return sequence;
    });
  }

  /** Whether there is an entry with this id. Throws SQLite's errors. */
  has(id: string): boolean {
    return this.#sequenceOf.get(id) !== undefined;
  }

  /** Whether this is an attempt in doubt to which no answer has come. */
  awaitsWord(id: string): Result<boolean, LedgerFault> {
    return guarded(() => this.#awaiting.get(id) !== undefined);
  }

  /**
   * Records the outcome of an attempt in doubt. Recording the same outcome again changes nothing. Throws
   * for another outcome, or for an entry that was not in doubt: both are bugs.
   */
  settle(id: string, settlement: Settlement, at: number): Result<void, LedgerFault> {
    return guarded(() => {
      this.#totals.commit(() => this.#change(id, happeningOf(settlement, at)));
    });
  }

  /**
   * Records that another door has admitted somebody with the same ticket, too: the first one, or the first that is
   * certain. An entry that is not known, or that let nobody in, changes nothing.
   */
  noteOtherDoor(id: string, other: OtherAdmission): Result<void, LedgerFault> {
    return guarded(() => this.#totals.commit(() => this.#twoDoors.noteOther(id, other)));
  }

  /** Removes what another door has told about an entry: that door is not believed any more. */
  removeOtherDoor(id: string): Result<void, LedgerFault> {
    return guarded(() => this.#totals.commit(() => this.#twoDoors.removeOther(id)));
  }

  /**
   * Corrects the times of entries that were recorded under a wrong clock, all or none. An entry that was
   * sent to the platform keeps the time it was sent with.
   */
  correctTimes(corrections: readonly TimeCorrection[]): Result<void, LedgerFault> {
    return guarded(() => {
      this.#totals.commit(() => this.#correctTimes(corrections));
    });
  }

  /**
   * Whether a verdict could be recorded now: writes as much to the disk as a verdict takes, to a place that
   * is never read.
   */
  probe(): Result<void, LedgerFault> {
    return guarded(() => {
      this.#probe.run();
    });
  }

  /** Returns this kiosk's own events about a code, and about the tickets that bear it. */
  ticketEvents(wanted: EventsWanted): Result<readonly TicketEvent[], LedgerFault> {
    return guarded(() => this.#ticketEvents(wanted));
  }

  /**
   * Compares some of the codes that the platform has admitted, and no snapshot listed, with a download made after
   * that: see {@link Ledger.isUnlistedMissing}. Returns where to go on, as `next`; null: all were compared.
   */
  compareUnlisted(
    clientRef: ClientRef,
    download: CompleteDownload,
    next = Number.MAX_SAFE_INTEGER,
  ): Result<number | null, LedgerFault> {
    return guarded(() => {
      const comparison = this.#unlisted.comparison(clientRef, download, next);
      if (comparison.write !== null) this.#totals.commit(comparison.write);
      return comparison.next;
    });
  }

  /**
   * Whether the platform has admitted a code after `since` that a complete download made later lacks. Throws
   * SQLite's errors.
   */
  isUnlistedMissing(clientRef: ClientRef, since: number): boolean {
    return this.#unlisted.isMissing(clientRef, since);
  }

  /**
   * Refused, conflicting and expired admissions, and those that another door may have made as well, that
   * no operator has acknowledged; newest first.
   */
  toAcknowledge(page: Pick<RecordQuery, 'limit' | 'before'>): readonly LedgerRecord[] {
    return this.page({ ...page, discrepancies: 'to acknowledge' });
  }

  /**
   * Returns all of them, acknowledged or not, oldest first; `after` is the last one of the page before, or
   * 0.
   */
  notAccepted(page: Required<Pick<RecordQuery, 'limit' | 'after'>>): readonly LedgerRecord[] {
    return this.page({ ...page, discrepancies: 'all' });
  }

  unacknowledgedCount(): number {
    return this.#totals.unacknowledged;
  }

  /**
   * Marks them as acknowledged by an operator; those that need no acknowledgement, or have it, stay as they
   * are. In one commit, because guests wait while the disk writes.
   */
  acknowledge(ids: readonly string[], at: number): Result<void, LedgerFault> {
    return guarded(() => {
      this.#totals.commit(() => {
        for (const id of ids) for (const part of this.#acknowledge) part.run({ id, at });
        this.#totals.noteAcknowledged();
      });
    });
  }

  /**
   * Puts back into the queue what the platform has refused, for another try; returns the ids of those.
   * What is not refused (any more) stays as it is.
   */
  sendAgain(ids: readonly string[], at: number): Result<readonly string[], LedgerFault> {
    return guarded(() => this.#again.sendAgain(ids, at));
  }

  /**
   * Takes back an admission of this door, of which the platform cannot know: the entry stays, and counts no
   * more. Returns its sequence number, or why that is not possible.
   */
  takeBack(withdrawal: Withdrawal): Result<Result<number, TakeBackRefusal>, LedgerFault> {
    return guarded(() => this.#takeBack(withdrawal));
  }

  /** Returns a scan by its id; null: there is none. */
  recordedScan(id: string): Result<LedgerRecord | null, LedgerFault> {
    return guarded(() => {
      const sequence = this.#sequenceOf.get(id);
      return sequence === undefined
        ? null
        : (this.page({ limit: 1, after: sequence - 1 })[0] ?? null);
    });
  }

  /**
   * Puts somebody's return into the upload queue: the admission before it was withdrawn, so that the platform will
   * never hear of the ticket otherwise. Anything else than a return that is not uploaded stays as it is. Returns the
   * sequence number of the queued entry, or null.
   */
  queueReturn(id: string, at: number): Result<number | null, LedgerFault> {
    return guarded(() =>
      this.#totals.commit(() => {
        const sequence = this.#queueReturn.get({ id, at }) ?? null;
        if (sequence !== null) this.#totals.noteMoved('none', 'pending');
        return sequence;
      }),
    );
  }

  /** Returns the state of these uploads. Throws SQLite's errors. */
  uploadStates(ids: readonly string[]): readonly UploadState[] {
    return this.#again.uploadStates(ids);
  }

  /** Statistics for support: numbers alone. */
  statistics(): LedgerStatistics {
    return readStatistics(this.#db);
  }

  /**
   * Settles what was under way when the last run ended. Uploads are sent again, without harm. Attempts in
   * doubt count as unanswered since the time of their scan, and so do questions whose verdict nobody has
   * seen. Call it before anything else.
   */
  endLastRun(): Result<void, LedgerFault> {
    return guarded(() => {
      this.#totals.commit(() => {
        for (const question of this.#questions.left()) this.#record(brokenOff(question));
        this.#questions.forgetAll();
        this.#takeBackUploads.run();
        this.#missWords.run();
      });
      this.#fresh.forget(this.newestSequence());
    });
  }

  /**
   * Puts uploads whose answers nobody waits for back into the queue: sending them again does no harm. Call
   * it before anything else.
   */
  takeBackUploads(): Result<void, LedgerFault> {
    return guarded(() => this.#totals.commit(() => void this.#takeBackUploads.run()));
  }

  /** Moves the journal into the file and closes it. The ledger must not be used afterwards. */
  close(): void {
    this.#db.close();
  }
}

function happeningOf(settlement: Settlement, at: number): Happening {
  switch (settlement.word) {
    case 'admitted':
      return { event: 'word-admitted', at };
    case 'refused':
      return {
        event: 'word-refused',
        at,
        ...(settlement.error && { reason: { type: 'platform-error', error: settlement.error } }),
      };
    case 'missing':
      return { event: 'word-missing', at };
    default:
      return assertNever(settlement);
  }
}
