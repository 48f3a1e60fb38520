import type { ScanningClient } from '#shared/api/filter-options.ts';
import type { Statistics } from '#shared/model/statistics.ts';
import type {
  AskFailure,
  OpenFailure,
  ExportFailure,
  LedgerTrouble,
  ManagedRefusal,
  NotWritten,
  ServerRefusal,
} from '#shared/model/failures.ts';
import type { CameraReport } from '#shared/model/camera.ts';
import type { Entrance } from '#shared/model/entrance.ts';
import type { FileFault } from '#shared/model/entrance-file.ts';
import type { EntranceTrial, NoTrial } from '#shared/model/entrance-trial.ts';
import type { NoVenue } from '#shared/model/hold.ts';
import type { JudgedDoors } from '#shared/model/venue.ts';
import type {
  HostRefusal,
  HouseNotKept,
  HouseRefusal,
  HouseSetup,
  JoinFailure,
  JoinOffer,
  NoJoinOffer,
  TypedHouse,
} from '#shared/model/join.ts';
import type { NoSignOfLife } from '#shared/model/health.ts';
import type { WholeState } from '#shared/model/kiosk-state.ts';
import type { DiscrepancyPage, SentAgain } from '#shared/model/discrepancy.ts';
import type { ResetFailure, UnlockFailure } from '#shared/model/lock.ts';
import type {
  LanguageRefusal,
  LogoRefusal,
  SettingRefusal,
} from '#shared/model/setting-refusals.ts';
import type {
  OutputRefusal,
  OutputSetup,
  OutputTestFailure,
  TypedOutput,
} from '#shared/model/output.ts';
import type { Language, SettingsChange } from '#shared/model/settings.ts';
import type { AdmitFoundFailure, FindFailure, FoundTickets } from '#shared/model/find.ts';
import type { FirstStart, FirstStartRefusal } from '#shared/model/first-start.ts';
import type { HouseLink, NoHouseLink } from '#shared/model/house-page.ts';
import type { HouseView } from '#shared/model/house.ts';
import type { HistoryFilter, HistoryPage } from '#shared/model/history.ts';
import type { NextPerformance } from '#shared/model/next-performance.ts';
import type {
  ProductionDetail,
  ProgrammeBoard,
  ProgrammeMonth,
  ProgrammePage,
  ProgrammeSeries,
} from '#shared/model/programme.ts';
import type { FeedbackFailure, FeedbackSignal } from '#shared/model/scanner-feedback.ts';
import type { MissReason, SerialPort, SerialSetting } from '#shared/model/scanner.ts';
import type { RehearsalFailure } from '#shared/model/rehearsal.ts';
import type { LastOffer, Selection } from '#shared/model/selection.ts';
import type { SignInFailure } from '#shared/model/session.ts';
import type { DownloadHeld } from '#shared/model/snapshot.ts';
import type { ListedNote, NewNote, NoteRefusal, NotesRefusal } from '#shared/model/notes.ts';
import type { NotOverruled, OverruleEvidence, OverruleOrder } from '#shared/model/overrule.ts';
import type { Party, PartyFailure, PartyGone } from '#shared/model/party.ts';
import type { NotTakenBack } from '#shared/model/take-back.ts';
import type { UpdateRefusal } from '#shared/model/update.ts';
import type { Result } from '#shared/result.ts';
import type { Rhythm } from '#shared/wedge/rhythm.ts';
import type { WedgeSettings } from '#shared/wedge/settings.ts';

/** The path of a written file. */
export interface SavedFile {
  readonly path: string;
}

/** The same, and the number of its lines without the heading. */
export interface ExportedFile extends SavedFile {
  readonly count: number;
}

/**
 * All calls from the renderer to the main process, as handler signatures: one argument, a Result back. The
 * wrapper around every handler adds {@link CallFailure}.
 */
