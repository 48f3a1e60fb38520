import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { decideLocally, type LocalDecision } from '#main/entrance/admission/decide-locally.ts';
import type { TicketCache } from '#main/snapshot/ticket-cache.ts';
import type { NewEntry } from '#main/ledger/entry.ts';
import type { Ledger } from '#main/ledger/ledger.ts';
import { barcode } from '#tests/main/snapshot/support/tickets.ts';
import { offlineAdmission, valueOf } from '#tests/main/ledger/support.ts';
import { openBareDoor } from './bare-door.ts';
import { halfAndMost, type Figure } from './figures.ts';
import { FILTER, HOUSE, openCache, openLedger, PLATFORM, startCache } from './house.ts';
import { inFolder } from './in-folder.ts';
import { inTurns } from './in-turns.ts';

/** Verdicts of the evening so far. */
const VERDICTS_BEFORE = 10_000;
/** A prime beside the number of verdicts before: people come in no order. */
const STRIDE = 611_953;

/**
 * A decision without the network, from the look-up to the durable verdict, while the next snapshot of
 * as many tickets is being built; beside the bare look-up, opening and insert, under the same load.
 */
export function measureDecisions(tickets: number, decisions: number): Promise<Figure[]> {
  return inFolder(async (folder) => {
    mkdirSync(join(folder, 'cache'));
    const { cache } = openCache(join(folder, 'cache'), tickets);
    await startCache(cache);
    const { ledger, atOnce } = openLedger(folder);
    atOnce(() => {
      for (let scan = 0; scan < VERDICTS_BEFORE; scan += 1) {
        decide(cache, ledger, `before-${scan}`);
      }
    });
    const bare = openBareDoor(folder, tickets);
    const number = (turn: number) => (turn * STRIDE) % tickets;

    const [ours = [], plain = []] = await inTurns(
      decisions,
      [
        (turn) => {
          const code = barcode(number(turn));
          return () => decide(cache, ledger, code);
        },
        (turn) => {
          const key = bare.keyOf(number(turn));
          return () => bare.insert(bare.find(key));
        },
      ],
      () => untilBuilding(cache),
    );
    await cache.stop();
    ledger.close();
    bare.close();
    const what = 'decision from the cache and durable commit, while a refresh is building';
    return halfAndMost({ what, size: tickets, toReach: { ratio: 2 } }, ours, plain);
  });
}

function decide(cache: TicketCache, ledger: Ledger, code: string): void {
  const now = Date.now();
  const history = valueOf(ledger.history(HOUSE, FILTER, code, now));
  const state = cache.usable(now);
  const [ticket = null] = valueOf(cache.find(FILTER.clientId, code));
  const first = ticket && valueOf(ledger.firstAdmission(HOUSE, ticket.ticketId));
  const decision = decideLocally(FILTER, {
    copyIsUsable: state.status === 'usable',
    ticket: ticket && { ...ticket, productionId: null, isOn: true },
    absenceIsProven: false,
    admittedHere: history.admissions.length > 0 || first !== null,
  });
  const entry = offlineAdmission({
    platform: PLATFORM,
    filter: FILTER,
    code,
    ...verdictOf(decision, now),
    ticket: ticket && { ...ticket, name: ticket.orderConsumerName },
    ticketIds: ticket && { ticketId: ticket.ticketId, performanceId: ticket.performanceId },
    platformTime: now,
  });
  valueOf(ledger.record(entry));
}

function verdictOf(decision: LocalDecision, copyFrom: number): Pick<NewEntry, 'kind' | 'reason'> {
  const { kind } = decision;
  if (kind === 'admit') return { kind, reason: { type: 'admitted' } };
  if (kind === 'undecided') return { kind, reason: { type: 'no-answer', cause: 'unreachable' } };
  const { code } = decision;
  return { kind, reason: { type: 'copy', code, firstScanAt: null, copyFrom } };
}

/** A guest comes, while tickets are being written. */
async function untilBuilding(cache: TicketCache): Promise<void> {
  do {
    if (cache.state().refreshing === null) void cache.refresh();
    await wait(1);
  } while ((cache.state().refreshing?.tickets ?? 0) === 0);
}
