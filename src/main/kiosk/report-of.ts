import { MOST_ENTRANCES } from '#shared/model/entrance.ts';
import { isHeld, type HoldKnown, type HoldView } from '#shared/model/hold.ts';
import type { DoorOpenFor, DoorReport } from '#shared/model/house.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import type { Scanners } from '#shared/model/scanner.ts';
import type { Selection } from '#shared/model/selection.ts';
import { LONGEST_TITLE } from '#main/base/limits.ts';
import type { PlatformTimes } from './platform-times.ts';

/** What this door tells the others of itself: numbers and names of performances, nothing of guests or users. */
export function reportOf(state: KioskState, times: Pick<PlatformTimes, 'of'>): DoorReport {
  const {
    machine: { kiosk },
    session: { current: session, connection },
    records: { uploads, snapshot },
  } = state;
  const { reentry, reentryWithin, capacity, capacityStops } = state.settings;
  return {
    kioskId: kiosk.id,
    name: kiosk.name,
    version: state.machine.version,
    openFor: state.door.selection && openForOf(state.door.selection),
    isSignedIn: session.status === 'signed-in',
    offlineSince: connection.status === 'offline' ? times.of('offline', connection.since) : null,
    waiting: uploads.pending,
    oldestWaiting: uploads.oldest,
    discrepancies: state.records.discrepancies,
    hasScanner: hasScanner(state.scanners),
    copyFrom: snapshot.builtAt,
    clockSkew: state.session.clockSkew,
    isOutOfOrder: state.machine.fault !== null,
    isOff: false,
    hold: holdKnown(state.peers.hold),
    isWayOut: state.door.isWayOut,
    helpAskedAt:
      state.door.help.askedAt === null ? null : times.of('help', state.door.help.askedAt),
    sentTo: state.door.sentTo.slice(0, MOST_ENTRANCES),
    gates: state.outputs.flatMap(({ name, releases }) => (releases ? [{ name, ...releases }] : [])),
    rules: { reentry, reentryWithin, capacity, capacityStops },
  };
}

function openForOf(selection: Selection): DoorOpenFor {
  const { scope } = selection;
  const name = scope === 'anything-open' ? selection.clientName : selection.productionName;
  return {
    scope,
    // A platform's names have any length; other doors reject a report with a longer one.
    name: name.slice(0, LONGEST_TITLE),
    start: scope === 'performance' ? selection.performanceStart : null,
  };
}

function holdKnown(hold: HoldView): HoldKnown | null {
  if (hold.order === null) return null;
  const { count, kioskId } = hold.order;
  return { count, kioskId, isHeld: isHeld(hold) };
}

function hasScanner({ all }: Scanners): boolean | null {
  if (all.length === 0) return null;
  return all.some(({ state }) => state.type === 'ready' || state.type === 'asleep');
}
