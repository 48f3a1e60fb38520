import { fileURLToPath } from 'node:url';
import { setTimeout as realTime } from 'node:timers/promises';
import Conf from 'conf';
import { createRandom, type Random } from '#box-office/demo/random.ts';
import { forkNodeProcess } from '#main/rehearsal/demo/node-process.ts';
import type { OpenedKiosk } from '#main/hosts/host/host-parts.ts';
import { openKiosk } from '#main/hosts/host/open-kiosk.ts';
import { plainKeyProtector } from '#main/hosts/host/plain-key-protector.ts';
import type { KioskHandlers } from '#main/base/ipc/handlers.ts';
import type { Workers } from '#main/kiosk/kiosk.ts';
import type { Logger } from '#main/base/ports.ts';
import { ok } from '#shared/result.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import type { ShownVerdict } from '#shared/model/verdict.ts';
import { Plugged } from '#tests/main/entrance/scanners/hid/plugged.ts';
import { reportsOf } from '#tests/main/entrance/scanners/hid/reports.ts';
import type { FakeClock } from '#tests/support/fake-clock.ts';
import { WAITING_WAYS, type SetUp, type ToTown, type TownRequest, type Way } from './messages.ts';
import { VirtualTime, WholeClock } from './virtual-time.ts';

/** A log that nobody reads. */
const NO_LOG: Logger = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  scope: () => NO_LOG,
};
const EMBEDDED = fileURLToPath(import.meta.resolve('#box-office/embedded.ts'));
const PIN = '24683579';
/** Who read a ticket twice did so within this time, in milliseconds. */
const AGAIN = 600;
/** So many codes are read within a few seconds, at the most. */
const RECENT = 30;
/** What a scan keeps that leaks, in characters. */
const LEAKED = 120_000;
const LEAKS_EVERY = 10;

export interface DoorPorts {
  readonly setUp: SetUp;
  readonly workers: Workers;
  readonly tell: (message: ToTown) => void;
  readonly ask: (request: TownRequest) => Promise<void>;
}

/** The real kiosk, as a host puts it together, and what people do with it. */
export class SoakDoor {
  readonly clock: FakeClock;
  readonly time: VirtualTime;
  readonly #ports: DoorPorts;
  readonly #random: Random;
  readonly #plugged = new Plugged();
  readonly #opened: OpenedKiosk;
  #way: Way = 'up';
  #detach = (): void => undefined;
  #latest: KioskState;
  #shown: ShownVerdict | null = null;
  #scans = 0;
  #nextGood = 0;
  /** The codes that were read last. */
  readonly #towns: TownsTime;
  readonly #recent: string[] = [];

