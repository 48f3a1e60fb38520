import type { ScanningClient } from '#shared/api/filter-options.ts';
import type { Statistics } from '#shared/model/statistics.ts';
import type {
  AskFailure,
  ExportFailure,
  LedgerTrouble,
  ManagedRefusal,
  NotWritten,
  ServerRefusal,
} from '#shared/model/failures.ts';
import type { NoSignOfLife } from '#shared/model/health.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import type { DiscrepancyPage, SentAgain } from '#shared/model/discrepancy.ts';
import type { ResetFailure, UnlockFailure } from '#shared/model/lock.ts';
import type {
  LanguageRefusal,
  LogoRefusal,
  SettingRefusal,
} from '#shared/model/setting-refusals.ts';
import type { Language, SettingsChange } from '#shared/model/settings.ts';
import type { AdmitFoundFailure, FindFailure, FoundTickets } from '#shared/model/find.ts';
import type { HistoryFilter, HistoryPage } from '#shared/model/history.ts';
import type { NextPerformance } from '#shared/model/next-performance.ts';
import type {
  ProductionDetail,
  ProgrammeBoard,
  ProgrammeMonth,
  ProgrammePage,
  ProgrammeSeries,
} from '#shared/model/programme.ts';
import type { MissReason, SerialPort, SerialSetting } from '#shared/model/scanner.ts';
import type { RehearsalFailure } from '#shared/model/rehearsal.ts';
import type { LastOffer, Selection } from '#shared/model/selection.ts';
import type { SignInFailure } from '#shared/model/session.ts';
import type { DownloadHeld } from '#shared/model/snapshot.ts';
import type { UpdateRefusal } from '#shared/model/update.ts';
import type { Result } from '#shared/result.ts';
import type { Rhythm } from '#shared/wedge/rhythm.ts';
import type { WedgeSettings } from '#shared/wedge/settings.ts';

/** Where a file was written. */
export interface SavedFile {
  readonly path: string;
}

/** Likewise, and how many lines it has besides its head. */
export interface ExportedFile extends SavedFile {
  readonly count: number;
}

/**
 * Everything that the renderer can ask of the main process, as handler signatures: one argument,
 * a Result back. The wrapper around every handler adds {@link CallFailure}.
 */
