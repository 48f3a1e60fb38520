import type { AdmissionLedger } from '#main/entrance/admission/admission-ledger.ts';
import type { CommonParts } from '#main/kiosk/kiosk.ts';
import { guarded } from '#main/ledger/fault.ts';
import { LedgerKeeper } from '#main/ledger/keeper.ts';
import type { Ledger } from '#main/ledger/ledger.ts';
import { openLedger } from '#main/ledger/open-ledger.ts';
import { Uploader } from '#main/sync/upload.ts';
import { ok } from '#shared/result.ts';
import { join } from 'node:path';
import { createAdmissionLedger } from '#main/entrance/admission/admission-ledger.ts';
import type { PlatformServices } from './open-platform.ts';
import type { TicketServices } from './open-tickets.ts';
import { ProvisionalTimes } from '#main/ledger/provisional-times.ts';
import { createUploadDesk } from '#main/sync/upload-desk.ts';
import { uploadSession } from './upload-session.ts';
import { usedAsOf } from './used-tickets.ts';

export interface BookkeepingParts extends CommonParts {
  readonly platform: Pick<PlatformServices, 'connection' | 'session' | 'breaker'>;
  readonly tickets: Pick<TicketServices, 'snapshots'>;
  /**
   * Called when the platform may have become reachable again: the snapshot is then downloaded
   * before the uploads.
   */
  readonly lookForNews: () => void;
  /** Called when the ledger has the platform's late answer to a scan, or that there will be none. */
  readonly onSettled: (id: string) => void;
  /** Called when the ledger has another time for an entry, right before it is uploaded, with its sequence number. */
  readonly onTimeCorrected: (sequence: number) => void;
  /** Takes from the ledger what was counted before the kiosk was started. */
  readonly recall: (ledger: Ledger) => void;
  /** Called when the ledger was opened, or cannot be used. */
  readonly onLedger: () => void;
  /** Called when uploads have made progress, or there is more to upload. */
  readonly onUploads: () => void;
}

/** The parts that record what happens at this door, and upload it to the platform. */
export interface Bookkeeping {
  readonly keeper: LedgerKeeper;
  /** The ledger, as the door uses it. */
  readonly admissionLedger: AdmissionLedger;
  readonly uploader: Uploader;
  /**
   * Called when the platform has told its time: corrects the times of entries that were recorded
   * before.
   */
  readonly correctTimes: () => void;
}

/**
 * Creates the bookkeeping; the ledger's file is opened when the keeper starts, and uploads begin
 * with it.
 */
export function openBookkeeping(parts: BookkeepingParts): Bookkeeping {
  const { ports, vault, doorKey, platformClock } = parts;
  const { clock, logger } = ports;
  const { connection, session, breaker } = parts.platform;
  const { snapshots } = parts.tickets;

  const path = join(ports.dataDirectory, 'ledger.db');
  const keeper: LedgerKeeper = new LedgerKeeper({
    ...{ path, clock },
    onChange: parts.onLedger,
    open: (isReopened) => openLedger({ path, vault, kioskId: doorKey.id, clock, isReopened }),
    logger: logger.scope('ledger'),
    beforeClose: () => uploader.stop(),
    onReady() {
      const newest = keeper.use((ledger) => guarded(() => ledger.newestTime()));
      if (newest.ok && newest.value !== null) platformClock.notBefore(newest.value);
      keeper.use((ledger) => guarded(() => parts.recall(ledger)));
      uploader.start();
    },
  });
  const uploader = new Uploader({
    ...{ clock, platformClock },
    onChange: parts.onUploads,
    queue: createUploadDesk(keeper),
    onTimeCorrected: parts.onTimeCorrected,
    usedAsOf: usedAsOf(snapshots),
    session() {
      parts.lookForNews();
      return uploadSession({ connection, session, breaker });
    },
    logger: logger.scope('upload'),
  });
  const unsure = new ProvisionalTimes();
  const admissionLedger = createAdmissionLedger({
    ...{ keeper, platformClock, onSettled: parts.onSettled },
    onRecorded(sequence, readAt) {
      if (!platformClock.isKnown()) unsure.note({ ledger: keeper.ledger, sequence, readAt });
    },
  });
  return {
    ...{ keeper, admissionLedger, uploader },
    correctTimes() {
      const { ledger } = keeper;
      if (ledger === null) return;
      const times = unsure.corrected(ledger, (readAt) => platformClock.at(readAt));
      keeper.deferWrite((current) => (current === ledger ? ledger.correctTimes(times) : ok()));
    },
  };
}
