import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { ADMISSION_TIMINGS } from '#main/entrance/admission/timings.ts';
import type { Answer } from '#main/base/ports.ts';
import type { Kiosk, Workers } from '#main/kiosk/kiosk.ts';
import { createRecordList } from '#main/ledger/record-list.ts';
import type { LedgerRecord } from '#main/ledger/record.ts';
import { openDatabase } from '#main/ledger/open-database.ts';
import { Sealer } from '#main/ledger/sealer.ts';
import { plainKeyProtector } from '#main/hosts/host/plain-key-protector.ts';
import { PROGRAMME_TIMINGS } from '#main/platform/programme/timings.ts';
import { openVault } from '#main/base/vault/vault.ts';
import { assertNever } from '#shared/assert-never.ts';
import { NO_WAY, type Entrance } from '#shared/model/entrance.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import type { ShownVerdict } from '#shared/model/verdict.ts';
import { passwordOf } from '#tests/box-office/support.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { newKiosk } from '#tests/support/new-kiosk.ts';
import { isRefusal } from '#shared/model/overrule.ts';
import type { Action, Endpoint, Guest } from './actions.ts';
import { Gate, GATE, type Opened } from './gate.ts';
import { Network, type Asker } from './network.ts';
import type { Town } from './town.ts';

/** One start of the kiosk, until it is stopped or dropped. */
export interface Run extends Asker {
  readonly kiosk: Kiosk;
  readonly clock: FakeClock;
  readonly directory: string;
  latest: KioskState;
  /** Which snapshot of the tickets came into use when; `from` is when it was made, null: there is none. */
  readonly snapshots: { readonly at: number; readonly from: number | null }[];
  /**
   * How long the answers took that told this kiosk the platform's time, in milliseconds: the first of all,
   * and the quickest so far; null: there was none yet.
   */
  trips: { readonly first: number; readonly quickest: number } | null;
}

/** A code that was read; `at` on the platform's clock, `wall` on the kiosk's. */
export interface Read {
  readonly code: string;
  readonly at: number;
  readonly wall: number;
  readonly run: Run;
  /** Those of its run until then. */
  readonly trips: Run['trips'];
  /** Nobody has read it: the duty manager has let its guest in anyway. */
  readonly isOrder: boolean;
}

/** A verdict that was on the screen. */
export interface Seen {
  readonly verdict: ShownVerdict;
  readonly at: number;
  /**
   * When the snapshots were made that were in use while it was decided, on the platform's clock; null among
   * them: for a while there was none.
   */
  readonly snapshots: readonly (number | null)[];
}

/** The platform has answered a question about a ticket. */
export interface Asked {
  readonly code: string;
  readonly at: number;
  readonly run: Run;
  /** It has spent the ticket for this kiosk. */
  readonly isSpent: boolean;
}

/** All that can be known of an evening when it is over. */
export interface Account {
  readonly reads: readonly Read[];
  readonly seen: readonly Seen[];
  readonly asked: readonly Asked[];
  /** Oldest first. */
  readonly ledger: readonly LedgerRecord[];
  readonly gate: {
    /** Each time that it was told to open, in their order. */
    readonly opened: readonly Opened[];
    readonly isLeftOpen: boolean;
  };
}

const DAYS = 24 * 60 * 60_000;
/** Verdicts follow each other at once here: nobody looks at the screen. */
const TIMINGS = { ...ADMISSION_TIMINGS, verdictAtLeast: 0, verdictAtMost: 60_000 };
/** The programme is no part of the model: it is asked for once. */
const NO_PROGRAMME = { ...PROGRAMME_TIMINGS, interval: 1_000 * DAYS, retry: 1_000 * DAYS };
/** How long it takes to start a kiosk that was dropped, in milliseconds. */
const START = 1_000;
const DOOR_USER = 'door@usher.example';
/** So many turns of the event loop without anything under way, and all that can happen has happened. */
const CALM = 5;
/** From here on time passes in larger steps, in milliseconds. */
const LONG = 75_000;
/** The longest that this may take, in milliseconds. */
const PATIENCE = 30_000;

