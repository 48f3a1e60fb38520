import { guarded } from '#main/ledger/fault.ts';
import type { LedgerKeeper } from '#main/ledger/keeper.ts';
import type { UploadQueue } from '#main/ledger/upload-queue.ts';

/** The queue of uploads of the open ledger; while none is open, it is empty. */
export function createUploadDesk(keeper: LedgerKeeper): Pick<UploadQueue, keyof UploadQueue> {
  const read = <T>(look: (queue: UploadQueue) => T, otherwise: T): T => {
    const { ledger } = keeper;
    if (ledger === null) return otherwise;
    const result = guarded(() => look(ledger.uploads));
    return result.ok ? result.value : otherwise;
  };
  return {
    pendingCount: () => read((queue) => queue.pendingCount(), 0),
    oldestPending: () => read((queue) => queue.oldestPending(), null),
    nextBatch: (wish, at) => keeper.use(({ uploads }) => uploads.nextBatch(wish, at)),
    putRight: (times) => keeper.use(({ uploads }) => uploads.putRight(times)),
    noteUsed: (ids) => keeper.use(({ uploads }) => uploads.noteUsed(ids)),
    markSent: (ids, at) => keeper.use(({ uploads }) => uploads.markSent(ids, at)),
    markRecorded: (ids, at) => keeper.use(({ uploads }) => uploads.markRecorded(ids, at)),
    markRefused: (id, reason, at) =>
      keeper.use(({ uploads }) => uploads.markRefused(id, reason, at)),
    backToPending: (ids, at) => keeper.use(({ uploads }) => uploads.backToPending(ids, at)),
    expireOlderThan: (time, at) => keeper.use(({ uploads }) => uploads.expireOlderThan(time, at)),
  };
}
