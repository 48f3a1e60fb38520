import { m } from '#renderer/i18n/messages.ts';
import { isReadableOnTheWay } from '#shared/plain-http.ts';
import { adviceOf } from '#renderer/lib/advice.ts';
import {
  snapshotProblemWords,
  nextTryText,
  offlineWords,
  uploadProblemWords,
  waitingText,
  waitingWarning,
} from '#renderer/lib/offline-words.ts';
import { good, known, type Line, type Reading } from '#renderer/lib/readiness-line.ts';
import { isSlow, roundTripFacts } from './round-trip.ts';
import {
  isBroken,
  remedyOf,
  feedbackRemedyOf,
  scannerFact,
  scannerName,
} from '#renderer/lib/scans/scanner-words.ts';
import { selectionText } from '#renderer/lib/selection-text.ts';

/** From this age on, a snapshot is old: tickets sold since are not in it. Milliseconds. */
const OLD_COPY = 60 * 60_000;

/** Whether the platform answers, and how fast. */
export function platformLine({ state, format, now, silence }: Reading): Line {
  const {
    session: { connection },
    machine: { health },
    settings,
  } = state;
  if (connection.status === 'offline') {
    const { what, advice } = offlineWords(connection);
    const since = m.connection_offlineSince({ time: format.since(connection.since, now) });
    return {
      state: 'attention',
      facts: [`${since} ${what}`, nextTryText(format, connection, now)],
      remedy: advice || null,
    };
  }
  const { roundTrip } = health;
  const facts = roundTrip === null ? [] : roundTripFacts(roundTrip, format, now);
  if (silence !== null) {
    const { what, advice } = adviceOf(`offline_${silence}`);
    return {
      state: 'attention',
      facts: [m.roundTrip_none({ reason: what }), ...facts],
      remedy: advice,
    };
  }
  if (roundTrip !== null && isSlow(roundTrip, settings.onlineBudget)) {
    const time = format.milliseconds(settings.onlineBudget);
    return {
      state: 'attention',
      facts: [m.readiness_online(), ...facts],
      remedy: m.roundTrip_slow({ time }),
    };
  }
  return good(m.readiness_online(), ...facts);
}

/** That what is sent to the platform is not encrypted; null where it is, or never leaves this machine. */
export function encryptionLine({
  state: {
    session: { baseUrl },
  },
}: Reading): Line | null {
  if (baseUrl === null || !isReadableOnTheWay(baseUrl)) return null;
  const { what, advice } = adviceOf('encryption_none');
  return { state: 'danger', facts: [what], remedy: advice };
}

/** Whether there is a snapshot of the tickets, and how good it is. */
export function ticketsLine(reading: Reading): Line {
  const { state, format, platformNow } = reading;
  const { tickets, builtAt, skipped, duplicates, lacksAdmitted, refreshing, problem } =
    state.records.snapshot;
  const wrong = problem && snapshotProblemWords(problem);
  const now =
    refreshing &&
    m.snapshot_refreshing({
      count: refreshing.tickets,
      shown: format.count(refreshing.tickets),
      bytes: format.bytes(refreshing.bytes),
    });

  if (tickets === null || builtAt === null) {
    const alone =
      state.session.connection.status === 'offline' || state.session.current.status === 'lost';
    const signedIn = state.session.current.status === 'signed-in' && state.door.selection !== null;
    return {
      state: alone ? 'stop' : 'attention',
      facts: known([m.snapshot_none(), now, wrong?.what, nextText(reading)]),
      remedy: alone
        ? m.connection_noSnapshot_advice()
        : (wrong?.advice ?? (signedIn ? m.snapshot_noneAdvice() : m.snapshot_noneSignIn())),
    };
  }

  const age = platformNow - builtAt;
  const remedies = known([
    wrong?.advice,
    tickets === 0 && m.snapshot_empty(),
    skipped > 0 && m.snapshot_skippedAdvice(),
    age >= OLD_COPY && m.snapshot_old(),
  ]);
  const count = m.snapshot_tickets({ count: tickets, shown: format.count(tickets) });
  const asOf = m.snapshot_asOf({
    when: format.since(builtAt, platformNow),
    age: format.duration(age),
  });
  return {
    state: remedies.length > 0 || lacksAdmitted ? 'attention' : 'good',
    facts: known([
      `${count} ${asOf}`,
      scopeText(reading),
      lacksAdmitted && m.snapshot_lacksAdmitted(),
      skipped > 0 && m.snapshot_skipped({ count: skipped, shown: format.count(skipped) }),
      duplicates > 0 &&
        m.snapshot_duplicates({ count: duplicates, shown: format.count(duplicates) }),
      weightText(reading),
      now,
      wrong?.what,
      nextText(reading),
    ]),
    remedy: remedies[0] ?? null,
  };
}

