import { createContext } from 'svelte';
import { followLanguage, intlLocale, language } from '#renderer/i18n/locale.svelte.ts';
import type { KioskApi, KioskMethods } from '#shared/ipc/kiosk-api.ts';
import { isHeld } from '#shared/model/hold.ts';
import type { GuestState, GuestVerdict } from '#shared/model/guest-state.ts';
import type { KioskState, StateUpdate, WholeState } from '#shared/model/kiosk-state.ts';
import type { ShownNotice } from '#shared/model/notice.ts';
import type { PartyProgress } from '#shared/model/party.ts';
import type { ProgrammeBoard } from '#shared/model/programme.ts';
import type { Selection } from '#shared/model/selection.ts';
import type { Language } from '#shared/model/settings.ts';
import type { VerdictKind } from '#shared/model/verdict-kind.ts';
import { isWithinHours } from '#shared/quiet-hours.ts';
import { m } from '#renderer/i18n/messages.ts';
import { noticeSentence, noticeWord } from '#renderer/features/verdict/notice-text.ts';
import { spokenToGuest } from '#renderer/features/speech/spoken-words.ts';
import { verdictWord } from '#renderer/features/verdict/verdict-words.ts';
import type { Sentence, Speech, SpeechState } from '#renderer/lib/speech/speech.ts';
import { Announcer, SILENT, type Heard } from './announcer.ts';
import { isSpokenInVain } from './spoken-in-vain.ts';
import { stillOn } from '#renderer/features/programme/board.ts';
import { Camera } from '#renderer/features/camera/camera.svelte.ts';
import { PictureReader } from '#renderer/lib/camera/picture-reader.ts';
import { picturesOf } from '#renderer/lib/camera/pictures.ts';
import { Closing } from '#renderer/features/frame/closing.svelte.ts';
import { createFormat, type Format } from '#renderer/lib/format.ts';
import { Idle } from '#renderer/lib/kiosk/idle.svelte.ts';
import { answeredCalls, callsWithPin, type PinCalls } from '#renderer/lib/kiosk/calls.ts';
import { PinPrompt } from '#renderer/lib/kiosk/pin-prompt.svelte.ts';
import { isLocked } from '#renderer/lib/kiosk/lock.ts';
import { againSentence, type Spoken } from '#renderer/features/verdict/guest-words.ts';
import { Visit } from '#renderer/features/guest/visit.svelte.ts';
import { Overruling, type OverruleSubject } from '#renderer/features/overrule/overruling.svelte.ts';
import { hasPartyEnded, partySound } from '#renderer/features/party/party-sound.ts';
import { PartyChoice, type PartySubject } from '#renderer/features/party/party.svelte.ts';
import { guestScreenOf } from './guest-screen.ts';
import { isBehindThePin, isTryingScanners } from '#renderer/lib/kiosk/screen.ts';
import { Navigation } from '#renderer/lib/kiosk/navigation.svelte.ts';
import { DemoTicketsShown } from '#renderer/features/door/demo-tickets.svelte.ts';
import { VerdictArrival } from '#renderer/features/verdict/verdict-arrival.ts';
import { Now } from '#renderer/lib/now.svelte.ts';
import { pageClock, pause, type SteadyClock } from '#renderer/lib/steady-clock.ts';
import { Programme } from '#renderer/features/programme/programme.svelte.ts';
import { screenBeneath, screenOf } from '#renderer/lib/kiosk/screen.ts';
import type { Screen, View } from '#renderer/lib/kiosk/screens.ts';
import type { SettingPlace } from '#renderer/lib/kiosk/setting-place.ts';
import type { Side } from '#renderer/lib/side.ts';
import type { SoundOutput } from '#renderer/lib/sound/sound-output.ts';
import type { SoundPlayer } from '#renderer/lib/sound/sound.ts';
import { Turnout } from '#renderer/features/door/turnout.svelte.ts';
import { VenueLogo } from '#renderer/features/frame/venue-logo.svelte.ts';
import { ScanIntake } from '#renderer/lib/scans/scan-intake.svelte.ts';
import { StateMirror } from './state-mirror.ts';