export interface KioskCalls {
  /** Returns the whole state, once after a (re)load; changes come with {@link KioskApi.onState}. */
  state(request: null): Result<WholeState, never>;
  /** Checks an address (reachable, https or loopback, this API) and, if it is good, keeps it. */
  useBaseUrl(request: { address: string }): Result<null, ServerRefusal>;
  /** Signs out, and removes the server's address. */
  forgetBaseUrl(request: null): Result<null, ManagedRefusal>;
  signIn(request: { username: string; password: string }): Result<null, SignInFailure>;
  /**
   * Ends the session; the token is revoked if the platform can be reached. Waiting scans are uploaded
   * before, as far as a few seconds allow; the rest is uploaded after the next sign-in.
   */
  signOut(request: null): Result<null, never>;
  /** Fetches from the platform what may be scanned now (spec 4.2, 2). */
  filterOptions(request: null): Result<ScanningClient[], AskFailure>;
  /**
   * Returns the platform's last offer to the user who is signed in, for when it cannot be asked; null if
   * the kiosk does not have it.
   */
  lastOffered(request: null): Result<LastOffer | null, never>;
  /**
   * Opens the door for a selection; null closes it for a new choice. It does not open unless somebody is
   * signed in and not signing out, nor where its screen is for guests and whoever passes could set a PIN.
   */
  select(request: { selection: Selection | null }): Result<null, OpenFailure>;
  /**
   * Accepts what a keyboard scanner or a person typed; the verdict comes with the state. False if it was
   * not accepted: the state's `scanners.missed` says why.
   */
  scan(request: { code: string; source: 'wedge' | 'manual' }): Result<{ taken: boolean }, never>;
  /**
   * Accepts what a camera has read in the page; otherwise as {@link scan}. `symbology`: the AIM identifier
   * without its bracket; null: not known. False while no camera is to read tickets.
   */
  readByCamera(request: {
    code: string;
    symbology: string | null;
  }): Result<{ taken: boolean }, never>;
  /** Tells how that camera is; null: it is not in use. */
  noteCamera(request: { report: CameraReport | null }): Result<null, never>;
  /** Switches between looking tickets up, with what the kiosk knows, and spending them. */
  lookUpOnly(request: { on: boolean }): Result<null, never>;
  /** A guest at a screen without staff calls somebody; the state's `help` says whether anybody is called. */
  askForHelp(request: null): Result<null, never>;
  /** Somebody has come, or the guest needs nobody any more. */
  endHelp(request: { why: 'somebody-came' | 'needs-nobody' }): Result<null, never>;
  /** Reports that a keyboard scanner typed something that is no whole code. */
  missScan(request: { reason: Extract<MissReason, 'too-long' | 'garbled'> }): Result<null, never>;
  /** Stores the typing rhythms of keyboard scanners, so that known scanners are recognised sooner. */
  keepRhythms(request: { rhythms: readonly Rhythm[] }): Result<null, never>;
  /** Sets the configuration of keyboard scanners. */
  useWedge(request: { wedge: WedgeSettings }): Result<null, ManagedRefusal>;
  /** Returns the serial ports that are plugged in now. */
  serialPorts(request: null): Result<readonly SerialPort[], never>;
  /** Sets the serial scanners. */
  useSerial(request: { serial: readonly SerialSetting[] }): Result<null, ManagedRefusal>;
  /** Forgets a scanner that was removed. */
  forgetScanner(request: { id: string }): Result<null, never>;
  /** Has a scanner show a signal of verdicts, whether or not the settings want them shown. */
  testScanner(request: { id: string; signal: FeedbackSignal }): Result<null, FeedbackFailure>;
  /** Starts or ends testing the scanners: meanwhile no ticket is checked. */
  tryScanners(request: { on: boolean }): Result<null, never>;
  /**
   * Checks the disk, and asks the platform for a sign of life. The result comes with the state; an error
   * concerns the platform only.
   */
  checkHealth(request: null): Result<null, NoSignOfLife>;
  /** Unlocks the kiosk by PIN, until there is no activity for a while. */
  unlock(request: { pin: string }): Result<null, UnlockFailure>;
  /** Locks the kiosk now. */
  lock(request: null): Result<null, never>;
  /** Sets the PIN; null takes it away, but not where guests stand alone before the screen. */
  setPin(request: {
    pin: string | null;
  }): Result<null, Extract<SettingRefusal, { type: 'needs-pin' }>>;
  /** Sets a new PIN for a signed-in user who has forgotten the old one. */
  resetPin(request: {
    username: string;
    password: string;
    pin: string;
  }): Result<null, ResetFailure>;
  /** Changes the operator's settings: all of those given, or none. */
  changeSettings(request: { change: SettingsChange }): Result<null, SettingRefusal>;
  /** Goes on with the first start, or back to a question of it. */
  goOnWithFirstStart(request: FirstStart): Result<null, FirstStartRefusal>;
  /** Changes to another of the languages that are offered to the public. */
  setLanguage(request: { language: Language }): Result<null, LanguageRefusal>;
  /**
   * Returns the venue's logo as a data URL; null if there is none. The state's `venueLogo` changes with it.
   */
  venueLogo(request: null): Result<string | null, never>;
  /** Sets the venue's logo, as a data URL; null removes it. */
  useLogo(request: { image: string | null }): Result<null, LogoRefusal>;
  /**
   * Searches the snapshot for tickets by the beginnings of words: names, numbers, sections and seats. The
   * first query starts the search, whose progress is in the state; so does an empty one, which finds
   * nothing.
   */
  findTickets(request: { query: string }): Result<FoundTickets, FindFailure>;
  /** The same, by the page itself: the snapshot may have changed. */
  findTicketsAgain(request: { query: string }): Result<FoundTickets, FindFailure>;
  /** Scans a ticket that was found, as if its barcode had been typed; the verdict comes with the state. */
  admitFound(request: { id: string }): Result<null, AdmitFoundFailure>;
  /** Returns the statistics of this door for the last `hours`. */
  statistics(request: { hours: number }): Result<Statistics, LedgerTrouble>;
  /** Downloads the tickets for offline decisions now, unless the platform has asked to pause. */
  refreshTickets(request: null): Result<null, DownloadHeld>;
  /**
   * Returns what the door may be opened for within the next day, soonest first, and whether the kiosk could
   * decide offline then.
   */
  nextPerformances(request: null): Result<readonly NextPerformance[], never>;
  /** Returns admissions that the platform does not accept and nobody has acknowledged, newest first. */
  discrepancies(request: { before: number | null }): Result<DiscrepancyPage, LedgerTrouble>;
  /** Returns what is known of the doors of this house and their guests; null while nothing is. */
  house(request: null): Result<HouseView | null, never>;
  /** Returns the link to the house for phones. */
  houseLink(request: null): Result<HouseLink, NoHouseLink>;
  /** Returns another one; the one before leads nowhere from now on. */
  renewHouseLink(request: null): Result<HouseLink, NoHouseLink>;
  /** Holds all doors of this house, or lets them go on. */
  holdDoors(request: { on: boolean }): Result<null, NoVenue>;
  /** Ends the hold at this door alone. */
  endHoldHere(request: null): Result<null, NoVenue>;
  /** Leaves out the claims of doors at the whole venue, or trusts those doors at this kiosk for good. */
  judgeDoors(request: { judged: JudgedDoors; isDisregarded: boolean }): Result<null, NoVenue>;
  /** Puts right by hand how many are inside, with a reason. */
  correctInside(request: { by: number; why: string }): Result<null, NoVenue>;
  /** Returns how this kiosk is a door of its house, without any secret. */
  houseSetup(request: null): Result<HouseSetup, never>;
  /** Makes this kiosk a door of the house that meets at this broker. */
  setUpHouse(request: TypedHouse): Result<null, HouseRefusal>;
  /** Makes this kiosk the broker for the doors of a new house. It must not be in a house yet. */
  hostHouse(request: null): Result<null, HostRefusal>;
  /** Makes this kiosk no door of any house. */
  leaveHouse(request: null): Result<null, HouseNotKept>;
  /** Returns a code with which one other kiosk can join; one that was shown before counts no more. */
  offerJoining(request: null): Result<JoinOffer, NoJoinOffer>;
  /** Makes that code count no more. */
  stopOffering(request: null): Result<null, never>;
  /** Opens or closes the dialog that takes a code of another kiosk, from a scanner or by {@link joinHouse}. */
  awaitJoinCode(request: { on: boolean }): Result<null, never>;
  /**
   * Makes this kiosk a door of the house of the kiosk that shows this code. `confirming`: that would replace a
   * membership, and takes {@link confirmJoining}.
   */
  joinHouse(request: { code: string }): Result<'joined' | 'confirming', JoinFailure>;
  /** Replaces this kiosk's membership by the one with this broker, about which the setup's `newBroker` asks. */
  confirmJoining(request: { broker: string }): Result<'joined', JoinFailure>;
  /** Returns the outputs as they are set up, without any secret. */
  outputs(request: null): Result<readonly OutputSetup[], never>;
  /**
   * Keeps an output in place of the one that was called `was`; null: it is a new one. `authorization` is what it
   * sends as its Authorization over HTTP; null: as it was, as long as it goes to the same server; '': none.
   */
  keepOutput(request: {
    was: string | null;
    output: TypedOutput;
    authorization: string | null;
  }): Result<null, OutputRefusal>;
  removeOutput(request: { name: string }): Result<null, OutputRefusal>;
  /** Switches an output, for whoever stands before it; returns what came of it. */
  testOutput(request: { name: string }): Result<null, OutputTestFailure>;
  /** Somebody has looked at the input of a gate that was faulty: it counts again. */
  noteInputLookedAt(request: { name: string }): Result<null, OutputTestFailure>;
  /** Makes the door a way out, or a way in again. */
  useAsWayOut(request: { on: boolean }): Result<null, never>;
  /**
   * Lets in a guest whom the verdict on the screen, with this sequence, has sent to another entrance: the scan is
   * decided once more, and not sent on.
   */
  letInHere(request: { sequence: number }): Result<null, { readonly type: 'not-shown' }>;
  /** Returns the entrances of the house, and which tickets belong to each. */
  entrances(request: null): Result<readonly Entrance[], never>;
  /** Sets them. */
  useEntrances(request: { entrances: readonly Entrance[] }): Result<null, ManagedRefusal>;
  /** Reads them from a CSV file, in base64: all of it or nothing. They are not set by that. */
  readEntrances(request: { file: string }): Result<readonly Entrance[], FileFault>;
  /** Tells where the tickets of this kiosk's copy would go with such a list. */
  tryEntrances(request: { entrances: readonly Entrance[] }): Result<EntranceTrial, NoTrial>;
  /** Takes back an admission of this door, with a reason, at all doors of the house. */
  takeBack(request: { id: string; why: string }): Result<null, LedgerTrouble | NotTakenBack>;
  /** Returns what is known of the ticket of a refusal: it is shown before somebody lets its guest in. */
  overruleEvidence(request: { id: string }): Result<OverruleEvidence, LedgerTrouble | NotOverruled>;
  /** Lets in whom this door has refused within the last minutes; the verdict comes with the state. */
  overrule(request: OverruleOrder): Result<null, LedgerTrouble | NotOverruled>;
  /** Returns the tickets that may belong with one that was let in by this entry of the ledger. */
  findParty(request: { entryId: string }): Result<Party, PartyFailure>;
  /** Lets in these of them, one after the other, each as a scan of its own; how it goes comes with the state. */
  letInParty(request: { ids: string[] }): Result<null, PartyGone>;
  /** Lets in nobody more of them. */
  stopParty(request: null): Result<null, never>;
  /** The same, and forgets what became of them. */
  leaveParty(request: null): Result<null, never>;
  /** Returns all notes about guests. */
  notes(request: null): Result<readonly ListedNote[], never>;
  /**
   * Takes the notes of a CSV file (its bytes in base64) in the place of those of the last one, all or none; returns how
   * many.
   */
  importNotes(request: { file: string }): Result<{ count: number }, NotesRefusal | NotWritten>;
  /** Keeps a note that somebody has typed. */
  addNote(request: NewNote): Result<null, NoteRefusal | NotWritten>;
  /** Forgets these notes. */
  removeNotes(request: { ids: string[] }): Result<null, NotWritten>;
  /** Says that a note was seen, by the number under which the state asks for it. */
  noteSeen(request: { id: string }): Result<null, never>;
  /** Acknowledges them: they leave the list, and stay in the ledger. */
  acknowledgeDiscrepancies(request: { ids: string[] }): Result<null, LedgerTrouble>;
  /**
   * Sends again what the platform has refused, at once if possible; returns the outcome after some seconds
   * at most. One that is refused again returns to the list.
   */
  sendScansAgain(request: { ids: string[] }): Result<SentAgain, LedgerTrouble>;
  /** Writes all of them to a CSV file, acknowledged or not, oldest first. */
  exportDiscrepancies(request: null): Result<ExportedFile, ExportFailure>;
  /**
   * Returns a page of the scans of this kiosk, newest first; `before` is null, or the cursor of the page
   * before.
   */
  history(request: {
    filter: HistoryFilter;
    before: number | null;
  }): Result<HistoryPage, LedgerTrouble>;
  /** Writes all scans that match the filter to a CSV file, newest first. */
  exportHistory(request: { filter: HistoryFilter }): Result<ExportedFile, ExportFailure>;
  /** After a fault of the ledger: tries to open it again, or continues with a new one. */
  mendLedger(request: null): Result<null, never>;
  /**
   * Writes a support bundle: logs, settings, versions, and the state of the kiosk, without barcodes,
   * personal data or secrets. Needs the PIN, except on a kiosk that is out of order.
   */
  saveSupportBundle(request: null): Result<SavedFile, NotWritten>;
  /**
   * Switches to the embedded box office, for training, or back to the door. Resolves when the kiosk has
   * switched; until then it takes no calls.
   */
  rehearse(request: { on: boolean }): Result<null, RehearsalFailure>;
  /** Closes the kiosk: the application ends as cleanly as it does when its machine goes down. */
  quit(request: null): Result<null, { readonly type: 'nothing-to-close' }>;
  /** Gives the usher's side the guest's display, and the guest's side the usher's, from now on. */
  swapSides(request: null): Result<null, never>;
  /** Checks for a newer version now; the result comes with the state. */
  lookForUpdate(request: null): Result<null, never>;
  /** Ends the kiosk, and starts the newer version that is ready. */
  installUpdate(request: null): Result<null, UpdateRefusal>;
  /** Returns what is on today and next, for the idle board. */
  programmeBoard(request: null): Result<ProgrammeBoard, never>;
  /** Returns a month of the calendar; a missing one is fetched, and is there with the next revision. */
  programmeMonth(request: { year: number; month: number }): Result<ProgrammeMonth, never>;
  programmeSeries(request: null): Result<ProgrammeSeries[], never>;
  /** Returns a page of future performances, of one production or department or of all. */
  programmePerformances(request: {
    productionId: number | null;
    departmentId: number | null;
    offset: number;
  }): Result<ProgrammePage, never>;
  programmeDetail(request: { productionId: number }): Result<ProductionDetail, never>;
  /** Fetches the programme from the platform now. */
  refreshProgramme(request: null): Result<null, never>;
}

