import type { LedgerRecord } from '#main/ledger/record.ts';
import { subjectOf } from '#shared/api/error-codes.ts';
import { isRefusal } from '#shared/model/overrule.ts';
import type { Account } from './evening.ts';

/** What is wrong with those who were let in anyway, in words. */
export function overruleFindings({ ledger }: Account): string[] {
  const orders = ledger.filter(({ basis }) => basis === 'staff');
  return orders.flatMap((order) => {
    const refused = refusedBy(ledger, order);
    if (refused === undefined) return ['somebody was let in anyway whom nobody had refused'];
    const found: string[] = [];
    const since = ledger.filter(
      ({ code, kind, sequence }) =>
        code === order.code &&
        kind === 'admit' &&
        sequence > refused.sequence &&
        sequence < order.sequence,
    );
    if (since.some(({ id }) => !order.lineage.shown.includes(id))) {
      found.push('a refusal was overruled whose ticket was let in since, which nobody was shown');
    }
    if (order.upload !== null && !isForThePlatform(order, refused)) {
      found.push(`an overruled "${refused.kind}" was uploaded against the platform's word`);
    }
    return found;
  });
}

/** Whether the platform is told of somebody who was let in anyway: then the ticket has to be good by the snapshot. */
export function wasForGood({ ledger }: Account, order: LedgerRecord): boolean {
  return order.upload !== null && refusedBy(ledger, order) !== undefined;
}

function refusedBy(
  ledger: readonly LedgerRecord[],
  { reason, code, sequence }: LedgerRecord,
): LedgerRecord | undefined {
  if (reason?.type !== 'overruled') return undefined;
  return ledger.find(
    (one) =>
      one.id === reason.of && one.code === code && one.sequence < sequence && isRefusal(one.kind),
  );
}

/** Whether nothing that the platform has said of the ticket, then or since, stands against its list. */
function isForThePlatform({ word, upload }: LedgerRecord, refused: LedgerRecord): boolean {
  if (word === 'refused') return upload?.state === 'conflict';
  if (refused.kind === 'duplicate') return false;
  const { reason } = refused;
  return reason?.type !== 'platform-error' || subjectOf(reason.error) !== 'ticket';
}
