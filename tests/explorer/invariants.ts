import { SIDES, type Side } from './steps.ts';
import type { Given, LetIn, Truth } from './truth.ts';
import type { Look } from './vocabulary.ts';
import type { World } from './world.ts';

export const INVARIANTS = ['I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I7', 'I8'] as const;
export type Invariant = (typeof INVARIANTS)[number];

/** What is wrong, in words. */
export interface Violation {
  readonly invariant: Invariant;
  readonly what: string;
}

/** What is wrong right after a step; `given`: the verdicts that it has led to. */
export function afterStep(world: World, given: readonly Given[]): readonly Violation[] {
  return [
    ...given.flatMap((each) => afterVerdict(world, each)),
    ...SIDES.flatMap((side) => [...countAgrees(world, side), ...isUnbroken(world, side)]),
  ];
}

/** What is wrong once every answer has come, all is uploaded, and both doors have heard everything. */
export async function atRest(world: World): Promise<readonly Violation[]> {
  const looks = { left: world.door('left').look(), right: world.door('right').look() };
  return [
    ...doublesAreListed(world, looks),
    ...nothingElseIsListed(world, looks),
    ...admissionsAreKnown(world, looks),
    ...countIsRight(world),
    ...holdIsRight(world),
    ...SIDES.flatMap((side) => isUnbroken(world, side)),
    // The last one: it scans.
    ...(await doorsAgree(world)),
  ];
}

type Looks = Readonly<Record<Side, Look>>;

function violation(invariant: Invariant, what: string): Violation {
  return { invariant, what };
}

function afterVerdict(world: World, given: Given): readonly Violation[] {
  const { side, shown, purpose } = given;
  if (purpose === 'leave') {
    return shown.kind === 'exit'
      ? []
      : [violation('I7', `${side} shows ${shown.kind} to somebody who leaves`)];
  }
  if (shown.kind !== 'admit') return refusedWrongly(world, given);
  return [
    ...(world.door(side).has(shown.id)
      ? []
      : [violation('I1', `${side} shows an admission that it has not recorded`)]),
    ...admittedTwice(world, given),
  ];
}

/**
 * I2, the part that is wrong at once: the door knew who was inside, or that the platform had refused the ticket, and
 * neither the platform nor staff who had been shown so have decided.
 */
function admittedTwice(
  { configuration, truth }: World,
  { side, shown }: Given,
): readonly Violation[] {
  const one = truth.letIns.find(({ id }) => id === shown.id);
  if (one === undefined) return [];
  if (configuration.isTwin) return admittedThrice(truth, one);
  if (configuration.ticket !== 'good') {
    const isKnown = [...one.knew].some((id) => truth.refusals.has(id));
    const wasShown = one.by === 'staff' && one.shown.size > 0;
    return isKnown && !wasShown
      ? [violation('I2', `${side} admits, by ${one.by}, and knows that the platform has refused`)]
      : [];
  }
  return besideOf(truth, one)
    .filter((other) => judge(truth, one, other) === 'wrong')
    .map((other) =>
      violation('I2', `${side} admits, by ${one.by}, and knows of one inside, by ${other.by}`),
    );
}

/** Two tickets with one barcode let in two guests: no snapshot lets in a third one where both are known. */
function admittedThrice(truth: Truth, one: LetIn): readonly Violation[] {
  const known = besideOf(truth, one).filter(({ id }) => one.knew.has(id));
  return known.length < 2 || one.by !== 'snapshot'
    ? []
    : [violation('I2', `${one.side} admits, by ${one.by}, and knows of two with that barcode`)];
}

function besideOf({ letIns }: Truth, one: LetIn): readonly LetIn[] {
  return letIns.filter(({ id }) => one.beside.includes(id));
}

