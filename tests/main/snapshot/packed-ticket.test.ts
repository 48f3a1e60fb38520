import { expect, test } from 'vitest';
import { packTicket, unpackTicket } from '#main/snapshot/packed-ticket.ts';
import { FORMAT_VERSION } from '#main/snapshot/snapshot-format.ts';
import { ticket } from './support/tickets.ts';

/** Whoever changes what stands here gives it another number: an older snapshot would be read wrongly. */
const VERSION_8 =
  '[5000001,4712,"The Cherry Orchard",1795286100000,"100387420489",false,false,"Zoë Quittenbaum-1",' +
  '"The Cherry Orchard, Sat 21 Nov 2026, 19:35","Stalls left","Row 1, seat 1",0,4,null]';

test('what a ticket is kept as belongs to its version, and says the same when it is read', () => {
  const kept = ticket(1, { patron: null });
  expect({ version: FORMAT_VERSION, packed: packTicket(kept) }).toEqual({
    version: 11,
    packed: VERSION_8,
  });
  expect(unpackTicket(VERSION_8)).toEqual(kept);
});
