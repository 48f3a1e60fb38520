import { guarded, type LedgerFault } from '#main/ledger/fault.ts';
import type { LedgerKeeper } from '#main/ledger/keeper.ts';
import type { Ledger } from '#main/ledger/ledger.ts';
import type { EntryCount } from '#main/ledger/statistics.ts';
import type { Result } from '#shared/result.ts';
import { setImmediate as otherWork } from 'node:timers/promises';

/** How many entries are counted in one step, during which scans wait. */
const STEP = 5_000;

/**
 * The largest file, in bytes, whose integrity is checked here: a larger one would make guests wait. Each
 * start checks it whatever its size.
 */
const QUICKLY_CHECKED = 32 * 1024 * 1024;

/** Returns the statistics of the ledger, or why there are none. */
export async function ledgerFacts(
  keeper: Pick<LedgerKeeper, 'use' | 'fault'>,
  size: number,
): Promise<Record<string, unknown>> {
  const read = <T>(work: (ledger: Ledger) => T): Result<T, LedgerFault> =>
    keeper.use((ledger) => guarded(() => work(ledger)));

  const begun = read((ledger) => {
    const { schema, sqlite, first, last } = ledger.statistics();
    return { schema, sqlite, first, last, entries: ledger.newestSequence() };
  });
  if (!begun.ok) return { fault: begun.error };
  const counts = new Map<string, EntryCount>();
  for (let after = 0; after < begun.value.entries; after += STEP) {
    const step = read((ledger) => ledger.statistics().count(after, after + STEP));
    if (!step.ok) return { ...begun.value, fault: step.error };
    for (const each of step.value) add(counts, each);
    await otherWork();
  }
  const check =
    size > QUICKLY_CHECKED
      ? 'left out: the file is large, and was checked when it was opened'
      : read((ledger) => ledger.statistics().quickCheck());
  return {
    ...begun.value,
    counts: [...counts.values()],
    quickCheck: typeof check === 'string' ? check : check.ok ? check.value : check.error,
  };
}

function add(counts: Map<string, EntryCount>, found: EntryCount): void {
  const { kind, basis, source, code, upload } = found;
  const key = [kind, basis, source, code, upload].join();
  counts.set(key, { ...found, count: found.count + (counts.get(key)?.count ?? 0) });
}
