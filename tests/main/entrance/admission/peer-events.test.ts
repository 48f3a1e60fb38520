import { expect, test } from 'vitest';
import { answered, asked, FOYER } from '../../ledger/ticket-events.ts';
import {
  NO_NETWORK,
  openDoor,
  published,
  refused,
  snapshotTicket,
  snapshotWith,
} from './support.ts';

const snapshot = () => snapshotWith(snapshotTicket());
/** The platform has admitted somebody late whom another door had refused. */
const QUESTION = asked('q', [], FOYER);
const ADMITTED = answered('q', 'admitted', FOYER);

test.each([
  ['without the platform', NO_NETWORK, []],
  ['after its refusal', null, [QUESTION, ADMITTED]],
])('more peer events than are read prove nothing: %s', async (_, inTheWay, events) => {
  const ports = { lookUpPeerEvents: () => ({ ticketHash: 'h', events, isCut: true }) };
  const { scan, platform } = openDoor({ snapshot, ports });
  platform.inTheWay = inTheWay;
  platform.answerNext(refused(12));
  expect(await scan()).toMatchObject({
    ...{ kind: 'undecided', reason: { type: 'unclear', because: 'too-many' } },
  });
});

test('an admission of a door open for something else is not unclaimed here', async () => {
  const ports = published([{ ...QUESTION, filterPerformanceId: 32 }, ADMITTED]);
  const { scan, platform } = openDoor({ snapshot, ports });
  platform.answerNext(refused(12));
  expect(await scan()).toMatchObject({ kind: 'duplicate' });
});
