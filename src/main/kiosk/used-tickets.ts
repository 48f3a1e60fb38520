import type { Snapshots } from '#main/snapshot/snapshots.ts';
import type { SenderPorts } from '#main/sync/upload-ports.ts';

/** Returns when the latest snapshot was made, if it marks the ticket as used; else null. */
export function usedAsOf(snapshots: Pick<Snapshots, 'asOf' | 'find'>): SenderPorts['usedAsOf'] {
  return (clientId, { code, ticketId, performanceId, platformTime }) => {
    const builtAt = snapshots.asOf(performanceId);
    // A snapshot from before the scan tells nothing about it; this is the usual case, so it is
    // checked first.
    if (builtAt === null || builtAt <= platformTime) return null;
    const found = snapshots.find(clientId, code);
    const ticket = found.ok && found.value.find((each) => each.ticketId === ticketId);
    return ticket && ticket.alreadyScanned ? builtAt : null;
  };
}
