import { expect, test } from 'vitest';
import { MINUTE } from '#shared/time.ts';
import type { LateRight } from '#main/venue/house-event.ts';
import type { PassageElsewhere } from '#main/venue/house-reader.ts';
import { passagesOf } from '#main/venue/passages.ts';
import { EVENING, HOUSE } from '../../ledger/support.ts';
import { openDoor, refused, snapshotTicket, snapshotWith } from './support.ts';

const RIGHT: LateRight = {
  ...{ id: 'E/right', type: 'late right', of: 'E', door: 'Foyer', until: EVENING, ...HOUSE },
  ...{ productionId: null, filterPerformanceId: null, mark: 'm', ticketId: 501 },
  ...{ performanceId: 31, at: EVENING },
};
const USED_UP: PassageElsewhere = {
  ...{ id: 'a', way: 'in', follows: 'E', at: EVENING, isTakenBack: false, isOurs: false },
  ...{ door: 'Foyer', ticketId: 501, performanceId: 31, isUnsettled: false, isLongAgo: false },
  overrules: null,
};

function doorThatIsTold(right: LateRight, passages: readonly PassageElsewhere[] = []) {
  const lookUpElsewhere = () => ({ passages, lateRights: [right] });
  const snapshot = () => snapshotWith(snapshotTicket());
  return openDoor({ snapshot, ports: { lookUpElsewhere } });
}

test('who was turned away at another door by mistake comes in here, and the platform is not asked', async () => {
  const { scan, platform, entries } = doorThatIsTold(RIGHT);
  expect(await scan()).toMatchObject({ kind: 'admit', basis: 'late' });
  expect(platform.asked).toEqual([]);
  expect(entries()).toMatchObject([{ follows: 'E', upload: null }]);
});

test('a right that another door has used is used up', async () => {
  const { scan, platform } = doorThatIsTold(RIGHT, [USED_UP]);
  platform.answerNext(refused(12));
  expect(await scan()).toMatchObject({ kind: 'duplicate', basis: 'platform' });
});

test.each([
  [false, 'duplicate'],
  [true, 'admit'],
])(
  'one whose holder was let in anyway there is used up, unless that was taken back: %s',
  async (isTakenBack, kind) => {
    const letIn: PassageElsewhere = { ...USED_UP, follows: null, overrules: 'E', isTakenBack };
    const left: PassageElsewhere = { ...USED_UP, id: 'x', way: 'out', follows: 'a', isTakenBack };
    const { scan, platform } = doorThatIsTold(RIGHT, [letIn, left]);
    platform.answerNext(refused(12));
    expect(await scan()).toMatchObject({ kind });
  },
);

test('also where its user has left since', async () => {
  const left: PassageElsewhere = { ...USED_UP, id: 'x', way: 'out', follows: 'a' };
  const { scan, platform } = doorThatIsTold(RIGHT, [USED_UP, left]);
  platform.answerNext(refused(12));
  expect(await scan()).toMatchObject({ kind: 'duplicate' });
});

test('who comes in by a right after a way out came after that: the house counts them as inside', async () => {
  const stray: PassageElsewhere = { ...USED_UP, id: 'x', way: 'out', follows: null };
  const { scan, entries } = doorThatIsTold(RIGHT, [stray]);
  expect(await scan()).toMatchObject({ kind: 'admit', basis: 'late' });
  expect(entries()).toMatchObject([{ follows: 'x' }]);
  const id = entries()[0]?.id ?? '';
  expect(passagesOf([stray, { ...stray, id, way: 'in', follows: 'x' }])).toMatchObject({
    ...{ inside: 1, out: null, newest: id },
  });
});

test('a right that was used here, after a way out, is used up also when its user has left', async () => {
  const told: PassageElsewhere[] = [{ ...USED_UP, id: 'x', way: 'out', follows: null }];
  const { scan, platform, entries, clock } = doorThatIsTold(RIGHT, told);
  expect(await scan()).toMatchObject({ kind: 'admit', basis: 'late' });
  const id = entries()[0]?.id ?? '';
  told.push({ ...USED_UP, id: 'y', way: 'out', follows: id });
  await clock.advance(MINUTE);
  platform.answerNext(refused(12));
  expect(await scan()).toMatchObject({ kind: 'duplicate' });
});

test('a right at a door that was open for something else is none here', async () => {
  const { scan, platform } = doorThatIsTold({ ...RIGHT, filterPerformanceId: 32 });
  platform.answerNext(refused(12));
  expect(await scan()).toMatchObject({ kind: 'duplicate' });
});
