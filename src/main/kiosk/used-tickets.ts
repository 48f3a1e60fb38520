import type { Snapshots } from '#main/snapshot/snapshots.ts';
import type { SenderPorts } from '#main/sync/upload-ports.ts';

/** Asks the latest snapshot of the tickets whether the platform calls one used, and as of when. */
export function usedAsOf(snapshots: Pick<Snapshots, 'asOf' | 'find'>): SenderPorts['usedAsOf'] {
  return (clientId, { code, ticketId, performanceId, platformTime }) => {
    const builtAt = snapshots.asOf(performanceId);
    // A snapshot from before the scan proves nothing about it, and usually there is no newer one.
    if (builtAt === null || builtAt <= platformTime) return null;
    const found = snapshots.find(clientId, code);
    const ticket = found.ok && found.value.find((each) => each.ticketId === ticketId);
    return ticket && ticket.alreadyScanned ? builtAt : null;
  };
}