const askedSchema = z.object({ barcodeString: z.string() });
const answerSchema = z.object({ error: z.boolean() });

/** Two entrances, of which all tickets belong to the other one, or to this one. */
function entrances(areElsewhere: boolean): readonly Entrance[] {
  return [
    { id: 'here', tickets: areElsewhere ? [] : [{ section: '*' }] },
    { id: 'there', tickets: areElsewhere ? [{ section: '*' }] : [] },
  ].map((entrance) => ({
    ...entrance,
    ...{ name: entrance.id, nameIn: {}, colour: null, way: NO_WAY, waysFrom: {} },
  }));
}

/** An evening at one door: a kiosk, its network and its platform, and what people do with them. */
export class Evening {
  readonly #town: Town;
  readonly #workers: Workers;
  readonly #network: Network;
  readonly #logger = new RecordingLogger();
  readonly #folders: string[] = [];
  readonly #reads: Read[] = [];
  readonly #seen: Seen[] = [];
  readonly #asked: Asked[] = [];
  readonly #gate: Gate;
  /** Orders to let somebody in anyway that came to nothing. */
  #refusedOrders = 0;
  #run: Run;
  #doom: 'a verdict' | Endpoint | null = null;
  /** Where the dropped kiosk's files lie as they were at that moment. */
  #remains: string | null = null;
  #isOver = false;