/** What the last download took of the line; null where there was none yet. */
function weightText({ state, format }: Reading): string | null {
  const { lastWeight } = state.records.snapshot;
  if (lastWeight === null) return null;
  return lastWeight === 0
    ? m.snapshot_nothingNew()
    : m.snapshot_weighed({ bytes: format.bytes(lastWeight) });
}

/** When tickets are downloaded next; null while the platform cannot be asked. */
function nextText({ state, format }: Reading): string | null {
  const { next } = state.records.snapshot;
  const isAsked =
    state.session.connection.status === 'online' && state.session.current.status === 'signed-in';
  if (next === null || !isAsked) return null;
  const time = format.time(next.at);
  return next.waitsForScan ? m.snapshot_nextOnScan({ time }) : m.snapshot_nextAt({ time });
}

/** Which tickets are in the snapshot; by name where it is what the door is open for. */
function scopeText({ state, format }: Reading): string | null {
  const {
    door: { selection },
    records: { snapshot },
  } = state;
  const { scope } = snapshot;
  if (scope === null) return null;
  const { performanceId, productionId } = scope;
  if (performanceId === undefined && productionId === undefined) return m.snapshot_ofClient();
  const chosen =
    performanceId === undefined
      ? selection?.scope === 'production' && selection.productionId === productionId
      : selection?.scope === 'performance' && selection.performanceId === performanceId;
  if (selection !== null && chosen)
    return m.snapshot_of({ what: selectionText(format, selection) });
  return performanceId === undefined ? m.snapshot_ofProduction() : m.snapshot_ofPerformance();
}

/** Whether scans wait to be uploaded, and whether they will go up. */
export function waitingLine({ state, format, platformNow }: Reading): Line {
  const {
    records: { uploads },
    session: { current: session },
  } = state;
  const text = waitingText(format, uploads, platformNow);
  if (uploads.pending === 0) return good(text);
  const problem = uploads.lastProblem;
  const wrong = problem && uploadProblemWords(format, problem);
  const warning = waitingWarning(format, uploads, platformNow);
  const signedIn = session.status === 'signed-in';
  const urgent = uploads.warning === 44;
  return {
    state: urgent ? 'stop' : warning === null && wrong === null && signedIn ? 'good' : 'attention',
    facts: known([text, uploads.uploading && m.waiting_uploading(), wrong?.what]),
    remedy: warning ?? wrong?.advice ?? (signedIn ? m.waiting_byThemselves() : m.waiting_signIn()),
  };
}

/** Whether there are scans that the platform does not accept. */
export function discrepanciesLine({ state, format }: Reading): Line {
  const {
    records: { discrepancies: count },
  } = state;
  if (count === 0) return good(m.discrepancies_allAccepted());
  return {
    state: 'attention',
    facts: [m.discrepancies_banner({ count, shown: format.count(count) })],
    remedy: m.discrepancies_remedy(),
  };
}

/** Whether the scanners read, and have shown it since the kiosk was started. */
export function scannersLine({ state, format, now }: Reading): Line {
  const {
    scanners: { all },
    settings,
  } = state;
  if (all.length === 0)
    return {
      state: 'attention',
      facts: [m.scanners_noneSeen_1(), m.scanners_noneSeen_2()],
      remedy: m.scanners_tryFirst(),
    };

  const remedies = all.flatMap((scanner) => {
    // One that has read today only rests.
    if (scanner.state.type === 'asleep' && scanner.lastReadAt !== null) return [];
    const remedy = [...remedyOf(scanner), ...feedbackRemedyOf(scanner, settings)].join(' ');
    if (remedy === '') return [];
    return all.length === 1 ? remedy : m.scanners_ofOne({ name: scannerName(scanner), remedy });
  });
  const broken = all.filter(isBroken).length;
  const isTried = all.some((scanner) => !isBroken(scanner) && scanner.lastReadAt !== null);
  const isUnsure = all.some(
    (scanner) => scanner.state.type === 'asleep' && scanner.lastReadAt === null,
  );
  const isSlow = all.some((scanner) => scanner.state.type === 'slow');
  const isSilent = all.some((scanner) => feedbackRemedyOf(scanner, settings).length > 0);
  if (broken < all.length && !isTried) remedies.push(m.scanners_tryFirst());
  return {
    state:
      broken === all.length
        ? 'stop'
        : isTried && !isUnsure && !isSlow && !isSilent && !broken
          ? 'good'
          : 'attention',
    facts: all.map((scanner) => scannerFact(format, scanner, now)),
    inRows: true,
    remedy: remedies.join('\n') || null,
  };
}