export interface KioskCalls {
  /** The whole state, once after a (re)load; changes come with {@link KioskApi.onState}. */
  state(request: null): Result<KioskState, never>;
  /** Checks an address (reachable, https or loopback, this API) and, if it is good, keeps it. */
  useBaseUrl(request: { address: string }): Result<null, ServerRefusal>;
  /** Leaves the server's address, after signing out. */
  forgetBaseUrl(request: null): Result<null, ManagedRefusal>;
  signIn(request: { username: string; password: string }): Result<null, SignInFailure>;
  /**
   * Ends the session; the token is invalidated if the platform can be reached. Waiting scans go up
   * before, as far as a few seconds allow; those that stay go up at the next sign-in.
   */
  signOut(request: null): Result<null, never>;
  /** What may be scanned now, fresh from the platform (spec 4.2, 2). */
  filterOptions(request: null): Result<ScanningClient[], AskFailure>;
  /**
   * What the platform last offered whoever is signed in, for where it cannot be asked; null where this
   * kiosk does not know it.
   */
  lastOffered(request: null): Result<LastOffer | null, never>;
  /**
   * Opens the door for something; null closes it, to choose again. It opens for nobody who is not signed
   * in, or is signing out.
   */
  select(request: {
    selection: Selection | null;
  }): Result<null, Extract<AskFailure, { type: 'not-signed-in' }>>;
  /**
   * Takes in what a keyboard scanner or a person typed; the verdict comes with the state. False: it was
   * not taken in, and the state's `scanners.missed` says why.
   */
  scan(request: { code: string; source: 'wedge' | 'manual' }): Result<{ taken: boolean }, never>;
  /** From now on tickets are only looked up, by what is known here; or are spent again. */
  lookUpOnly(request: { on: boolean }): Result<null, never>;
  /** A keyboard scanner typed something that is no whole code. */
  missScan(request: { reason: Extract<MissReason, 'too-long' | 'garbled'> }): Result<null, never>;
  /** How the keyboard scanners type that were heard: a scanner that is known is told apart sooner. */
  keepRhythms(request: { rhythms: readonly Rhythm[] }): Result<null, never>;
  /** How keyboard scanners are set up from now on. */
  useWedge(request: { wedge: WedgeSettings }): Result<null, ManagedRefusal>;
  /** The serial ports that are plugged in now. */
  serialPorts(request: null): Result<readonly SerialPort[], never>;
  /** Which serial scanners there are from now on. */
  useSerial(request: { serial: readonly SerialSetting[] }): Result<null, ManagedRefusal>;
  /** A scanner that is gone is not expected back. */
  forgetScanner(request: { id: string }): Result<null, never>;
  /** Begins or ends a trial of the scanners: until it ends, no ticket is checked. */
  tryScanners(request: { on: boolean }): Result<null, never>;
  /**
   * Looks at the disk, and asks the platform for a sign of life: now. What is found comes with the
   * state; an error is about the platform alone.
   */
  checkHealth(request: null): Result<null, NoSignOfLife>;
  /** Opens what is behind the PIN, until nobody has touched it for a while. */
  unlock(request: { pin: string }): Result<null, UnlockFailure>;
  /** Asks for the PIN again from now on. */
  lock(request: null): Result<null, never>;
  /** Sets the PIN; null takes it away. */
  setPin(request: { pin: string | null }): Result<null, never>;
  /** A new PIN for whoever has forgotten theirs, and is signed in. */
  resetPin(request: {
    username: string;
    password: string;
    pin: string;
  }): Result<null, ResetFailure>;
  /** Changes what the operator sets: all of it, or nothing. */
  changeSettings(request: { change: SettingsChange }): Result<null, SettingRefusal>;
  /** Speaks another one of the languages that are offered to everybody. */
  setLanguage(request: { language: Language }): Result<null, LanguageRefusal>;
  /** The venue's logo as a data URL; null: there is none. The state's `venueLogo` tells of a new one. */
  venueLogo(request: null): Result<string | null, never>;
  /** Takes a picture, as a data URL, for the venue's logo; null: none. */
  useLogo(request: { image: string | null }): Result<null, LogoRefusal>;
  /**
   * Looks for tickets in the snapshot by the beginnings of words: names, numbers, sections and seats. The
   * first query begins a search, of which the state tells; so does an empty one, which finds nothing.
   */
  findTickets(request: { query: string }): Result<FoundTickets, FindFailure>;
  /** Takes in a ticket that was found, as if its barcode had been typed; the verdict comes with the state. */
  admitFound(request: { id: string }): Result<null, AdmitFoundFailure>;
  /** The numbers of the last `hours` at this door. */
  statistics(request: { hours: number }): Result<Statistics, LedgerTrouble>;
  /** Downloads the tickets for offline decisions now, unless the platform wants to be left alone. */
  refreshTickets(request: null): Result<null, DownloadHeld>;
  /** What the door may be open for within the next day, soonest first, and whether the kiosk could decide alone then. */
  nextPerformances(request: null): Result<readonly NextPerformance[], never>;
  /** Admissions that the platform will not have and nobody has acknowledged, newest first. */
  discrepancies(request: { before: number | null }): Result<DiscrepancyPage, LedgerTrouble>;
  /** An operator has seen them: they leave the list, and stay in the ledger. */
  acknowledgeDiscrepancies(request: { ids: string[] }): Result<null, LedgerTrouble>;
  /**
   * Sends those again that the platform has refused, at once if it can; the answer takes some seconds at
   * most, and says what became of them. One that is refused once more is on the list again.
   */
  sendScansAgain(request: { ids: string[] }): Result<SentAgain, LedgerTrouble>;
  /** Writes all of them to a CSV file, acknowledged or not, oldest first. */
  exportDiscrepancies(request: null): Result<ExportedFile, ExportFailure>;
  /** A page of the scans of this kiosk, newest first; `before` is null, or that of the page before. */
  history(request: {
    filter: HistoryFilter;
    before: number | null;
  }): Result<HistoryPage, LedgerTrouble>;
  /** Writes all of them that the filter lets through to a CSV file, newest first. */
  exportHistory(request: { filter: HistoryFilter }): Result<ExportedFile, ExportFailure>;
  /** After a fault of the ledger: tries to open it again, or goes on with a new one. */
  mendLedger(request: null): Result<null, never>;
  /**
   * Writes one file for whoever helps: logs, settings, versions, how the kiosk is. No barcode, no
   * person, no secret is in it. Behind the PIN, but for a kiosk that is out of order.
   */
  saveSupportBundle(request: null): Result<SavedFile, NotWritten>;
  /**
   * Switches to the embedded box office, for training, or back to the door. Resolves when the kiosk has
   * switched; until then it takes no calls.
   */
  rehearse(request: { on: boolean }): Result<null, RehearsalFailure>;
  /** Closes the kiosk: the application ends as cleanly as it does when its machine goes down. */
  quit(request: null): Result<null, { readonly type: 'nothing-to-close' }>;
  /** Looks for a newer version now; what becomes of it comes with the state. */
  lookForUpdate(request: null): Result<null, never>;
  /** Ends the kiosk, and starts the newer version that is ready. */
  installUpdate(request: null): Result<null, UpdateRefusal>;
  /** What is on today and next, for the idle board. */
  programmeBoard(request: null): Result<ProgrammeBoard, never>;
  /** A month of the calendar; one that is not here yet is fetched, and comes with the next revision. */
  programmeMonth(request: { year: number; month: number }): Result<ProgrammeMonth, never>;
  programmeSeries(request: null): Result<ProgrammeSeries[], never>;
  /** A page of the future performances, of one production or department or of all. */
  programmePerformances(request: {
    productionId: number | null;
    departmentId: number | null;
    offset: number;
  }): Result<ProgrammePage, never>;
  programmeDetail(request: { productionId: number }): Result<ProductionDetail, never>;
  /** Asks the platform for the programme now. */
  refreshProgramme(request: null): Result<null, never>;
}