  private constructor(town: Town, workers: Workers) {
    this.#town = town;
    this.#workers = workers;
    this.#network = new Network({
      fetch: town.fetch,
      onArrived: (asker, endpoint, sent, answer) => this.#arrived(asker, endpoint, sent, answer),
    });
    this.#gate = new Gate(() => town.now());
    town.begin();
    this.#run = this.#put(this.#folder());
  }

  static async begin(town: Town, workers: Workers): Promise<Evening> {
    const evening = new Evening(town, workers);
    await evening.#start();
    await evening.#signIn(DOOR_USER);
    await evening.#goOn();
    return evening;
  }

  async act(action: Action): Promise<void> {
    switch (action.do) {
      case 'scan':
        await this.#scan(action.guests, action.waits);
        break;
      case 'pass':
        await this.#pass(action.ms);
        break;
      case 'network':
        this.#network.become(action.way);
        break;
      case 'once':
        this.#network.once(action.endpoint, action.way);
        break;
      case 'release':
        this.#network.release();
        break;
      case 'refresh':
        await this.#run.kiosk.handlers.refreshTickets(null);
        break;
      case 'sign in':
        await this.#signIn(action.username);
        break;
      case 'sign out':
        void this.#run.kiosk.handlers.signOut(null);
        break;
      case 'end sessions':
        this.#town.endSessions();
        break;
      case 'crash':
        if (action.at === 'once') this.#drop();
        else this.#doom = action.at;
        break;
      case 'restart':
        await this.#stop();
        if (!this.#run.isDead) this.#drop();
        break;
      case 'set clock':
        this.#run.clock.setForward(action.by);
        break;
      case 'void':
        this.#town.voidTicket(action.guest);
        break;
      case 'scan elsewhere':
        this.#town.scanElsewhere(action.guest);
        break;
      case 'sell':
        this.#town.sell();
        break;
      case 'entrances':
        await this.#run.kiosk.handlers.useEntrances({ entrances: entrances(action.areElsewhere) });
        await this.#run.kiosk.handlers.changeSettings({ change: { entrance: 'here' } });
        break;
      case 'let in here':
        await this.#letInHere();
        break;
      case 'overrule':
        await this.#overrule(action.back);
        break;
      case 'gate':
        this.#gate.become(action.way);
        break;
      default:
        assertNever(action);
    }
    await this.#goOn();
  }

  /** The machine sleeps for longer than the platform takes scans. */
  async forget(): Promise<void> {
    this.#run.clock.sleep(2.1 * DAYS);
    await this.#goOn();
  }

  /** The network is back, and somebody signs in; then the kiosk is closed, and its books are read. */
  async end(): Promise<Account> {
    this.#doom = null;
    this.#isOver = true;
    this.#network.withholdsTickets = true;
    this.#network.become('up');
    this.#network.forgetPlans();
    this.#network.cut();
    this.#gate.become('works');
    await this.#goOn();
    await this.#pass(35_000);
    await this.#signIn(DOOR_USER);
    await this.#goOn();
    await this.#pass(130_000);
    await this.#stop();
    return {
      reads: this.#reads,
      seen: this.#seen,
      asked: this.#asked,
      ledger: readLedger(this.#run.directory),
      gate: { opened: this.#gate.opened, isLeftOpen: this.#gate.isOn },
    };
  }

  async cleanUp(): Promise<void> {
    if (!this.#run.isDead) await this.#bury(this.#run);
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true });
  }

  async #scan(guests: readonly Guest[], waits: boolean): Promise<void> {
    const run = this.#run;
    const { kiosk } = run;
    const before = {
      seen: this.#seen.length,
      waiting: kiosk.state().verdict.waiting,
      refusedOrders: this.#refusedOrders,
    };
    const selection = kiosk.state().door.selection;
    let taken = 0;
    for (const guest of guests) {
      const read = this.#readNow(run, this.#town.fates[guest].code);
      const answer = await kiosk.handlers.scan({ code: read.code, source: 'wedge' });
      if (!answer.ok || !answer.value.taken) continue;
      this.#reads.push(read);
      taken += 1;
    }
    if (!waits) return;
    await this.#settle();
    await this.#pass((before.waiting + taken) * TIMINGS.onlineBudget + 100);
    if (run.isDead) return;
    const {
      verdict: { waiting },
      door: { selection: still },
    } = kiosk.state();
    if (waiting > 0) throw new Error('somebody waits for longer than the budget');
    if (still !== selection || selection === null) return;
    const shown = this.#seen.length - before.seen;
    const refusedOrders = this.#refusedOrders - before.refusedOrders;
    if (shown + refusedOrders !== before.waiting + taken) {
      throw new Error(`${before.waiting + taken} scans brought ${shown} verdicts`);
    }
  }

  /** The press means the guest on the screen: it is one more scan of that ticket. */
  async #letInHere(): Promise<void> {
    const run = this.#run;
    const {
      verdict: { shown: verdict },
    } = run.latest;
    if (verdict?.kind !== 'elsewhere') return;
    const read = this.#readNow(run, this.#codeOf(verdict));
    const answer = await run.kiosk.handlers.letInHere({ sequence: verdict.sequence });
    if (answer.ok) this.#reads.push(read);
  }

  /** The order waits behind the scans before it; done, it is one more scan of that ticket, without a question. */
  async #overrule(back: number): Promise<void> {
    const run = this.#run;
    const { handlers } = run.kiosk;
    const refusals = this.#seen.filter(({ verdict }) => isRefusal(verdict.kind));
    const verdict = refusals.at(-1 - back)?.verdict;
    if (verdict === undefined) return;
    if (!run.kiosk.state().machine.lock.hasPin) await handlers.setPin({ pin: '4711' });
    const { entryId: id } = verdict;
    const evidence = await handlers.overruleEvidence({ id });
    const shown = evidence.ok ? [...evidence.value.ids] : [];
    const order = { id, cause: 'goodwill', words: '', shown } as const;
    void Promise.resolve(handlers.overrule(order)).then((answer) => {
      if (answer.ok) this.#reads.push(this.#readNow(run, this.#codeOf(verdict), true));
      else this.#refusedOrders += 1;
    });
  }

  #readNow(run: Run, code: string, isOrder = false): Read {
    return { code, at: this.#town.now(), wall: run.clock.now(), run, trips: run.trips, isOrder };
  }

  #codeOf({ codeTail }: ShownVerdict): string {
    const found = Object.values(this.#town.fates).find(({ code }) => code.endsWith(codeTail));
    if (found === undefined) throw new Error('a verdict for nobody');
    return found.code;
  }

  /** What is under way comes to rest; then the door is opened, and a kiosk that was dropped is started. */
  async #goOn(): Promise<void> {
    await this.#settle();
    if (this.#run.isDead) await this.#revive();
    const {
      session: { current: session, leaving },
      door: { selection },
    } = this.#run.kiosk.state();
    if (session.status !== 'signed-in' || selection !== null || leaving !== null) return;
    await this.#run.kiosk.handlers.select({ selection: this.#town.selection });
    await this.#settle();
    if (this.#run.isDead) await this.#revive();
  }

  async #signIn(username: string): Promise<void> {
    void this.#run.kiosk.handlers.signIn({ username, password: passwordOf(username) });
    await this.#settle();
  }

  #put(directory: string): Run {
    const clock = new FakeClock(this.#town.now());
    const origin = this.#town.now() - clock.steady();
    this.#town.follow(() => origin + clock.steady());
    const asker: Asker = { isDead: false };
    const { kiosk } = newKiosk(
      {
        ...{ baseUrl: this.#town.boxOffice.baseUrl, timings: TIMINGS },
        programmeTimings: NO_PROGRAMME,
      },
      {
        fetch: (url, init) => timed(run, () => this.#network.fetchOf(run)(url, init)),
        ...{ clock, logger: this.#logger, dataDirectory: directory, workers: this.#workers },
        hid: this.#gate.portOf(() => run),
        settings: { outputs: [GATE] },
      },
    );
    const run: Run = Object.assign(asker, {
      kiosk,
      clock,
      directory,
      latest: kiosk.state(),
      snapshots: [],
      trips: null,
    });
    kiosk.onState((state) => this.#look(run, state));
    return run;
  }

  #look(run: Run, state: KioskState): void {
    if (run.isDead) return;
    run.latest = state;
    const {
      verdict: { shown: verdict },
      records: { snapshot },
    } = state;
    const at = this.#town.now();
    if (run.snapshots.at(-1)?.from !== snapshot.builtAt) {
      run.snapshots.push({ at, from: snapshot.builtAt });
    }
    if (verdict === null || this.#seen.some((seen) => seen.verdict === verdict)) return;
    this.#seen.push({ verdict, at, snapshots: snapshotsSince(run, at - TIMINGS.onlineBudget) });
    if (this.#doom === 'a verdict') this.#drop();
  }

  #arrived(asker: Asker, endpoint: Endpoint, sent: string, answer: string): void {
    const run = this.#run;
    if (asker !== run) return;
    if (endpoint === 'validateTicket') {
      const code = askedSchema.parse(JSON.parse(sent)).barcodeString;
      const isSpent = !answerSchema.parse(JSON.parse(answer)).error;
      this.#asked.push({ code, at: this.#town.now(), run, isSpent });
    }
    if (endpoint === this.#doom) this.#drop();
  }

  async #start(): Promise<void> {
    await this.#until(this.#run.kiosk.start());
  }

  async #stop(): Promise<void> {
    await this.#until(this.#run.kiosk.stop());
  }

  /** Time passes until something is done. */
  async #until(work: Promise<void>): Promise<void> {
    const progress = { isDone: false };
    void work.finally(() => (progress.isDone = true));
    await this.#settle();
    const patience = performance.now() + PATIENCE;
    while (!progress.isDone && !this.#run.isDead) {
      if (performance.now() > patience) throw new Error('the kiosk does not start or stop');
      await this.#pass(100);
    }
  }

  /** The process is gone from one moment to the next: what is on the disk is all there is. */
  #drop(): void {
    this.#doom = null;
    this.#remains = this.#folder();
    copyAll(this.#run.directory, this.#remains);
    this.#run.isDead = true;
  }

  async #revive(): Promise<void> {
    const remains = this.#remains;
    if (remains === null) throw new Error('a kiosk was dropped, and left nothing');
    this.#remains = null;
    await this.#bury(this.#run);
    const startedAt = this.#town.now() + START;
    this.#town.follow(() => startedAt);
    this.#run = this.#put(remains);
    await this.#start();
    await this.#settle();
  }

  /** What is left of a dropped kiosk lets go of its files, in a time of its own and without a network. */
  async #bury(run: Run): Promise<void> {
    run.isDead = true;
    this.#network.cut();
    const now = this.#town.now();
    this.#town.follow(() => now);
    const progress = { isDone: false };
    void run.kiosk.stop().finally(() => (progress.isDone = true));
    const patience = performance.now() + PATIENCE;
    while (!progress.isDone) {
      if (performance.now() > patience) throw new Error('a dropped kiosk does not end');
      await run.clock.advance(1_000);
      await nextTurn();
    }
  }

  async #pass(ms: number): Promise<void> {
    const slice = ms > LONG ? 1_000 : 100;
    for (let left = ms; left > 0 && !this.#run.isDead; left -= slice) {
      // Of the snapshots that are made in a long time, the last one is enough.
      this.#network.withholdsTickets = this.#isOver || left > LONG;
      await this.#run.clock.advance(Math.min(slice, left));
      await this.#settle();
    }
  }

  /** Waits until nothing goes on any more without time, the network or people. */
  async #settle(): Promise<void> {
    const patience = performance.now() + PATIENCE;
    for (let calm = 0; calm < CALM && !this.#run.isDead;) {
      if (performance.now() > patience) throw new Error('the kiosk does not come to rest');
      await nextTurn();
      calm = this.#isBusy() ? 0 : calm + 1;
    }
  }

  #isBusy(): boolean {
    const {
      programme,
      records: { snapshot },
      verdict: { waiting },
    } = this.#run.latest;
    if (this.#network.isBusy || programme.refreshing) return true;
    // What is offered is asked for before the tickets are.
    const isStuck = ['filterOptions', 'validTickets'].some((name) => this.#network.hasStuck(name));
    if (snapshot.refreshing !== null && !isStuck) return true;
    return waiting > 0 && !this.#network.hasStuck('validateTicket');
  }

  #folder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'usher-model-'));
    this.#folders.push(folder);
    return folder;
  }
}

