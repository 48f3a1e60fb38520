import type { TicketCache } from '#main/snapshot/ticket-cache.ts';
import type { SenderPorts } from '#main/sync/upload-ports.ts';

/** Asks the latest copy of the tickets whether the platform calls one used, and as of when. */
export function usedAsOf(cache: Pick<TicketCache, 'asOf' | 'find'>): SenderPorts['usedAsOf'] {
  return (clientId, { code, ticketId, performanceId, platformTime }) => {
    const builtAt = cache.asOf(performanceId);
    // A copy from before the scan has nothing to say of it, and most often it is none else.
    if (builtAt === null || builtAt <= platformTime) return null;
    const found = cache.find(clientId, code);
    const ticket = found.ok && found.value.find((each) => each.ticketId === ticketId);
    return ticket && ticket.alreadyScanned ? builtAt : null;
  };
}