/** Who may make a call. What takes the PIN does so where one is set; without one nothing is locked. */
export type CallAccess =
  /** Whoever stands before the kiosk. */
  | 'public'
  /** Whoever has entered the PIN. */
  | 'pin'
  /** It ends the work at a door that is open; at a closed one whoever has signed in may go on, or go. */
  | 'pin-while-open'
  /** It signs out whoever is signed in, at a door that is open; who has lost their session signs in again. */
  | 'pin-while-at-work'
  /** A kiosk that is out of order asks for no PIN. */
  | 'pin-while-in-order';

/**
 * Every call, and who may make it. A call that is not here does not compile, nor one without an answer
 * to that: channels, the page's API and the call guard derive from this table.
 */
export const CALLS = {
  state: 'public',
  useBaseUrl: 'pin',
  forgetBaseUrl: 'pin',
  signIn: 'pin-while-at-work',
  signOut: 'pin-while-open',
  filterOptions: 'public',
  lastOffered: 'public',
  select: 'pin-while-open',
  scan: 'public',
  lookUpOnly: 'public',
  missScan: 'public',
  keepRhythms: 'public',
  useWedge: 'pin',
  serialPorts: 'public',
  useSerial: 'pin',
  forgetScanner: 'pin',
  tryScanners: 'pin',
  checkHealth: 'public',
  unlock: 'public',
  lock: 'public',
  setPin: 'pin',
  resetPin: 'public',
  changeSettings: 'pin',
  setLanguage: 'public',
  venueLogo: 'public',
  useLogo: 'pin',
  findTickets: 'pin',
  admitFound: 'pin',
  statistics: 'public',
  refreshTickets: 'public',
  nextPerformances: 'public',
  discrepancies: 'pin',
  acknowledgeDiscrepancies: 'pin',
  sendScansAgain: 'pin',
  exportDiscrepancies: 'pin',
  history: 'public',
  exportHistory: 'pin',
  mendLedger: 'public',
  saveSupportBundle: 'pin-while-in-order',
  rehearse: 'pin',
  quit: 'pin',
  lookForUpdate: 'pin',
  installUpdate: 'pin',
  programmeBoard: 'public',
  programmeMonth: 'public',
  programmeSeries: 'public',
  programmePerformances: 'public',
  programmeDetail: 'public',
  refreshProgramme: 'public',
} as const satisfies Record<KioskCallName, CallAccess>;

/** The name of a call. */
export type KioskCallName = keyof KioskCalls;

export const CALL_NAMES = Object.keys(CALLS) as readonly KioskCallName[];
