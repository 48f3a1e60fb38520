import { maskText } from '#main/base/log/mask.ts';
import { isHeld } from '#shared/model/hold.ts';
import type { ApiError } from '#shared/model/api-error.ts';
import type { Fault, KioskState } from '#shared/model/kiosk-state.ts';
import type { ScannerHealth } from '#shared/model/scanner.ts';
import type { Selection } from '#shared/model/selection.ts';
import type { LostReason, SessionState } from '#shared/model/session.ts';

/**
 * The state behind the readiness panel. Each member is listed explicitly, so that new members of the state
 * are left out until somebody has checked what they may contain. Of the platform's errors only the code is
 * included.
 */
export function readinessFacts(state: KioskState): Record<string, unknown> {
  const {
    scanners,
    records: { uploads, snapshot },
    machine: { lock },
    verdict: { shown: verdict, last: lastVerdict },
    programme,
    peers: venue,
  } = state;
  return {
    kiosk: state.machine.kiosk,
    server: state.session.baseUrl,
    fault: faultFacts(state.machine.fault),
    session: sessionFacts(state.session.current),
    connection: state.session.connection,
    doorIsOpenFor: selectionFacts(state.door.selection),
    waitingScans: state.verdict.waiting,
    looksUpOnly: state.door.looksUpOnly,
    scanners: scanners.all.map(scannerFacts),
    missed: scanners.missed && { reason: scanners.missed.reason, at: scanners.missed.at },
    scannersAreTried: scanners.trial !== null,
    uploads: { ...uploads, lastProblem: problemFacts(uploads.lastProblem) },
    discrepancies: state.records.discrepancies,
    snapshot: {
      ...snapshot,
      // Which ones says where guests come from.
      scripts: snapshot.scripts.length,
      problem: problemFacts(snapshot.problem),
    },
    find: state.door.find.status,
    venue: {
      ...{
        status: venue.status,
        doors: venue.doors,
        trouble: venue.trouble,
        refused: venue.refused,
        overQuota: venue.overQuota,
        oddTimes: venue.oddTimes,
      },
      hold: venue.hold.order && { at: venue.hold.order.at, isHeld: isHeld(venue.hold) },
    },
    clockSkew: state.session.clockSkew,
    health: state.machine.health,
    metrics: state.machine.metrics,
    leaving: state.session.leaving,
    verdictIsShown: verdict !== null,
    lastVerdict: lastVerdict && {
      kind: lastVerdict.kind,
      basis: lastVerdict.basis,
      reason: lastVerdict.reason.type,
      source: lastVerdict.source,
      at: lastVerdict.at,
    },
    lock: { hasPin: lock.hasPin, isUnlocked: lock.isUnlocked },
    managed: state.settings.managed,
    timeZone: state.settings.zoneInUse,
    programme: {
      clientId: programme.clientId,
      fetchedAt: programme.fetchedAt,
      refreshing: programme.refreshing,
      problem: programme.problem,
      missing: programme.missing,
      isInactive: programme.service.isInactive,
    },
    rehearsal: state.machine.rehearsal,
    demo: state.machine.demo !== null,
  };
}

function faultFacts(fault: Fault | null): unknown {
  return fault !== null && 'detail' in fault ? { ...fault, detail: maskText(fault.detail) } : fault;
}

function sessionFacts(session: SessionState): unknown {
  switch (session.status) {
    case 'signed-in':
      return {
        status: session.status,
        expiresAt: session.expiresAt,
        daysTillPasswordExpires: session.user.daysTillPasswordExpires,
      };
    case 'lost':
      return { status: session.status, ...lostFacts(session.reason) };
    case 'signed-out':
    case 'signing-in':
      return { status: session.status };
  }
}

function lostFacts(reason: LostReason): object {
  switch (reason.type) {
    case 'ended-by-platform':
      return { error: errorFacts(reason.error) };
    case 'turned-away':
      return { turnedAway: reason.status };
  }
}

function selectionFacts(selection: Selection | null): unknown {
  if (selection === null) return null;
  const { scope, clientId } = selection;
  switch (selection.scope) {
    case 'performance':
      return {
        ...{ scope, clientId, productionId: selection.productionId },
        performanceId: selection.performanceId,
        performanceStart: selection.performanceStart,
      };
    case 'production':
      return { scope, clientId, productionId: selection.productionId };
    case 'anything-open':
      return { scope, clientId };
  }
}

/** The scanner's id and sometimes its name could identify a single device worldwide. */
function scannerFacts({ name, channel, state, lastReadAt, codes, garbled }: ScannerHealth) {
  const detail = 'detail' in state ? { detail: maskText(state.detail) } : {};
  return {
    ...{ name: maskText(name), channel, lastReadAt, codes, garbled },
    state: { ...state, ...detail },
  };
}

/** A failure without the platform's messages. */
function problemFacts(problem: { readonly type: string; readonly error?: ApiError } | null) {
  return problem && { ...problem, ...(problem.error && { error: errorFacts(problem.error) }) };
}

function errorFacts({ code, forceLogout }: ApiError): Pick<ApiError, 'code' | 'forceLogout'> {
  return { code, forceLogout };
}
