import type { LedgerRecord } from '#main/ledger/record.ts';
import type { Account, Read, Seen } from './evening.ts';
import { gateFindings } from './gate-rules.ts';
import { overruleFindings, wasForGood } from './overrule-rules.ts';
import type { Fate, Town } from './town.ts';

const MINUTE = 60_000;
/** How much a mark still holds for sure, counted from when the platform spent the ticket. */
const SURELY_MARKED = 9 * MINUTE;
/** How exactly the kiosk knows the platform's time. */
const EXACT = 3_000;

/** What is wrong with an evening, in words; empty, if nothing is. */
export function findings(town: Town, account: Account): string[] {
  const shown = [...entriesOf(account)];
  return [
    ...shown.flatMap(([{ verdict }, entry]) =>
      entry === null ? [`"${verdict.kind}" (${verdict.basis}) was shown and is not recorded`] : [],
    ),
    ...eachIsAdmittedOnce(town, account),
    ...noneIsAskedAboutInVain(town, account),
    ...overruleFindings(account),
    ...gateFindings(account, new Set(shown.map(([, entry]) => entry))),
    ...eachOfflineAdmissionEnds(account),
    ...nothingIsUploadedTwice(town, account),
    ...shown.flatMap(([seen, entry]) => (entry ? isFair(town, account, seen, entry) : [])),
  ];
}

/**
 * Each verdict's place in the ledger: they are there in the order of the screen, between entries that
 * were shown to nobody. A repeated verdict has none of its own.
 */
function entriesOf({ seen, ledger }: Account): Map<Seen, LedgerRecord | null> {
  let next = 0;
  const entries = new Map<Seen, LedgerRecord | null>();
  for (const each of seen) {
    const { kind, basis, codeTail } = each.verdict;
    if (basis === 'repeat') continue;
    const found = ledger.findIndex(
      (record, index) =>
        index >= next &&
        record.kind === kind &&
        record.basis === basis &&
        record.code?.endsWith(codeTail) === true,
    );
    if (found >= 0) next = found + 1;
    entries.set(each, ledger[found] ?? null);
  }
  return entries;
}

function eachIsAdmittedOnce(town: Town, { ledger }: Account): string[] {
  return Object.entries(town.fates).flatMap(([guest, { code }]) => {
    const admitted = ledger.filter((record) => record.code === code && record.kind === 'admit');
    // Who is let in anyway may have a ticket that was used; after that it is used in any case.
    const byItself = admitted.filter(({ basis }) => basis !== 'staff');
    const found: string[] = [];
    if (byItself.length > 1) found.push(`${guest} was admitted ${byItself.length} times`);
    if (byItself.length > 0 && admitted.findLast(({ basis }) => basis !== 'staff') !== admitted[0])
      found.push(`${guest} was admitted after somebody was let in with the ticket anyway`);
    return found;
  });
}

/** The platform is asked once for each scan, and never for one that is sent on, repeated or ordered. */
function noneIsAskedAboutInVain(town: Town, { asked, reads, seen, ledger }: Account): string[] {
  return Object.entries(town.fates).flatMap(([guest, { code }]) => {
    const questions = asked.filter((one) => one.code === code).length;
    const scans = reads.filter((read) => read.code === code && !read.isOrder).length;
    const sentOn = ledger.filter((one) => one.code === code && one.kind === 'elsewhere').length;
    const repeats = seen.filter(
      ({ verdict }) => verdict.basis === 'repeat' && code.endsWith(verdict.codeTail),
    ).length;
    if (questions <= scans - sentOn - repeats) return [];
    return [
      `${guest} was asked about ${questions} times for ${scans} scans, ${sentOn} of them sent on`,
    ];
  });
}

function eachOfflineAdmissionEnds({ ledger }: Account): string[] {
  return ledger.flatMap(({ kind, basis, upload, word, reason }) => {
    if (word === 'awaited') return ['an attempt is in doubt for ever'];
    const isToBeTold = basis === 'cache' || (reason?.type === 'overruled' && reason.isListed);
    if (kind !== 'admit' || !isToBeTold) return [];
    if (upload === null) return ['an offline admission was never to be uploaded'];
    switch (upload.state) {
      case 'recorded':
      case 'refused':
      case 'conflict':
      case 'expired':
        return [];
      case 'none':
        return word === 'admitted' ? [] : ['an offline admission was forgotten'];
      case 'pending':
      case 'sent':
        return [`an offline admission stays "${upload.state}"`];
    }
  });
}

function nothingIsUploadedTwice(town: Town, account: Account): string[] {
  return Object.entries(town.fates).flatMap(([guest, { code }]) => {
    const scans = town.boxOffice.scansOf(code);
    const uploads = account.ledger.filter((record) => record.code === code && record.upload);
    const offline = scans.filter((scan) => scan.offline);
    // A kiosk that never heard the time may have recorded one that the platform cannot be told.
    const isSure = uploads.every((record) => wasTimed(readOf(account, record)));
    const found: string[] = [];
    if (offline.length > uploads.length) found.push(`${guest} was uploaded twice`);
    for (const { scanTime } of offline) {
      if (isSure && !uploads.some(({ platformTime }) => platformTime === scanTime)) {
        found.push(`${guest} was uploaded with a time that is not the ledger's`);
      }
    }
    for (const record of uploads.filter(({ upload }) => upload?.state === 'recorded')) {
      if (isSure && !scans.some(({ scanTime }) => scanTime === record.platformTime)) {
        found.push(`the box office does not have the scan of ${guest}`);
      }
      const read = readOf(account, record);
      if (read === undefined) found.push(`nobody has scanned what was uploaded for ${guest}`);
      else if (wasTimed(read)) {
        const off = record.platformTime - read.at;
        if (off > 0 || off < -exactnessOf(read))
          found.push(`the scan of ${guest} is off by ${off} ms`);
      }
    }
    return found;
  });
}

