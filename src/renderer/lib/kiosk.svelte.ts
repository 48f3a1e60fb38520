import { createContext } from 'svelte';
import type { KioskApi } from '#shared/ipc/kiosk-api.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import type { ProgrammeBoard } from '#shared/model/programme.ts';
import type { ScanSource } from '#shared/model/scan.ts';
import type { Selection } from '#shared/model/selection.ts';
import { answered } from './answered.ts';
import { stillOn } from './board.ts';
import { createFormat, type Format } from './format.ts';
import { en, type Words } from './i18n/en.ts';
import { Idle } from './idle.svelte.ts';
import { Now } from './now.svelte.ts';
import { Programme } from './programme.svelte.ts';
import { isBeside, screenOf, takesScans, type Screen, type View } from './screen.ts';
import type { SoundPlayer } from './sound.ts';

/** A kiosk that did not tell its state is asked again after so many milliseconds. */
const ASK_AGAIN_AFTER = 500;

/** What the renderer needs from outside. */
export interface KioskPorts {
  readonly api: KioskApi;
  readonly sound: Pick<SoundPlayer, 'play'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Everything that the screens show and do: the kiosk's state, fed by its events, and its calls. */
export class Kiosk {
  readonly #api: KioskApi;
  readonly #sound: Pick<SoundPlayer, 'play'>;
  readonly #words: Words = en;
  #state = $state.raw<KioskState | null>(null);
  #view = $state<View>('door');
  #refusedScan = $state(false);
  #tryingIt = $state(false);
  #linearCodes = $state(false);
  #heard: number | null = null;
  #following = false;
  #asking = false;
  readonly #screen = $derived(screenOf(this.#state, this.#view));
  readonly #timeZone = $derived(this.#state?.timeZone ?? 'UTC');
  readonly #format = $derived(createFormat(this.#words, this.#timeZone));
  readonly now: Now;
  readonly programme: Programme;
  readonly #idle: Idle;
  readonly #isIdle = $derived.by(() => this.#idle.isFor(this.#state?.idleBoardAfter ?? null));
  readonly #today = $derived.by(() => this.#format.today(this.now.current));
  readonly #board = $derived.by(() => {
    const { board } = this.programme;
    return board === null ? null : stillOn(board, this.now.current);
  });

  constructor({ api, sound, now }: KioskPorts) {
    this.#api = api;
    this.#sound = sound;
    this.now = new Now(now);
    this.#idle = new Idle(this.now);
    this.programme = new Programme(api, () => this.#state?.programme ?? null);
  }

  /** Follows the kiosk's state; returns how to stop. */
  start(): () => void {
    const unsubscribe = this.#api.onState((state) => this.#follow(state));
    this.#following = true;
    void this.#load();
    return () => {
      this.#following = false;
      unsubscribe();
    };
  }

  /** The connection to the kiosk is gone, and with it all that was known: it is asked anew. */
  forget(): void {
    this.#state = null;
    void this.#load();
  }

  get state(): KioskState | null {
    return this.#state;
  }

  get screen(): Screen {
    return this.#screen;
  }

  get words(): Words {
    return this.#words;
  }

  get format(): Format {
    return this.#format;
  }

  /** Whether the operator came to the choice from an open door, and can go back to it. */
  get changing(): boolean {
    return this.#view === 'choose' && this.#state?.selection !== null;
  }

  /** Whether nobody has touched, typed or scanned anything for as long as the kiosk waits. */
  get isIdle(): boolean {
    return this.#isIdle;
  }

  /** The kiosk's day, `yyyy-MM-dd`. */
  get today(): string {
    return this.#today;
  }

  /** The platform's time, as far as it is known; passes on the screen. */
  get platformNow(): number {
    return this.now.current + (this.#state?.clockSkew ?? 0);
  }

  /** What the idle board shows, when it is its time: the ready screen's other face. */
  get idleBoard(): ProgrammeBoard | null {
    if (this.#screen !== 'ready' || !this.#isIdle) return null;
    return this.#board;
  }

  /** Whether a scan is taken in: only where its verdict will be seen. */
  get takesScans(): boolean {
    return takesScans(this.#screen, this.#state);
  }

  /** The last code was not taken in; cleared by the next that is. */
  get refusedScan(): boolean {
    return this.#refusedScan;
  }

  /** Whether the demonstration's tickets are shown beside the open door. */
  get tryingIt(): boolean {
    return this.#tryingIt;
  }

  toggleTryingIt(): void {
    this.#tryingIt = !this.#tryingIt;
  }

  /** The demonstration's tickets are drawn for scanners that read nothing but lines. */
  get linearCodes(): boolean {
    return this.#linearCodes;
  }

  toggleLinearCodes(): void {
    this.#linearCodes = !this.#linearCodes;
  }

  show(view: View): void {
    this.#view = view;
  }

  /** Somebody touched the screen or pressed a key. */
  noticeInput(): void {
    this.#idle.touch();
  }

  /** Hands a scan to the kiosk without waiting for the one before. False: it was not taken in. */
  async scan(code: string, source: ScanSource): Promise<boolean> {
    if (!this.takesScans) return false;
    this.#idle.touch();
    const answer = await answered(this.#api.scan({ code, source }));
    const taken = answer.ok && answer.value.taken;
    this.#refusedScan = !taken;
    return taken;
  }

  useServer(address: string) {
    return answered(this.#api.useServer({ address }));
  }

  forgetServer() {
    this.#view = 'door';
    return answered(this.#api.forgetServer(null));
  }

  async signIn(username: string, password: string) {
    const answer = await answered(this.#api.signIn({ username, password }));
    if (answer.ok) this.#view = 'door';
    return answer;
  }

  signOut() {
    this.#view = 'door';
    return answered(this.#api.signOut(null));
  }

  filterOptions() {
    return answered(this.#api.filterOptions(null));
  }

  async openDoor(selection: Selection) {
    const answer = await answered(this.#api.select({ selection }));
    if (answer.ok) this.#view = 'door';
    return answer;
  }

  refreshTickets() {
    return answered(this.#api.refreshTickets(null));
  }

  /** A page of what the platform does not accept; null: the newest. */
  askDiscrepancies(before: number | null) {
    return answered(this.#api.discrepancies({ before }));
  }

  acknowledgeDiscrepancies(ids: readonly string[]) {
    return answered(this.#api.acknowledgeDiscrepancies({ ids: [...ids] }));
  }

  /** Writes all that the platform does not accept to a file, acknowledged or not. */
  exportDiscrepancies() {
    return answered(this.#api.exportDiscrepancies(null));
  }

  mendLedger() {
    return answered(this.#api.mendLedger(null));
  }

  /** Asks for the state until it is known. */
  async #load(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    while (this.#following && this.#state === null) {
      const answer = await answered(this.#api.state(null));
      if (answer.ok) this.#begin(answer.value);
      else await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_AFTER));
    }
    this.#asking = false;
  }

  /** Takes over the state that was asked for, unless a newer one came as an event meanwhile. */
  #begin(state: KioskState): void {
    if (this.#state !== null) return;
    this.#heard = state.verdict?.sequence ?? null;
    this.#state = state;
  }

  #follow(state: KioskState): void {
    const before = this.#state?.verdict ?? null;
    this.#state = state;
    const { verdict } = state;
    // Scans come in without keys, too; and the wait begins when a verdict has left the screen.
    if (state.waiting > 0 || verdict !== before) this.#idle.touch();
    if (verdict === null || verdict.sequence === this.#heard) return;
    this.#heard = verdict.sequence;
    this.#refusedScan = false;
    // Whoever looked at something else gave way to a guest: the door waits for the next.
    if (isBeside(this.#view)) this.#view = 'door';
    this.#sound.play(verdict.kind, state.volume);
  }
}

/** The kiosk, for every component beneath the App. */
export const [useKiosk, provideKiosk] = createContext<Kiosk>();