/** How long to wait before asking for the state again, in milliseconds. */
const ASK_AGAIN_AFTER = 500;
/** After so long without a touch or a scan a guests' screen shows the door again, in milliseconds. */
const GUEST_GONE_AFTER = 30_000;
/** So many calls for help are known again; there are as many doors in a house at most. */
const CALLS_REMEMBERED = 200;

/** What the renderer needs from outside. */
export interface KioskPorts {
  /** Whose side this page is; missing: the usher's, which is the whole kiosk. */
  readonly side?: Side;
  readonly api: KioskApi;
  readonly sound: Pick<SoundPlayer, 'play' | 'watchOutput'>;
  readonly speech: Speech;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** What is waited by; the page's own if missing. */
  readonly clock?: SteadyClock;
}

/** What a page has of the kiosk's state: the guest's side has not all of it. */
type PageState = KioskState | GuestState;

/** Everything that the screens show and do: the kiosk's state, mirrored from main, and its calls. */
export class Kiosk {
  readonly side: Side;
  readonly #api: KioskApi;
  readonly #clock: SteadyClock;
  readonly #pin = new PinPrompt();
  /** The calls to the kiosk. */
  readonly calls: KioskMethods;
  /** The same calls, which ask for the PIN first if it is needed. */
  readonly withPin: PinCalls;
  readonly #sound: Pick<SoundPlayer, 'play' | 'watchOutput'>;
  readonly #speech: Speech;
  readonly #announcer: Announcer;
  #page = $state.raw<PageState | null>(null);
  readonly #mirror = new StateMirror<PageState>();
  readonly #navigation = new Navigation();
  readonly #arrival = new VerdictArrival<GuestVerdict>();
  readonly #notices = new VerdictArrival<ShownNotice>();
  #following = false;
  #asking = false;
  readonly #screen = $derived.by(() => {
    const { view } = this.#navigation;
    if (this.side === 'guest') return guestScreenOf(this.#page);
    return screenOf(this.state, view, this.#pin.isAsked, this.#setAside(view));
  });
  readonly #beneath = $derived.by(() =>
    this.side === 'guest'
      ? guestScreenOf(this.#page)
      : screenBeneath(this.state, this.#navigation.view),
  );
  /** Somebody of the staff is at a guests' screen that has no PIN. */
  #staffIsHere = $state(false);
  /** Calls for help that were heard, whether or not they still stand. */
  #callsHeard: readonly string[] = [];
  /** The verdict over which the PIN was asked for, by its sequence; null: over none. */
  #pinOver = $state<number | null>(null);
  readonly #timeZone = $derived(this.#page?.settings.zoneInUse ?? 'UTC');
  readonly #timeStyle = $derived(this.#page?.settings.timeStyle ?? 'auto');
  readonly #spoken = $derived(this.#speaking(language()));
  readonly #alsoSpoken = $derived.by(() => {
    // Whoever has chosen a language reads no other.
    if (this.visit.language !== null) return null;
    const second = this.#page?.settings.secondLanguage ?? null;
    return second === null || second === language() ? null : this.#speaking(second);
  });
  readonly now: Now;
  readonly programme: Programme;
  /** Kept while verdicts cover the door. */
  readonly turnout: Turnout;
  readonly venueLogo: VenueLogo;
  /** The guest who stands at a guests' screen. */
  readonly visit = new Visit();
  readonly demoTickets = new DemoTicketsShown();
  readonly intake: ScanIntake;
  readonly camera: Camera;
  readonly overruling = new Overruling({
    overrule: (order) => this.withPin.overrule(order),
    overruleEvidence: (about) => this.withPin.overruleEvidence(about),
  });
  readonly partyChoice: PartyChoice;
  readonly closing = new Closing({
    opened: () => this.#unlocked(),
    quit: () => this.withPin.quit(null),
  });
  readonly #idle: Idle;
  /** Scans are no sign of staff. */
  readonly #touched: Idle;
  readonly #isIdle = $derived.by(() =>
    this.#idle.isFor(this.#page?.settings.idleBoardAfter ?? null),
  );
  readonly #today = $derived.by(() => this.#spoken.format.today(this.platformNow));
  readonly #board = $derived.by(() => {
    const { board } = this.programme;
    return board === null ? null : stillOn(board, this.platformNow);
  });

  constructor({ side = 'usher', api, sound, speech, now, clock = pageClock }: KioskPorts) {
    this.side = side;
    this.#api = api;
    this.#clock = clock;
    this.calls = answeredCalls(api);
    this.withPin = callsWithPin(this.calls, this.#pin, () => !this.isForGuests);
    this.partyChoice = new PartyChoice(this.withPin);
    this.#sound = sound;
    this.#speech = speech;
    this.now = new Now(now);
    this.#announcer = new Announcer({ sound, speech, now: () => this.now.read() });
    this.#idle = new Idle(this.now);
    this.#touched = new Idle(this.now);
    this.intake = new ScanIntake({
      calls: this.calls,
      now: this.now,
      isTrying: () => isTryingScanners(this.state, this.#screen),
      onInput: () => this.#idle.touch(),
    });
    this.camera = new Camera({
      devices: navigator.mediaDevices,
      createReader: () => new PictureReader(clock),
      takePictures: picturesOf,
      clock,
      onScan: (code) => this.intake.seen(code),
      onReport: (report) => void this.calls.noteCamera({ report }),
    });
    this.programme = new Programme(
      api,
      () => this.#page?.programme ?? null,
      () => this.state?.machine.rehearsal ?? false,
    );
    this.turnout = new Turnout((hours) => this.calls.statistics({ hours }));
    this.venueLogo = new VenueLogo(() => this.calls.venueLogo(null));
  }

  /** Subscribes to the kiosk's state; returns a function that unsubscribes. */
  start(): () => void {
    const unsubscribe = this.#api.onState((update) => this.#follow(update));
    this.#following = true;
    void this.#load();
    return () => {
      this.#following = false;
      unsubscribe();
    };
  }

  /** Called when the connection to the kiosk is lost: the known state is dropped, and asked for anew. */
  forget(): void {
    this.#page = null;
    this.#mirror.forget();
    void this.#load();
  }

  /** The whole state; null: the kiosk has not answered yet, or this is the guest's side. */
  get state(): KioskState | null {
    return this.#wholeOf(this.#page);
  }

  /** What every page has of the state, the guest's side too; null: the kiosk has not answered yet. */
  get pageState(): GuestState | null {
    return this.#page;
  }

  get screen(): Screen {
    return this.#screen;
  }

  get format(): Format {
    return this.#spoken.format;
  }

  /** The language of the screen. */
  get spoken(): Spoken {
    return this.#spoken;
  }

  /** The other one in which guests are spoken to; null: none. */
  get alsoSpoken(): Spoken | null {
    return this.#alsoSpoken;
  }

  /** The language that the screen is to have; null: the machine's own. */
  get languageWanted(): Language | null {
    const chosen = this.isForGuests ? this.visit.language : null;
    return chosen ?? this.#page?.settings.language ?? null;
  }

  /** In which other languages guests are told what to do, one after the other: the second one first. */
  get inTurn(): readonly Language[] {
    if (this.#page === null || this.visit.language !== null) return [];
    const { secondLanguage, languages } = this.#page.settings;
    const first = secondLanguage === null ? [] : [secondLanguage];
    const others = [...first, ...languages.filter((one) => one !== secondLanguage)];
    return others.filter((one) => one !== language());
  }

  /** Whether the screen is for guests now: it is theirs, and nobody of the staff is at it. */
  get isForGuests(): boolean {
    const { state } = this;
    if (this.side === 'guest') return true;
    if (state?.settings.audience !== 'guest') return false;
    // What is wrong may be the very key that the PIN is sealed with: then staff get there without it.
    if (state.machine.fault !== null) return !this.#staffIsHere;
    // Before a door is open the screens are the staff's.
    if (state.door.selection === null) return false;
    return state.machine.lock.hasPin ? isLocked(state) : !this.#staffIsHere;
  }

  /** Whether staff who came to a guests' screen have left it to itself. */
  get isStaffGone(): boolean {
    return this.#staffIsHere && this.#touched.isFor(this.state?.settings.unlockedFor ?? null);
  }

  /** Whether the operator came to the selection from an open door, and can go back to it. */
  get changing(): boolean {
    return this.#navigation.view === 'choose' && this.state?.door.selection !== null;
  }

  /** Whether there was no activity (touch, key or scan) for the time after which the kiosk is idle. */
  get isIdle(): boolean {
    return this.#isIdle;
  }

  /** The day on the platform's clock and in the kiosk's zone, `yyyy-MM-dd`. */
  get today(): string {
    return this.#today;
  }

  /** The platform's time, as far as it is known; updates the screen as it passes. */
  get platformNow(): number {
    return this.now.current + (this.#page?.session.clockSkew ?? 0);
  }

  /** What the idle board shows, when it is its time: the ready screen's other face. */
  get idleBoard(): ProgrammeBoard | null {
    if (this.#screen !== 'ready' || !this.#isIdle) return null;
    // Not while tickets are only looked up: an operator who returns must see that nobody is admitted; nor by a way out.
    // Nor while the doors are held: it invites to scan.
    if (this.#page?.door.looksUpOnly || this.#page?.door.isWayOut) return null;
    if (this.#page !== null && isHeld(this.#page.peers.hold)) return null;
    // Nor while a guest waits for somebody, who reads there that somebody was called.
    if ((this.state?.door.help.askedAt ?? null) !== null) return null;
    return this.#board;
  }

  /** The screen that a verdict covers; without a verdict the screen itself. */
  get beneath(): Screen {
    return this.#beneath;
  }

  show(view: View): void {
    this.#pin.settle(false);
    if (this.#navigation.view === 'party' && view !== 'party') {
      // Whoever leaves it lets in nobody more, of those whom it was about.
      const isOfAnother = this.state?.door.party !== null && this.partyShown === null;
      if (!isOfAnother) void this.calls.leaveParty(null);
      // Nothing leads back to a list that is over.
      this.#navigation.toDoor();
    }
    this.#navigation.open(view);
  }

  /** Opens the settings at one of them; null: at the beginning. */
  showSettings(at: SettingPlace | null): void {
    this.#pin.settle(false);
    this.#navigation.openSettings(at);
  }

  /** The setting at which the settings were opened; null: none. */
  get settingAsked(): SettingPlace | null {
    return this.#navigation.settingAsked;
  }

  /** Whether whole barcodes may be shown: the PIN was entered. Without a PIN it may be anybody. */
  get isOpen(): boolean {
    const lock = this.state?.machine.lock;
    return lock !== undefined && lock.hasPin && lock.isUnlocked;
  }

  /** Asks for the PIN only. */
  async askForPin(): Promise<void> {
    if (this.state !== null && isLocked(this.state)) await this.#pin.entered();
  }

  /** Asks for the PIN, if it is needed. Resolves with false if the kiosk stays locked. */
  async #unlocked(): Promise<boolean> {
    await this.askForPin();
    return this.state !== null && !isLocked(this.state);
  }

  /** Called at a guests' screen by whoever knows the sign: shows what staff see, after the PIN where there is one. */
  async enterStaff(): Promise<void> {
    this.visit.end();
    const { state } = this;
    if (state?.machine.fault === null) {
      this.#pinOver = state.verdict.shown?.sequence ?? null;
      const isOpen = await this.#unlocked();
      this.#pinOver = null;
      if (!isOpen) return;
    }
    // Whoever was called has come; but at a fault nobody has shown that they are staff.
    const isProven = state?.machine.fault === null || state?.machine.lock.hasPin === false;
    if (isProven && (this.state?.door.help.askedAt ?? null) !== null)
      void this.calls.endHelp({ why: 'somebody-came' });
    this.#staffIsHere = true;
  }

  /** Gives a guests' screen back to the guests. */
  leaveToGuests(): void {
    this.#staffIsHere = false;
    this.visit.end();
    this.show('door');
    if (this.isOpen) void this.calls.lock(null);
  }

  /** Called when the PIN pad is cancelled. */
  leaveLock(): void {
    if (this.#pin.isAsked) this.#pin.settle(false);
    else this.#navigation.back();
  }

  /** Called when somebody touches the screen, or presses a key, as a scanner may, too. */
  noticeInput(isTouch: boolean): void {
    this.#idle.touch();
    if (isTouch) this.#touched.touch();
  }

  /** Whether a guest has left to itself what they opened on their screen. */
  get isGuestGone(): boolean {
    return this.isForGuests && this.#idle.isFor(GUEST_GONE_AFTER);
  }

  /** A language, with how it writes times and numbers. */
  #speaking(of: Language): Spoken & { readonly format: Format } {
    return { language: of, format: createFormat(intlLocale(of), this.#timeZone, this.#timeStyle) };
  }

  /** Plays the sound of such a verdict, at a volume of 0 to 1. */
  tryOut(kind: VerdictKind, volume: number): void {
    this.#sound.play(kind, volume);
  }

  /** Tells whether sounds can be heard, now and whenever that changes; returns how to stop. */
  watchSound(listener: (output: SoundOutput) => void): () => void {
    return this.#sound.watchOutput(listener);
  }

  /** In which languages verdicts are spoken, where they are. */
  get speaksIn(): readonly Language[] {
    const isGuests = this.state?.settings.audience === 'guest';
    return isGuests && this.#alsoSpoken !== null
      ? [this.#spoken.language, this.#alsoSpoken.language]
      : [this.#spoken.language];
  }

  /** Says a welcome in each of them, at a volume of 0 to 1. */
  tryOutSpeech(volume: number): void {
    const sentences = this.speaksIn.map((locale) => ({
      language: locale,
      text: m.speech_admit({}, { locale }),
    }));
    this.#speech.say(sentences, volume, 0);
  }

  /** Tells how this machine speaks, now and whenever that changes; returns how to stop. */
  watchSpeech(listener: (state: SpeechState) => void): () => void {
    return this.#speech.watch(listener);
  }

  /** Begins or ends a trial of the scanners: until it ends, no ticket is checked. */
  tryScanners(on: boolean) {
    if (on) this.intake.wedgeFindings.clear();
    // A kiosk that locks itself ends the trial by itself.
    return (on ? this.withPin : this.calls).tryScanners({ on });
  }

  async forgetBaseUrl() {
    const answer = await this.withPin.forgetBaseUrl(null);
    if (answer.ok) this.#navigation.toDoor();
    return answer;
  }

  async signIn(username: string, password: string) {
    const answer = await this.calls.signIn({ username, password });
    if (answer.ok) this.#navigation.toDoor();
    // It may have opened the door again.
    if (answer.ok) this.#staffIsHere = false;
    return answer;
  }

  async signOut() {
    const answer = await this.withPin.signOut(null);
    if (answer.ok) this.#navigation.toDoor();
    return answer;
  }

  async openDoor(selection: Selection) {
    const answer = await this.withPin.select({ selection });
    if (answer.ok) this.#navigation.toDoor();
    if (answer.ok) this.#staffIsHere = false;
    return answer;
  }

  /** Opens the screen on which this refusal can be overruled. */
  overrule(subject: OverruleSubject): void {
    this.overruling.begin(subject);
    this.show('overrule');
  }

  /** Leaves it without having done so. */
  leaveOverruling(): void {
    this.#navigation.back();
  }

  /** Opens the screen on which those are let in who came with this guest. */
  showParty(subject: PartySubject): void {
    this.partyChoice.begin(subject);
    this.show('party');
  }

  /** How it goes with the party that was asked for; null: nobody of it was let in yet. */
  get partyShown(): PartyProgress | null {
    const party = this.state?.door.party ?? null;
    return this.#isAsked(party) ? party : null;
  }

  /** Another guest may have been let in, and their party asked for, since; after a reload nothing was asked for. */
  #isAsked(party: PartyProgress | null): boolean {
    const { subject } = this.partyChoice;
    return party !== null && (subject === null || subject.entryId === party.of);
  }

  /** Scans a ticket that was found. */
  admitFound(id: string) {
    this.#idle.touch();
    return this.calls.admitFound({ id });
  }

  /** Asks for the state until it is known. */
  async #load(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    while (this.#following && this.#page === null) {
      const answer = await this.calls.state(null);
      if (answer.ok) this.#begin(answer.value);
      else await pause(this.#clock, ASK_AGAIN_AFTER);
    }
    this.#asking = false;
  }

  /** Takes over the state that was asked for, and then the updates that arrived before it. */
  #begin(whole: WholeState<PageState>): void {
    if (this.#page !== null) return;
    const { state, early } = this.#mirror.begin(whole);
    this.#arrival.begin(state.verdict.shown);
    this.#notices.begin(state.verdict.notice);
    this.intake.begin(state.scanners);
    this.#page = state;
    if (this.state !== null) {
      // Somebody was letting in a party when the page was lost.
      if (this.state.door.party !== null) this.#navigation.open('party');
      this.#prepareSpeech(this.state);
    }
    for (const update of early) this.#follow(update);
  }

  #follow(update: StateUpdate<PageState>): void {
    const state = this.#mirror.take(update);
    const before = this.#page;
    if (state === null || before === null) return;
    const ushers = { now: this.#wholeOf(state), before: this.#wholeOf(before) };
    if (ushers.now !== null && ushers.before !== null) this.#leave(ushers.before, ushers.now);
    this.#page = state;
    if (ushers.now !== null && ushers.before !== null) this.#followUsher(ushers.before, ushers.now);
    if (state.verdict.shown === null && before.verdict.shown !== null) this.visit.verdictGone();
    // Immediately, and not with the screen: what is said now is for the next guest.
    followLanguage(this.languageWanted);
    this.#noticeScans(state, before);
    const notice = this.#notices.follow(state.verdict.notice);
    if (notice !== null) this.#noticeArrived(notice, state);
    if (ushers.now !== null && ushers.before !== null) {
      this.#noticeHelp(ushers.now);
      this.#noticeParty(ushers.now, ushers.before);
    }
    const verdict = this.#arrival.follow(state.verdict.shown);
    if (verdict !== null) this.#verdictArrived(verdict, state);
  }

  /** Ends what belongs to the state before, while its screen still stands. */
  #leave(before: KioskState, state: KioskState): void {
    if (before.machine.rehearsal !== state.machine.rehearsal) this.#followAnother(state);
    if (isSpokenInVain(before, state)) this.#announcer.hush();
    if (!isLocked(before) && isLocked(state)) this.#locked(before);
    // It is over, and forgotten.
    const isOver = state.door.party === null && this.#isAsked(before.door.party);
    if (isOver && this.#navigation.view === 'party') this.#navigation.toDoor();
  }

  #followUsher(before: KioskState, state: KioskState): void {
    this.#prepareSpeech(state);
    if (!isLocked(state)) this.#pin.settle(true);
    const { closesRefused } = state.machine.appWindow;
    if (closesRefused > before.machine.appWindow.closesRefused) this.#closeAsked();
  }

  /** The usher's state; null on the guest's side, whatever it is sent. */
  #wholeOf(state: PageState | null): KioskState | null {
    return this.side === 'usher' && state !== null && 'records' in state ? state : null;
  }

  /** The verdict that a view is about would else cover it. */
  #setAside(view: View): number | null {
    if (this.#pinOver !== null) return this.#pinOver;
    if (view === 'overrule') return this.overruling.subject?.sequence ?? null;
    return view === 'party' ? (this.partyChoice.subject?.sequence ?? null) : null;
  }

  /** Resets what belongs to a kiosk: a new one numbers its verdicts and snapshots from the start. */
  #followAnother({ machine: { rehearsal }, scanners }: KioskState): void {
    this.#navigation.toDoor();
    this.demoTickets.show(rehearsal);
    this.#arrival.begin(null);
    this.#notices.begin(null);
    this.intake.begin(scanners);
  }

  /** Called when the kiosk is locked after a time without activity. */
  #locked(before: KioskState): void {
    const isOfStaff = before.settings.audience === 'guest' || isBehindThePin(this.#beneath, before);
    if (isOfStaff) this.#navigation.toDoor();
    this.#staffIsHere = false;
    this.closing.drop();
  }

  /** Scans count as activity, too; and the idle time starts when a verdict has left the screen. */
  #noticeScans(state: PageState, before: PageState): void {
    const { shown: verdict, waiting } = state.verdict;
    const { scanners } = state;
    const whole = this.#wholeOf(state);
    const isTried = lastTried(whole) !== lastTried(this.#wholeOf(before));
    const changed = verdict !== before.verdict.shown;
    const isParty = whole?.door.party?.isRunning === true;
    if (waiting > 0 || changed || isTried || isParty) this.#idle.touch();
    if (!this.intake.follow(scanners)) return;
    this.#idle.touch();
    // A notice is heard when it is on the screen.
    if (scanners.missed?.isNotice === true) return;
    if (this.isForGuests) this.visit.missed();
    const asksGuests = this.isForGuests && verdict === null;
    this.#announcer.missed(
      this.#heard(state),
      asksGuests
        ? this.#inGuestsLanguages(({ language: locale }) =>
            againSentence(this.visit.isHardToRead, locale),
          )
        : [],
    );
  }

  /** A reading failed, after the verdict of the guest before if there was one. */
  #noticeArrived({ kind }: ShownNotice, state: PageState): void {
    this.#idle.touch();
    if (this.isForGuests) this.visit.missed();
    followLanguage(this.languageWanted);
    this.#announcer.notice(
      this.#heard(state),
      this.isForGuests
        ? this.#inGuestsLanguages(({ language: locale }) =>
            noticeSentence(kind, this.visit.isHardToRead, locale),
          )
        : [{ language: language(), text: noticeWord(kind) }],
    );
  }

  /**
   * Somebody calls for help, here or at another door of the house, of which guests hear nothing. A call that is taken
   * back and made again soon is the same one, and is heard once.
   */
  #noticeHelp(state: KioskState): void {
    const { help } = state.door;
    const here = help.askedAt === null ? [] : [`${state.machine.kiosk.id} ${help.askedAt}`];
    const elsewhere = this.isForGuests
      ? []
      : state.peers.calls.map(({ kioskId, askedAt }) => `${kioskId} ${askedAt}`);
    const calls = [...here, ...elsewhere].filter((call) => !this.#callsHeard.includes(call));
    this.#callsHeard = [...this.#callsHeard, ...calls].slice(-CALLS_REMEMBERED);
    if (calls.length > 0) this.#sound.play('help', this.#heard(state).volume);
  }

  /** A new verdict closes other views, and the PIN pad: the door is ready for the next guest. */
  #verdictArrived(verdict: GuestVerdict, state: PageState): void {
    this.#pin.settle(false);
    if (this.isForGuests) this.visit.verdict(verdict);
    if (this.isForGuests) this.#navigation.toDoor();
    else if (this.#beneath !== 'unlock') this.#navigation.giveWay();
    followLanguage(this.languageWanted);
    this.#announcer.verdict(verdict, this.#heard(state), () => this.#spokenOf(verdict, state));
  }

  /** What the house wants to hear: nothing in its quiet hours. */
  #heard(state: PageState): Heard {
    const settings = this.#wholeOf(state)?.settings;
    // The guest's side makes no sound: both would be heard.
    if (settings === undefined) return SILENT;
    const isQuiet = isWithinHours(settings.quietHours, this.now.read(), settings.zoneInUse);
    return isQuiet ? { ...settings, volume: 0, spokenVerdicts: false } : settings;
  }

  /** What is said of a verdict: at an usher's screen its word alone. */
  #spokenOf(verdict: GuestVerdict, { session: { clockSkew } }: PageState): readonly Sentence[] {
    if (!this.isForGuests) return [{ language: language(), text: verdictWord(verdict) }];
    const decidedAt = verdict.at + (clockSkew ?? 0);
    return this.#inGuestsLanguages((spoken) => spokenToGuest(verdict, decidedAt, spoken));
  }

  /** The same in each language of the guests. */
  #inGuestsLanguages(text: (spoken: Spoken) => string): readonly Sentence[] {
    return [this.#spoken, this.#alsoSpoken].flatMap((spoken) =>
      spoken === null ? [] : [{ language: spoken.language, text: text(spoken) }],
    );
  }

  #prepareSpeech({ settings }: KioskState): void {
    if (settings.spokenVerdicts) this.#speech.prepare();
  }

  /** A party is heard once, at its end: its verdicts are told in a list. */
  #noticeParty(state: KioskState, before: KioskState): void {
    const { party } = state.door;
    if (party === null || !hasPartyEnded(party, before.door.party)) return;
    const kind = partySound(party);
    if (kind !== null) this.#announcer.sound(kind, this.#heard(state));
  }

  /** Called when somebody tried to close the window while it was locked: asks for the PIN. */
  #closeAsked(): void {
    // The attempt counts as activity although the page saw no touch or key, so that the PIN pad stays.
    this.#idle.touch();
    void this.closing.ask();
  }
}

/** The number of the last code that a trial of the scanners has received; undefined: none. */
function lastTried(state: KioskState | null): number | undefined {
  return state?.scanners.trial?.arrivals.at(-1)?.number;
}

/** The kiosk, for every component beneath the App. */
export const [useKiosk, provideKiosk] = createContext<Kiosk>();
