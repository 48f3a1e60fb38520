import type { HoldOrder } from '#shared/model/hold.ts';
import {
  isSilent,
  type DoorGate,
  type HouseDoor,
  type HousePerformance,
  type HouseRules,
} from '#shared/model/house.ts';
import type { Format } from '#renderer/lib/format.ts';
import { isolated } from '#renderer/lib/selection-text.ts';
import { m } from '#renderer/i18n/messages.ts';
import type { SignState } from '#renderer/lib/sign-state.ts';

/** How it is at a door, in a few words each: what is wrong first. */
export interface DoorWords {
  readonly sign: SignState;
  /** What somebody should look at. */
  readonly wrong: readonly string[];
  readonly besides: readonly string[];
}

/** What is known at this kiosk. */
interface KnownHere {
  /** The platform's time. */
  readonly now: number;
  /** This kiosk's: only another one is worth a word. */
  readonly version: string;
  /** The newest order to hold the doors, or to go on. */
  readonly order: HoldOrder | null;
  /** The settings that belong to the house, as they are here. */
  readonly rules: HouseRules;
}

/** Says how it is at a door. */
export function doorWords(
  format: Format,
  door: HouseDoor,
  { now, version, order, rules }: KnownHere,
): DoorWords {
  const since = (at: number) => format.since(at, now);
  const wrong: readonly (string | null)[] = [
    isSilent(door) ? m.house_silent({ time: since(door.heardAt) }) : null,
    !door.isThere && door.isOff ? m.house_off({ time: since(door.heardAt) }) : null,
    door.helpAskedAt === null ? null : m.house_helpAsked({ time: since(door.helpAskedAt) }),
    door.isOutOfOrder ? m.house_outOfOrder() : null,
    door.offlineSince === null ? null : m.house_offline({ time: since(door.offlineSince) }),
    door.openFor !== null && !door.isSignedIn ? m.house_signedOut() : null,
    door.hasScanner === false ? m.house_noScanner() : null,
    door.discrepancies === 0
      ? null
      : m.house_discrepancies({ count: format.count(door.discrepancies) }),
    ...door.gates.map(wrongWithGate),
    hasOtherRules(door, rules) ? m.house_otherRules() : null,
    door.clockSkew === null
      ? null
      : m.house_clock({ amount: format.duration(Math.abs(door.clockSkew)) }),
  ];
  const besides: readonly (string | null)[] = [
    door.isWayOut ? m.house_wayOut() : null,
    holdOf(door, order),
    sentTo(format, door),
    ...door.gates.map((gate) => throughGate(format, gate)),
    door.waiting === 0
      ? null
      : m.house_waiting({
          count: format.count(door.waiting),
          time: door.oldestWaiting === null ? '' : since(door.oldestWaiting),
        }),
    door.copyFrom === null ? m.house_noCopy() : m.house_copy({ time: since(door.copyFrom) }),
    door.version === version ? null : m.house_version({ version: door.version }),
  ];
  const said = wrong.filter((words) => words !== null);
  return {
    sign: signOf(door, said.length),
    wrong: said,
    besides: besides.filter((words) => words !== null),
  };
}

/** Whether its rules are not those of this kiosk: they belong to the house. */
function hasOtherRules({ rules: there }: HouseDoor, here: HouseRules): boolean {
  return (
    there.reentry !== here.reentry ||
    there.reentryWithin !== here.reentryWithin ||
    there.capacity !== here.capacity ||
    there.capacityStops !== here.capacityStops
  );
}

/** Where a door has sent guests, and how many; null: nowhere. */
function sentTo(format: Format, { sentTo: sent }: HouseDoor): string | null {
  if (sent.length === 0) return null;
  const places = sent.map(({ name, count }) => `${isolated(name)} ${format.count(count)}`);
  return m.house_sentTo({ places: places.join(', ') });
}

/** What is wrong with a gate's input; null: nothing. */
function wrongWithGate({ name: plain, isFaulty, isUnread }: DoorGate): string | null {
  const name = isolated(plain);
  if (isFaulty) return m.house_faultyInput({ name });
  return isUnread ? m.house_unreadInput({ name }) : null;
}

/** How many went through a gate, and how many did not; null: it was opened for nobody. */
function throughGate(format: Format, { name, count, passed, notPassed }: DoorGate): string | null {
  if (count === 0) return null;
  return m.house_gate({
    ...{ name: isolated(name), count: format.count(count) },
    ...{ passed: format.count(passed), notPassed: format.count(notPassed) },
  });
}

/** Whether an order to hold the doors has come to a door; null while there is none. */
function holdOf({ hold }: HouseDoor, order: HoldOrder | null): string | null {
  if (order === null || !order.isHeld) return null;
  const knows = hold?.count === order.count && hold.kioskId === order.kioskId;
  if (!knows) return m.house_notYet();
  return hold.isHeld ? m.house_held() : m.house_goesOn();
}

function signOf(door: HouseDoor, wrong: number): SignState {
  if (isSilent(door) || door.isOutOfOrder) return 'stop';
  return wrong > 0 ? 'attention' : 'good';
}

/** What a door is open for. */
export function openForWords(format: Format, { openFor }: HouseDoor, now: number): string {
  if (openFor === null) return m.house_closed();
  const { scope, name, start } = openFor;
  if (scope === 'anything-open') return m.house_anything();
  return start === null ? name : `${name}, ${format.since(start, now)}`;
}

/** What a performance is called. */
export function performanceName({ performanceId, name }: HousePerformance): string {
  if (performanceId === null) return m.statistics_noPerformance();
  return name ?? m.statistics_unnamed({ id: performanceId });
}

/** What people call a door; one that never said it has none. */
export function doorName({ name }: HouseDoor): string {
  return name || m.house_unnamed();
}
