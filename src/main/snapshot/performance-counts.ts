import type { SnapshotTicket } from './model.ts';
import type { PerformanceCount } from './snapshot-format.ts';

/** The most performances that are counted: no real platform sells more at a time. */
const MOST_PERFORMANCES = 5_000;

/** Counts the tickets of each performance, one after another. */
export class PerformanceCounts {
  readonly #counts = new Map<number, PerformanceCount>();

  add(ticket: SnapshotTicket): void {
    if (ticket.refundedOrVoided) return;
    const { performanceId } = ticket;
    const before = this.#counts.get(performanceId);
    if (before === undefined && this.#counts.size >= MOST_PERFORMANCES) return;
    const { sold, scanned } = before ?? { sold: 0, scanned: 0 };
    this.#counts.set(performanceId, {
      performanceId,
      // Some tickets may contain less than others.
      productionName: before?.productionName || ticket.productionName,
      performanceStart: before?.performanceStart ?? ticket.performanceStartDate,
      sold: sold + 1,
      scanned: scanned + (ticket.alreadyScanned ? 1 : 0),
    });
  }

  all(): readonly PerformanceCount[] {
    return [...this.#counts.values()];
  }
}
