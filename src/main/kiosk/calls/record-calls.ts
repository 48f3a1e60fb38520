import type { Entrance } from '#main/entrance/entrance.ts';
import type { Finder } from '#main/entrance/find/finder.ts';
import type { KioskHandlers } from '#main/base/ipc/handlers.ts';
import type { Discrepancies } from '#main/operations/records/discrepancies.ts';
import type { History } from '#main/operations/records/history.ts';
import type { Lock } from '#main/operations/lock/lock.ts';
import type { LedgerTrouble } from '#shared/model/failures.ts';
import type { NotTakenBack } from '#shared/model/take-back.ts';
import type { Statistics } from '#shared/model/statistics.ts';
import { err, type Result } from '#shared/result.ts';

export interface RecordCallParts {
  readonly finder: Finder;
  readonly statistics: (hours: number) => Promise<Result<Statistics, LedgerTrouble>>;
  readonly discrepancies: Discrepancies;
  readonly history: History;
  readonly takeBack: (request: {
    readonly id: string;
    readonly why: string;
  }) => Result<null, LedgerTrouble | NotTakenBack>;
  readonly overrule: Entrance['overrule'];
  readonly overruleEvidence: Entrance['overruleEvidence'];
  readonly lock: Lock;
  readonly onChange: () => void;
}

type RecordCalls = Pick<
  KioskHandlers,
  | 'findTickets'
  | 'findTicketsAgain'
  | 'admitFound'
  | 'statistics'
  | 'discrepancies'
  | 'acknowledgeDiscrepancies'
  | 'sendScansAgain'
  | 'exportDiscrepancies'
  | 'history'
  | 'exportHistory'
  | 'takeBack'
  | 'overrule'
  | 'overruleEvidence'
>;

/** Calls that look things up in the snapshot and in the ledger. */
export function recordCalls(parts: RecordCallParts): RecordCalls {
  const { finder, statistics, discrepancies, history } = parts;
  return {
    findTickets: ({ query }) => finder.find(query),
    findTicketsAgain: ({ query }) => finder.find(query),
    admitFound: ({ id }) => finder.admit(id),
    statistics: ({ hours }) => statistics(hours),
    discrepancies: ({ before }) => discrepancies.page(before),
    acknowledgeDiscrepancies({ ids }) {
      const done = discrepancies.acknowledge(ids);
      parts.onChange();
      return done;
    },
    async sendScansAgain({ ids }) {
      const done = await discrepancies.sendAgain(ids);
      parts.onChange();
      return done;
    },
    exportDiscrepancies: () => discrepancies.export(),
    history: ({ filter, before }) => history.page(filter, before),
    takeBack(request) {
      const done = parts.takeBack(request);
      parts.onChange();
      return done;
    },
    overruleEvidence: ({ id }) => parts.overruleEvidence(id),
    async overrule(order) {
      // Without a PIN the guest could do it.
      if (!parts.lock.state().hasPin) return err({ type: 'not-overruled', because: 'no-pin' });
      return parts.overrule(order);
    },
    exportHistory: ({ filter }) => history.export(filter),
  };
}
