import { openLedger } from '#main/ledger/open-ledger.ts';
import { writeSync } from 'node:fs';
import { offlineAdmission, optionsFor, undecided, valueOf } from './support.ts';

/** A kiosk in a process of its own: records without end, and says each id once it is recorded. */
const [path = ''] = process.argv.slice(2);
const { ledger } = valueOf(openLedger(optionsFor(path)));
for (let guest = 1; ; guest += 1) {
  const ticketIds = { ticketId: guest, performanceId: 31 };
  const entry = guest % 3 === 0 ? undecided({ inDoubt: true }) : offlineAdmission({ ticketIds });
  valueOf(ledger.record(entry));
  writeSync(1, `${entry.id} ${entry.kind}\n`);
}
