import type { PlatformClock } from '#main/base/platform-clock.ts';
import { isHeld } from '#shared/model/hold.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import type { ScannerHealth, ScannerState } from '#shared/model/scanner.ts';
import type { Registry } from 'prom-client';
import { gateGauges } from './gate-gauges.ts';
import { gauge, type Reading } from './gauge.ts';

/** The most scanners that get a series of their own: more than any door has. */
const MOST_SCANNERS = 16;

/** The states in which a scanner would read the next code. */
const READS: readonly ScannerState['type'][] = ['ready', 'asleep', 'keyboard-mode'];

/** What the door's clock says, on the platform's time. */
export type DoorClock = Pick<PlatformClock, 'now' | 'skew'>;

/** Sets the gauges of the door; null during a rehearsal, when they have no values. */
export type SetDoorGauges = (
  door: { readonly state: KioskState; readonly clock: DoorClock } | null,
) => void;

/** Registers the gauges of the door. */
export function doorGauges(registry: Registry): SetDoorGauges {
  const of = (name: string, help: string, labels?: readonly string[]) =>
    gauge(registry, `usher_${name}`, help, labels);
  const waiting = of('waiting_scans', 'Scans that were read and have no verdict yet.');
  const pending = of('uploads_pending', 'Admissions that the platform has yet to be told of.');
  const oldest = of('oldest_pending_upload_seconds', 'How long the oldest of them has waited.');
  const discrepancies = of(
    'discrepancies',
    'Admissions that somebody has to look at, and that nobody has acknowledged.',
  );
  const tickets = of('snapshot_tickets', 'Tickets in the copy that decides without the platform.');
  const age = of('snapshot_age_seconds', 'How old that copy is.');
  const connection = of('connection_up', 'Whether the platform answers; if not, why.', ['reason']);
  const session = of('session_up', 'Whether somebody is signed in, and the session is good.');
  const open = of('door_open', 'Whether the door is open for something.');
  const scanner = of('scanner_up', 'Whether a scanner would read the next code.', [
    'scanner',
    'channel',
    'state',
  ]);
  const outOfOrder = of('out_of_order', 'Whether a fault keeps the kiosk from working; which.', [
    'fault',
  ]);
  const ledger = of('ledger_fault', 'Whether verdicts cannot be recorded; why.', ['code']);
  const disk = of('disk_free_bytes', 'What is left of the disk that the ledger lies on.');
  const venue = of('venue_up', 'Whether the doors of the house can be reached; if not, why.', [
    'reason',
  ]);
  const doors = of('venue_doors', 'Other doors of the house that can be heard.');
  const foreign = of('venue_foreign_messages', 'Messages at the broker that counted for nothing.');
  const held = of('venue_held', 'Whether this door is held.');
  const inside = of('venue_inside', 'Guests inside the house, as far as its doors know.');
  const gates = gateGauges(registry);
  const skew = of('clock_skew_seconds', 'How far this clock is ahead of the platform’s.');

  return (door) => {
    const state = door?.state;
    const fault = state?.machine.fault ?? null;
    const of = <T>(value: (state: KioskState, clock: DoorClock) => T): T | null =>
      door === null ? null : value(door.state, door.clock);
    const since = (instant: number | null, clock: DoorClock) =>
      instant === null ? null : Math.max(0, clock.now() - instant) / 1000;

    waiting(of(({ verdict: { waiting } }) => waiting));
    pending(of(({ records: { uploads } }) => uploads.pending));
    oldest(of(({ records: { uploads } }, clock) => since(uploads.oldest, clock)));
    discrepancies(of(({ records: { discrepancies } }) => discrepancies));
    tickets(of(({ records: { snapshot } }) => snapshot.tickets));
    age(of(({ records: { snapshot } }, clock) => since(snapshot.builtAt, clock)));
    connection(
      of(({ session: { connection: c } }) => [
        flag(c.status === 'online' ? null : c.reason, 'reason'),
      ]),
    );
    session(of((s) => Number(s.session.current.status === 'signed-in')));
    open(of(({ door: { selection } }) => Number(selection !== null)));
    scanner(of(({ scanners }) => scanners.all.slice(0, MOST_SCANNERS).map(scannerReading)));
    outOfOrder(of(() => [raised(fault?.type ?? null, 'fault')]));
    ledger(of(() => [raised(fault?.type === 'ledger' ? fault.code : null, 'code')]));
    disk(
      of(({ machine: { health } }) => (health.disk?.type === 'known' ? health.disk.free : null)),
    );
    const isOfHouse = state !== undefined && state.peers.status !== 'off';
    const ofHouse = <T>(value: (view: KioskState['peers']) => T): T | null =>
      isOfHouse ? value(state.peers) : null;
    venue(ofHouse((view) => [flag(view.status === 'joined' ? null : whyNot(view), 'reason')]));
    doors(ofHouse((view) => view.doors));
    foreign(ofHouse((view) => view.refused));
    held(ofHouse((view) => Number(isHeld(view.hold))));
    inside(ofHouse((view) => view.inside?.count ?? null));
    gates(state?.outputs ?? []);
    skew(of((_state, clock) => inSeconds(clock.skew())));
  };
}

/** Why the other doors cannot be reached. */
function whyNot({ trouble }: KioskState['peers']): string {
  return trouble ?? 'connecting';
}

/** 1, or 0 with a reason. An empty label counts as no label. */
function flag(reason: string | null, label: string): Reading {
  return [{ [label]: reason ?? '' }, Number(reason === null)];
}

/** 0, or 1 with a reason. */
function raised(reason: string | null, label: string): Reading {
  return [{ [label]: reason ?? '' }, Number(reason !== null)];
}

/** Scanners are numbered: their names and paths could identify a single device worldwide. */
function scannerReading({ channel, state }: ScannerHealth, index: number): Reading {
  return [
    { scanner: String(index + 1), channel, state: state.type },
    Number(READS.includes(state.type)),
  ];
}

function inSeconds(milliseconds: number | null): number | null {
  return milliseconds === null ? null : milliseconds / 1000;
}