/** Keeps how long an answer takes that tells the time. */
async function timed(run: Run, ask: () => Promise<Answer>): Promise<Answer> {
  const asked = run.clock.steady();
  const answer = await ask();
  if (answer.headers.get('date') !== null) {
    const trip = run.clock.steady() - asked;
    const { first, quickest } = run.trips ?? { first: trip, quickest: trip };
    run.trips = { first, quickest: Math.min(quickest, trip) };
  }
  return answer;
}

/** Those that were in use at that moment or have come into use since. */
function snapshotsSince({ snapshots }: Run, since: number): (number | null)[] {
  const first = snapshots.findLastIndex(({ at }) => at < since);
  const inUse = snapshots.slice(Math.max(first, 0)).map(({ from }) => from);
  return first < 0 ? [null, ...inUse] : inUse;
}

/** Files of a snapshot may come and go meanwhile. */
function copyAll(from: string, to: string): void {
  for (let tries = 0; ; tries += 1) {
    try {
      cpSync(from, to, { recursive: true });
      return;
    } catch (error) {
      const hasGone = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      if (!hasGone || tries > 10) throw error;
    }
  }
}

function readLedger(directory: string): readonly LedgerRecord[] {
  const opened = openDatabase(join(directory, 'ledger.db'));
  if (!opened.ok) throw new Error(`the ledger cannot be read: ${opened.error.detail}`);
  const vault = openVault(directory, plainKeyProtector, new RecordingLogger());
  const page = createRecordList(opened.value, new Sealer(vault));
  const records = page({ limit: 10_000 }).toReversed();
  opened.value.close();
  return records;
}