/** Whether the platform has told its time to the run of the kiosk in which it was read. */
function wasTimed(read: Read | undefined): boolean {
  return read !== undefined && read.run.trips !== null;
}

/**
 * How far a scan may be set too early, in milliseconds: what is told the platform has surely passed, and an
 * answer that was under way for long says little more than when it was asked for.
 */
function exactnessOf({ trips, run }: Read): number {
  return EXACT + (trips?.quickest ?? run.trips?.first ?? 0);
}

function readOf({ reads }: Account, { kioskTime, code }: LedgerRecord): Read | undefined {
  return reads.find((read) => read.wall === kioskTime && read.code === code);
}

/** Whether a verdict was right, by all that could be known at the door. */
function isFair(town: Town, account: Account, seen: Seen, entry: LedgerRecord): string[] {
  const { verdict, snapshots, at } = seen;
  const made = snapshots.filter((from) => from !== null);
  const [guest, fate] = ownerOf(town, verdict.codeTail);
  const { kind, basis } = verdict;
  const says = `${guest} was told "${kind}" (${basis})`;
  switch (kind) {
    case 'admit':
      if (basis === 'staff' && !wasForGood(account, entry)) return [];
      if (basis !== 'cache' && basis !== 'staff') return [];
      if (made.length === 0) return [`${says} without a snapshot`];
      return isKnownAsBad(fate, Math.min(...made)) ? [`${says} against the snapshot`] : [];
    case 'undecided':
      if (snapshots.includes(null) || verdict.reason.type === 'not-on') return [];
      // What may be missing from the snapshot cannot be decided by it.
      if (verdict.reason.type === 'not-listed' && mayBeMissing(fate, made)) return [];
      if (verdict.reason.type === 'unclear' && wasRefusedBefore(account, entry)) return [];
      return [`${says} in spite of a snapshot`];
    case 'reject':
      if (basis === 'cache' && made.length === 0) return [`${says} without a snapshot`];
      if (!fate.isGood || fate.voidedAt <= at || fate.soldAt >= at) return [];
      if (basis !== 'platform' && made.some((from) => fate.soldAt > from - EXACT)) return [];
      return [`${says} with a good ticket`];
    case 'duplicate':
      return isSpent(account, fate, entry, at) ? [] : [`${says} with an unused ticket`];
    case 'elsewhere': {
      if (made.length === 0) return [`${says} without a snapshot`];
      const found: string[] = [];
      if (isKnownAsBad(fate, Math.min(...made))) found.push(`${says} against the snapshot`);
      if (entry.upload !== null || entry.word !== null) found.push(`${says}, and it was asked`);
      if (isSpentHere(account, fate, entry, at)) found.push(`${says}, and it was spent here`);
      return found;
    }
    case 'checked':
    case 'held':
    case 'exit':
      return [`${says}, which nobody asked for`];
  }
}

/** Whether a ticket need not be in one of the snapshots of these times. */
/** Whether the platform has refused the ticket before, of which the snapshot may not know. */
function wasRefusedBefore({ ledger }: Account, { code, sequence }: LedgerRecord): boolean {
  const earlier = ledger.filter((record) => record.code === code && record.sequence < sequence);
  return earlier.some(
    ({ kind, basis, word }) => word === 'refused' || (basis === 'platform' && kind !== 'admit'),
  );
}

function mayBeMissing({ isGood, soldAt }: Fate, made: readonly number[]): boolean {
  return !isGood || made.some((from) => soldAt > from - EXACT);
}

function isKnownAsBad({ isGood, soldAt, voidedAt, usedElsewhereAt }: Fate, since: number): boolean {
  return !isGood || soldAt > since + MINUTE || Math.min(voidedAt, usedElsewhereAt) < since - EXACT;
}

/** Whether the platform or this kiosk had let somebody in here with this ticket, for sure and not long ago. */
function isSpentHere(
  account: Account,
  { code }: Fate,
  { sequence }: LedgerRecord,
  at: number,
): boolean {
  const isOfIt = (entry: LedgerRecord) => entry.code === code && entry.kind === 'admit';
  if (account.ledger.some((entry) => isOfIt(entry) && entry.sequence < sequence)) return true;
  return account.asked.some(
    ({ isSpent, ...spent }) =>
      isSpent && spent.code === code && spent.at < at && at - spent.at < SURELY_MARKED,
  );
}

/** Whether somebody came in with this ticket before, or its one use has been lost beyond help. */
function isSpent(
  account: Account,
  { code, isGood, usedElsewhereAt }: Fate,
  { sequence }: LedgerRecord,
  at: number,
): boolean {
  if (!isGood || usedElsewhereAt <= at) return true;
  const entries = account.ledger.filter((entry) => entry.code === code);
  if (entries.some((entry) => entry.kind === 'admit' && entry.sequence < sequence)) return true;
  return account.asked.some((spent) => {
    if (!spent.isSpent || spent.code !== code || spent.at > at) return false;
    if (at - spent.at > SURELY_MARKED) return true;
    // The kiosk was dropped between the platform's word and its own.
    const asked = account.reads.findLast(
      (read) =>
        !read.isOrder && read.code === code && read.run === spent.run && read.at <= spent.at,
    );
    return asked !== undefined && !entries.some(({ kioskTime }) => kioskTime === asked.wall);
  });
}

function ownerOf(town: Town, codeTail: string): readonly [string, Fate] {
  const found = Object.entries(town.fates).find(([, { code }]) => code.endsWith(codeTail));
  if (found === undefined) throw new Error('a verdict for nobody');
  return found;
}