  private constructor(ports: DoorPorts, towns: TownsTime, opened: OpenedKiosk, plugged: Plugged) {
    const { setUp } = ports;
    const { clock } = towns;
    this.#ports = ports;
    this.#towns = towns;
    this.clock = clock;
    this.#opened = opened;
    this.#plugged = plugged;
    this.#latest = opened.kiosk.state();
    this.#random = createRandom(setUp.seed + 1);
    this.time = new VirtualTime({
      clock,
      baseUrl: setUp.baseUrl,
      mayWait: () => WAITING_WAYS.includes(this.#way),
      atWork: () => {
        if (towns.isTold) return 'the town is told the time';
        const {
          programme,
          records: { snapshot },
          verdict: { waiting },
        } = this.#latest;
        if (programme.refreshing) return 'the programme is read';
        if (snapshot.refreshing !== null) return 'tickets are copied';
        return waiting > 0 ? 'a scan waits' : null;
      },
      tellTime: (ahead) => towns.tell(ahead),
    });
  }

  static async open(ports: DoorPorts): Promise<SoakDoor> {
    const { setUp, workers } = ports;
    const clock = new WholeClock(setUp.startsAt);
    const towns = new TownsTime(ports, clock);
    const plugged = new Plugged();
    plugged.plugIn();
    const opened = await openKiosk({
      commandLine: { baseUrl: setUp.baseUrl, demo: false, windowed: true, settingsFile: null },
      machineSettings: () => Promise.resolve(ok(null)),
      version: '0.1.0',
      dataDirectory: setUp.folder,
      exportFolder: setUp.folder,
      workers,
      Store: Conf,
      keyProtector: plainKeyProtector,
      forkBoxOffice: forkNodeProcess(EMBEDDED),
      hid: plugged,
      clock,
      logger: NO_LOG,
    });
    const door = new SoakDoor(ports, towns, opened, plugged);
    door.reload();
    await door.time.until(opened.kiosk.start());
    await door.handlers.setPin({ pin: PIN });
    // Copied each minute: a whole house's tickets would make the evening one of copying.
    await door.handlers.changeSettings({ change: { offlineScope: 'selection' } });
    await door.handlers.lock(null);
    await door.signIn();
    return door;
  }

  get scans(): number {
    return this.#scans;
  }

  get handlers(): KioskHandlers {
    const { handlers } = this.#opened.kiosk;
    if (handlers === null) throw new Error('the kiosk switches');
    return handlers;
  }

  /** As the page knows it. */
  get state(): KioskState {
    return this.#latest;
  }

  /** The page is loaded again: it asks for all that is, and hears of what comes. */
  reload(): void {
    const { kiosk } = this.#opened;
    this.#detach();
    this.#detach = kiosk.onState((state) => this.#look(state));
    this.#look(kiosk.state());
  }

  async signIn(): Promise<void> {
    const { username, password, selection } = this.#ports.setUp;
    const answer = await this.time.until(this.handlers.signIn({ username, password }));
    if (!answer.ok) throw new Error(`nobody can sign in: ${JSON.stringify(answer.error)}`);
    if (this.state.door.selection === null) await this.handlers.select({ selection });
    await this.time.quiet();
  }

  async signOut(): Promise<void> {
    await this.time.until(this.handlers.signOut(null));
  }

  async network(way: Way): Promise<void> {
    this.#way = way;
    await this.#ports.ask({ do: 'network', way });
  }

  async restartPlatform(): Promise<void> {
    this.#way = 'cut';
    await this.#ports.ask({ do: 'platform-restart' });
  }

  revokeTokens(): Promise<void> {
    return this.#ports.ask({ do: 'revoke-tokens' });
  }

  /** Some people show their tickets; now and then one is read twice. */
  async arrive(people: number): Promise<void> {
    const atOnce = this.#random.oneIn(8);
    for (let left = people; left > 0; left -= 1) {
      const code = this.#code();
      const byHid = this.#random.oneIn(3) && this.#isPluggedIn();
      await this.#scan(code, byHid, false);
      if (left > 1 && this.#random.oneIn(20)) {
        await this.time.pass(AGAIN);
        await this.#scan(code, byHid, true);
        left -= 1;
      }
      if (!atOnce) await this.time.pass(this.#random.between(200, 900));
    }
    await this.time.quiet();
  }

  /** The scanner is pulled out, and a moment later plugged in. */
  async replug(): Promise<void> {
    this.#plugged.unplug('a');
    this.#plugged.hint();
    await this.time.pass(3_000);
    this.#plugged.plugIn();
    this.#plugged.hint();
    await this.time.quiet();
  }

  async sleep(ms: number): Promise<void> {
    await this.#towns.tell(ms);
    this.clock.sleep(ms);
    this.#opened.kiosk.resume();
    await this.time.quiet();
  }

  async lookForTickets(names: readonly string[]): Promise<void> {
    await this.handlers.unlock({ pin: PIN });
    await this.handlers.findTickets({ query: '' });
    while (this.state.door.find.status === 'building') await realTime(1);
    for (const query of names) await this.handlers.findTickets({ query });
    await this.handlers.lock(null);
    await this.time.quiet();
  }

  /** A rehearsal begins, some tickets of it are scanned, and it ends. Its box office has its own time. */
  async rehearse(): Promise<void> {
    const switchTo = (on: boolean) =>
      this.time.slowlyUntil(Promise.resolve(this.handlers.rehearse({ on })));
    const begun = await switchTo(true);
    if (!begun.ok) throw new Error(`no rehearsal: ${begun.error.type}`);
    for (const { barcode } of this.state.machine.demo?.tickets.slice(0, 6) ?? []) {
      await this.handlers.scan({ code: barcode, source: 'wedge' });
      await this.time.pass(1_000);
    }
    await switchTo(false);
    await this.time.quiet();
    // The door's token may have been revoked without anybody having noticed.
    if (this.state.session.current.status !== 'signed-in') await this.signIn();
    if (this.state.door.selection === null)
      throw new Error('the door stays closed after a rehearsal');
  }

  /** What was decided without the platform is there in the end. */
  async settle(): Promise<void> {
    await this.network('up');
    await this.time.pass(60_000);
    if (this.state.session.current.status !== 'signed-in') await this.signIn();
    await this.time.pass(5 * 60_000);
  }

  async close(): Promise<void> {
    await this.time.until(this.#opened.close());
  }

  async #scan(code: string, byHid: boolean, again: boolean): Promise<void> {
    this.#scans += 1;
    this.#ports.tell({ type: 'read', code, again });
    if (byHid) {
      this.#plugged.send('a', reportsOf('two-byte-count', code));
    } else {
      const answer = await this.handlers.scan({ code, source: 'wedge' });
      if (!answer.ok || !answer.value.taken)
        throw new Error(`a scan was not taken: ${this.#why()}`);
    }
    if (this.#ports.setUp.leak && this.#scans % LEAKS_EVERY === 0) this.#leak();
  }

  /** What may keep a door from taking scans. */
  #why(): string {
    const {
      session: { current: session },
      door: { selection },
      machine: { fault, rehearsal },
    } = this.state;
    return JSON.stringify({
      session: session.status,
      isOpen: selection !== null,
      fault,
      rehearsal,
    });
  }

  /** Somebody listens who never goes, and holds on to what nobody needs. */
  #leak(): void {
    const kept = Buffer.alloc(LEAKED, this.#scans).toString('latin1').split('');
    this.#opened.kiosk.onState(() => kept.at(0));
  }

  /** One in ten has not been here yet; the others come back, or have no good ticket. */
  #code(): string {
    let code = this.#anyCode();
    // Nobody is back within seconds: that would be the same ticket, read twice.
    while (this.#recent.includes(code)) code = this.#anyCode();
    this.#recent.push(code);
    if (this.#recent.length > RECENT) this.#recent.shift();
    return code;
  }

  #anyCode(): string {
    const { good, bad } = this.#ports.setUp;
    const kind = this.#random.between(1, 10);
    const fresh = good[this.#nextGood];
    if (fresh !== undefined && (kind === 1 || this.#nextGood < 2 * RECENT)) {
      this.#nextGood += 1;
      return fresh;
    }
    return this.#random.pick(kind === 10 ? bad : good.slice(0, this.#nextGood));
  }

  #isPluggedIn(): boolean {
    return this.#plugged.opened.has('a');
  }

  #look(state: KioskState): void {
    this.#latest = state;
    const {
      verdict: { shown: verdict },
    } = state;
    if (verdict === null || verdict === this.#shown) return;
    this.#shown = verdict;
    this.#ports.tell({ type: 'shown', kind: verdict.kind, basis: verdict.basis });
  }
}

/** The time that the town goes by. */
class TownsTime {
  readonly clock: FakeClock;
  readonly #ports: DoorPorts;
  #telling = 0;

  constructor(ports: DoorPorts, clock: FakeClock) {
    this.#ports = ports;
    this.clock = clock;
  }

  /** Whether it is being told: no time may pass meanwhile. */
  get isTold(): boolean {
    return this.#telling > 0;
  }

  async tell(ahead: number): Promise<void> {
    const { setUp, ask } = this.#ports;
    this.#telling += 1;
    await ask({ do: 'tell-time', now: setUp.startsAt + this.clock.passed + ahead }).finally(() => {
      this.#telling -= 1;
    });
  }
}