/** Who may make a call. Where a PIN is needed, this applies only if one is set. */
export type CallAccess =
  /** Anybody. */
  | 'public'
  /** Needs the PIN. */
  | 'pin'
  /**
   * Needs the PIN, and is made by a page itself, by a timer or a new state. It is no sign that somebody is there, and
   * does not keep the kiosk unlocked.
   */
  | 'pin-automatic'
  /**
   * Needs the PIN while the door is open, because the call ends the work there; while it is closed, being
   * signed in is enough.
   */
  | 'pin-while-open'
  /**
   * Needs the PIN while the door is open and somebody is signed in, whom the call would sign out; after a
   * lost session anybody may sign in again.
   */
  | 'pin-while-at-work'
  /** Needs the PIN while the door is open and its screen is for guests; on a screen for staff anybody may make it. */
  | 'pin-with-guests'
  /** Needs the PIN, except on a kiosk that is out of order. */
  | 'pin-while-in-order';

/**
 * Every call, and who may make it. Leaving out a call is a compile error: channels, the page's API and the
 * call guard derive from this table.
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
  readByCamera: 'public',
  noteCamera: 'public',
  lookUpOnly: 'pin-with-guests',
  askForHelp: 'public',
  endHelp: 'public',
  missScan: 'public',
  keepRhythms: 'public',
  useWedge: 'pin',
  serialPorts: 'pin-with-guests',
  useSerial: 'pin',
  forgetScanner: 'pin',
  testScanner: 'pin',
  tryScanners: 'pin',
  checkHealth: 'public',
  unlock: 'public',
  lock: 'public',
  setPin: 'pin',
  resetPin: 'public',
  changeSettings: 'pin',
  goOnWithFirstStart: 'pin',
  setLanguage: 'public',
  venueLogo: 'public',
  useLogo: 'pin',
  findTickets: 'pin',
  findTicketsAgain: 'pin-automatic',
  admitFound: 'pin',
  statistics: 'public',
  refreshTickets: 'pin-with-guests',
  nextPerformances: 'public',
  discrepancies: 'pin-automatic',
  acknowledgeDiscrepancies: 'pin',
  sendScansAgain: 'pin',
  exportDiscrepancies: 'pin',
  history: 'pin-with-guests',
  exportHistory: 'pin',
  house: 'pin-automatic',
  houseLink: 'pin',
  renewHouseLink: 'pin',
  holdDoors: 'pin',
  endHoldHere: 'pin',
  judgeDoors: 'pin',
  correctInside: 'pin',
  houseSetup: 'pin-automatic',
  setUpHouse: 'pin',
  hostHouse: 'pin',
  leaveHouse: 'pin',
  offerJoining: 'pin',
  stopOffering: 'pin',
  awaitJoinCode: 'pin',
  joinHouse: 'pin',
  confirmJoining: 'pin',
  outputs: 'pin',
  keepOutput: 'pin',
  removeOutput: 'pin',
  testOutput: 'pin',
  noteInputLookedAt: 'pin',
  useAsWayOut: 'pin-while-open',
  letInHere: 'pin-with-guests',
  entrances: 'pin',
  useEntrances: 'pin',
  readEntrances: 'pin',
  tryEntrances: 'pin',
  takeBack: 'pin',
  overruleEvidence: 'pin',
  overrule: 'pin',
  findParty: 'pin',
  letInParty: 'pin',
  // To stop is never wrong.
  stopParty: 'public',
  leaveParty: 'public',
  notes: 'pin',
  importNotes: 'pin',
  addNote: 'pin',
  removeNotes: 'pin',
  noteSeen: 'pin-with-guests',
  mendLedger: 'public',
  saveSupportBundle: 'pin-while-in-order',
  rehearse: 'pin',
  quit: 'pin',
  swapSides: 'pin',
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