/** What is to be said of somebody who was let in while somebody else was inside with the same ticket. */
function judge(truth: Truth, one: LetIn, other: LetIn): 'fine' | 'to be listed' | 'wrong' {
  const isKnown = one.knew.has(other.id);
  if (one.by === 'staff' && one.shown.has(other.id)) return 'fine';
  // The platform admits once: so it has not been told of the other one, and should not have been asked.
  if (!isKnown) return 'to be listed';
  // A check-out at a door that did not know of that admission, nor that door of the check-out, may have ended it.
  const mayHaveLeft = truth.outs.some(
    ({ id, knew }) => one.knew.has(id) && !knew.has(other.id) && !other.knew.has(id),
  );
  if (mayHaveLeft) return 'to be listed';
  // The platform has answered for somebody, and somebody else came in at the same time.
  const isOfAnother =
    one.by === 'unclaimed' &&
    [...truth.questions].some(
      ([id, knew]) => one.knew.has(id) && !knew.has(other.id) && !other.knew.has(id),
    );
  return isOfAnother ? 'to be listed' : 'wrong';
}

/** I3, at a door that has heard everything: no good guest is refused in red, and who has an unclaimed admission comes in. */
function refusedWrongly(world: World, { side, shown, isCaughtUp }: Given): readonly Violation[] {
  const { configuration, truth } = world;
  const isRed = shown.kind === 'reject' || shown.kind === 'duplicate';
  if (!isCaughtUp || configuration.ticket !== 'good' || configuration.isTwin) return [];
  const { disregards } = world.place(side);
  // A disregarded door may have used the ticket with the platform, but its claims alone keep nobody out.
  if (disregards && truth.spent > 0) return [];
  const cameIn = truth.letIns.filter(
    (one) => !one.isWithdrawn && (!disregards || one.side === side),
  );
  if (cameIn.length === 0 && (isRed || (truth.hasUnclaimed && shown.kind === 'undecided'))) {
    const why = truth.hasUnclaimed ? 'the platform has admitted them' : 'nobody has come in';
    return [violation('I3', `${side} shows ${shown.kind}, and ${why}`)];
  }
  return isRed && mayReturn(configuration.reentry, truth)
    ? [violation('I3', `${side} shows ${shown.kind} to somebody who has left and may return`)]
    : [];
}

/** Whether everybody has left, beyond doubt, and the last one may come in again. */
function mayReturn(reentry: string, { letIns, outs, inside }: Truth): boolean {
  if (reentry === 'off' || inside.length > 0) return false;
  const isPlain =
    letIns.every(({ beside, isWithdrawn }) => beside.length === 0 && !isWithdrawn) &&
    outs.every(({ of, knew }) => of === null || knew.has(of));
  return isPlain && (reentry === 'always' || letIns.length === 1);
}

/** I5, of one door: the count of the venue and the next scan go by the same. */
function countAgrees(world: World, side: Side): readonly Violation[] {
  // A scan is about one ticket.
  if (world.configuration.isTwin) return [];
  const door = world.door(side);
  const [count, scan] = [door.insideByCount, door.insideByScan];
  return count === scan
    ? []
    : [violation('I5', `${side} counts ${count} inside, and its next scan goes by ${scan}`)];
}

function isUnbroken(world: World, side: Side): readonly Violation[] {
  return world
    .door(side)
    .logger.lines.filter((line) => line.startsWith('error'))
    .map((line) => violation('I8', `${side}: ${line}`));
}

/** I2: two that should not both have come in are listed at both doors. */
function doublesAreListed(world: World, looks: Looks): readonly Violation[] {
  const { configuration, truth } = world;
  if (configuration.isTwin || configuration.ticket !== 'good') return [];
  const listed = SIDES.map((side) => ({ side, ids: looks[side].conflicts })).filter(
    ({ side }) => !world.place(side).disregards,
  );
  return truth.letIns.flatMap((one) =>
    besideOf(truth, one)
      .filter((other) => !one.isWithdrawn && !other.isWithdrawn)
      .filter((other) => judge(truth, one, other) !== 'fine')
      .flatMap((other) =>
        listed
          .filter(({ ids }) => !ids.has(one.id) && !ids.has(other.id))
          .map(({ side }) =>
            violation(
              'I2',
              `${side} lists nothing of two who came in by ${one.by} and ${other.by}`,
            ),
          ),
      ),
  );
}

