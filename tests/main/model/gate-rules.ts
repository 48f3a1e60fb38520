import { OUTPUT_TIMINGS } from '#main/entrance/outputs/timings.ts';
import type { LedgerRecord } from '#main/ledger/record.ts';
import type { Account } from './evening.ts';

/**
 * What is wrong with how the gate was opened, in words.
 *
 * @param shown the ledger's entries whose verdicts were on the screen
 */
export function gateFindings(
  { gate, seen, ledger }: Account,
  shown: ReadonlySet<LedgerRecord | null>,
): string[] {
  const found: string[] = [];
  if (gate.isLeftOpen) found.push('the gate stands open when the kiosk has ended');
  gate.opened.forEach(({ admissions }, before) => {
    if (before >= admissions)
      found.push(`the gate was opened ${before + 1} times for ${admissions} entries in the ledger`);
  });
  const waiting = seen
    .filter(({ verdict }) => verdict.kind === 'admit' && verdict.basis !== 'repeat')
    .map(({ at }) => at);
  // What is decided while the door is being closed is on no screen.
  let unseen = ledger.filter((entry) => entry.kind === 'admit' && !shown.has(entry)).length;
  for (const { at } of gate.opened) {
    const own = waiting.findIndex((shownAt) => shownAt <= at && at - shownAt <= LATEST);
    if (own >= 0) waiting.splice(0, own + 1);
    else if (unseen > 0) unseen -= 1;
    else found.push('the gate was opened for nobody, for somebody twice, or too late');
  }
  return found;
}

const LATEST = OUTPUT_TIMINGS.latest;
