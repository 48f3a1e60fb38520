import type { HistoryEntry, HistoryFilter } from '#shared/model/history.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import { apiError, inMinutes } from './builders.ts';
import { FakeMain } from './fake-transport.ts';

let number = 0;

/** A guest whom the platform let in. */
export function scanned(changes: Partial<HistoryEntry> = {}): HistoryEntry {
  number += 1;
  return {
    id: `scan-${number}`,
    scannedAt: inMinutes(-5),
    kind: 'admit',
    basis: 'platform',
    reason: { type: 'admitted' },
    codeTail: '3931',
    code: null,
    source: 'hid',
    device: 'Gate scanner 2',
    ticket: {
      name: 'Hermione Leontes',
      performance: 'The Winter’s Tale, 19:30',
      section: 'Stalls',
      seat: 'Row F, 12',
    },
    ticketIds: { ticketId: 501, performanceId: 111 },
    word: null,
    upload: null,
    twoDoors: null,
    words: null,
    takenBack: null,
    ...changes,
  };
}

const NOTHING_KNOWN = { ticket: null, ticketIds: null } as const;

/** One of each verdict, and what may become of one; newest first. */
export const HISTORY: readonly HistoryEntry[] = [
  scanned(),
  scanned({
    ...NOTHING_KNOWN,
    scannedAt: inMinutes(-6),
    kind: 'duplicate',
    reason: { type: 'platform-error', error: apiError(12) },
    codeTail: '3948',
  }),
  scanned({
    ...NOTHING_KNOWN,
    scannedAt: inMinutes(-7),
    kind: 'reject',
    reason: { type: 'platform-error', error: apiError(42) },
    codeTail: '3955',
    source: 'wedge',
    device: null,
  }),
  scanned({
    scannedAt: inMinutes(-8),
    basis: 'cache',
    codeTail: '3962',
    word: 'refused',
    upload: {
      state: 'conflict',
      reason: { type: 'platform-error', error: apiError(13) },
      changedAt: inMinutes(-7),
      acknowledgedAt: inMinutes(-1),
      sentAgainAt: inMinutes(-2),
    },
  }),
  scanned({
    ...NOTHING_KNOWN,
    scannedAt: inMinutes(-9),
    kind: 'undecided',
    basis: 'cache',
    reason: { type: 'no-answer', cause: 'timeout' },
    codeTail: '3979',
    source: 'manual',
    device: null,
  }),
  scanned({
    scannedAt: inMinutes(-10),
    kind: 'checked',
    basis: 'cache',
    reason: { type: 'valid', copyFrom: inMinutes(-15) },
    codeTail: '3986',
    source: 'serial',
  }),
  scanned({
    ...NOTHING_KNOWN,
    scannedAt: inMinutes(-3 * 24 * 60),
    reason: null,
    codeTail: null,
    basis: 'cache',
    upload: {
      state: 'expired',
      reason: null,
      changedAt: inMinutes(-60),
      acknowledgedAt: null,
      sentAgainAt: null,
    },
  }),
];

/** A main process with a history, in pages. */
export function mainWithHistory(
  state: KioskState,
  all: readonly HistoryEntry[] = HISTORY,
  page = 100,
): FakeMain {
  const main = new FakeMain(state);
  main.on('history', ({ filter, before }) => {
    const from = before === null ? 0 : all.length + 1 - before;
    const entries = all
      .slice(from)
      .filter((entry) => fits(entry, filter))
      .slice(0, page);
    const last = entries.at(-1);
    const seen = last === undefined || entries.length < page ? all.length : all.indexOf(last) + 1;
    const next = seen === all.length ? null : all.length + 1 - seen;
    return { ok: true, value: { entries, before: next, total: all.length, seen } };
  });
  return main;
}

function fits(entry: HistoryEntry, filter: HistoryFilter): boolean {
  const { kind, scannedAt, codeTail, source, basis, upload } = entry;
  if (filter.kinds.length > 0 && !filter.kinds.includes(kind)) return false;
  if (filter.from !== null && scannedAt < filter.from) return false;
  if (filter.source !== null && source !== filter.source) return false;
  if (filter.basis !== null && basis !== filter.basis) return false;
  if (filter.uploads.length > 0 && !filter.uploads.includes(upload?.state ?? 'none')) return false;
  return filter.code === null || codeTail === filter.code;
}