/** I2: an operator is told of no conflict where the later door knew of the earlier admission, and did right. */
function nothingElseIsListed({ configuration, truth }: World, looks: Looks): readonly Violation[] {
  if (configuration.isTwin || configuration.ticket !== 'good') return [];
  const mayConflict = (one: LetIn, other: LetIn): boolean =>
    other.knew.has(one.id)
      ? other.beside.includes(one.id) && judge(truth, other, one) !== 'fine'
      : !one.knew.has(other.id);
  return SIDES.flatMap((side) =>
    truth.letIns
      .filter((one) => looks[side].doubles.has(one.id))
      .filter(
        (one) =>
          !truth.letIns.some(
            (other) => other !== one && (mayConflict(one, other) || mayConflict(other, one)),
          ),
      )
      .map(({ by }) =>
        violation('I2', `${side} lists a conflict of an admission by ${by} that has none`),
      ),
  );
}

/** I4: the platform knows, or it is listed why not; at rest nothing waits any more. */
function admissionsAreKnown(world: World, looks: Looks): readonly Violation[] {
  const { letIns, spent } = world.truth;
  if (spent > 0) return [];
  return letIns
    .filter(({ id, side, isWithdrawn }) => !isWithdrawn && !looks[side].isExplained(id))
    .map(({ side, by }) =>
      violation('I4', `the platform never hears of an admission at ${side}, by ${by}`),
    );
}

/** I5: where no door was in doubt, as many are counted as are inside. */
function countIsRight(world: World): readonly Violation[] {
  const { letIns, outs, inside } = world.truth;
  const isPlain =
    letIns.every(({ beside, isWithdrawn }) => beside.length === 0 && !isWithdrawn) &&
    outs.every(({ of, knew }) => of !== null && knew.has(of));
  const counts = SIDES.map((side) => world.door(side).insideByCount);
  const [left, right] = counts;
  if (isAnyDisregarded(world)) return [];
  return [
    ...(left === right ? [] : [violation('I5', `left counts ${left} inside, and right ${right}`)]),
    ...(isPlain && left !== inside.length
      ? [violation('I5', `${left} are counted, and ${inside.length} are inside`)]
      : []),
  ];
}

/** Whether the doors go by different events. */
function isAnyDisregarded(world: World): boolean {
  return SIDES.some((side) => world.place(side).disregards);
}

/** I6: both doors have the same order, and of those that no other one replaces a hold wins. */
function holdIsRight(world: World): readonly Violation[] {
  const { orders } = world.truth;
  const newest = orders.filter(({ id }) => !orders.some(({ knew }) => knew.has(id)));
  const isHeld = newest.some((order) => order.isHeld);
  return SIDES.filter((side) => {
    const { hasEndedHold } = world.place(side);
    const door = world.door(side);
    return (hasEndedHold ? door.isOrderedToHold : door.isHeld) !== isHeld;
  }).map((side) =>
    violation('I6', isHeld ? `${side} has lost a hold` : `${side} is held, and was told to go on`),
  );
}

/** I5: doors that know the same decide the same. */
async function doorsAgree(world: World): Promise<readonly Violation[]> {
  const { configuration } = world;
  const [left, right] = configuration.snapshots;
  if (left !== right || isAnyDisregarded(world)) return [];
  // One of them has ended the hold for itself alone.
  if (world.door('left').isHeld !== world.door('right').isHeld) return [];
  const isInside = SIDES.some((side) => world.door(side).insideByCount > 0);
  const found: Violation[] = [];
  // The platform would spend a ticket that it has as good.
  const ways = world.isUsedUp ? (['down', 'up'] as const) : (['down'] as const);
  for (const kind of ways) {
    const shown = [];
    for (const side of SIDES) shown.push((await world.take({ side, kind })).given[0]?.shown);
    const [one, other] = shown.map((each) => each?.kind);
    if (one !== other) {
      found.push(
        violation('I5', `of the same events left makes ${one} and right ${other} (${kind})`),
      );
    } else if (one === 'admit' && isInside && !configuration.isTwin && kind === 'down') {
      found.push(violation('I5', 'somebody is counted as inside, and the next scan admits'));
    }
  }
  return found;
}
