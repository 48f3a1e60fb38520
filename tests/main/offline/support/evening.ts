import { assertNever } from '#shared/assert-never.ts';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as realTime } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { startBoxOffice, type BoxOffice, type BoxOfficeOptions } from '#box-office/server.ts';
import { ADMISSION_TIMINGS } from '#main/entrance/admission/timings.ts';
import { DoorKey } from '#main/venue/door-key.ts';
import type { Kiosk, Workers } from '#main/kiosk/kiosk.ts';
import { openLedger } from '#main/ledger/open-ledger.ts';
import type { LedgerRecord } from '#main/ledger/record.ts';
import { plainKeyProtector } from '#main/hosts/host/plain-key-protector.ts';
import type { HidPort } from '#main/entrance/scanners/hid/port.ts';
import type { Settings } from '#main/settings/settings.ts';
import { openVault } from '#main/base/vault/vault.ts';
import type { DemoTicketKind } from '#shared/model/demo-guide.ts';
import type { Discrepancy } from '#shared/model/discrepancy.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import type { Selection } from '#shared/model/selection.ts';
import type { ShownVerdict } from '#shared/model/verdict.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { openFaultProxy, type FaultProxy } from '#tests/support/fault-proxy.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { choiceOf } from '#tests/support/choice.ts';
import { newKiosk, watch } from '#tests/support/new-kiosk.ts';
import { WORKERS } from '#tests/support/workers.ts';
import { passwordOf, USER } from '../../../box-office/support.ts';
import { openCounter, type Counter } from './counter.ts';
import { Machine } from './machine.ts';
import { openRoad, type Road } from './road.ts';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

/** Verdicts follow each other at once: nobody has to see them. */
const TIMINGS = { ...ADMISSION_TIMINGS, verdictAtLeast: 0 };

/** In such steps time passes; between them, what is under way gets to its end. */
const STEP = 250;
/** In which it passes where it is long; an answer still comes within a second. */
const LONG_STEP = 900;

/** How long a test waits, on the real clock, for what takes no time on its own. */
const PATIENCE = 20_000;

/** What a guest is told, in short. */
export interface Told {
  readonly kind: ShownVerdict['kind'];
  readonly basis: ShownVerdict['basis'];
  /** The platform's code, or the one that it would have given; null: none. */
  readonly code: number | null;
  /** For how long the guest has waited, in milliseconds. */
  readonly waited: number;
}

/** A platform whose tickets are sold, and the bad network that leads to it. Time passes as told. */
export interface Evening {
  readonly world: FakeClock;
  readonly boxOffice: BoxOffice;
  readonly counter: Counter;
  readonly proxy: FaultProxy;
  /** So many barcodes of a kind, none of them handed out before. */
  readonly tickets: (kind: DemoTicketKind, count: number) => string[];
  /** Lets time pass for everybody. */
  readonly pass: (ms: number) => Promise<void>;
  /** Lets everything come to its end that needs no time. */
  readonly quiet: () => Promise<void>;
  /** Lets time pass until `isSo`, but no longer than `atMost`; returns how long it took. */
  readonly until: (isSo: () => boolean, atMost: number) => Promise<number>;
  /** Starts a kiosk. */
  readonly kiosk: (start?: Start) => Promise<TestKiosk>;
}

export interface Start {
  /** How far its wall clock is ahead. */
  readonly ahead?: number;
  readonly settings?: Partial<Settings>;
  /** Where it keeps its things; an empty folder if it is left out. */
  readonly folder?: string;
  /** It gets to know what is on later. */
  readonly withProgramme?: boolean;
  /** What HID devices it has; none if it is left out. */
  readonly hid?: HidPort;
  /** Other threads than there are. */
  readonly workers?: Partial<Workers>;
}

export interface TestKiosk extends Kiosk {
  readonly machine: Machine;
  readonly road: Road;
  readonly folder: string;
  readonly states: readonly KioskState[];
  signIn(username?: string): Promise<unknown>;
  /** Opens the door for the main performance, or what is around it, and waits for the snapshot of tickets. */
  open(scope?: Selection['scope']): Promise<Selection>;
  /** Signs in, opens the door and waits for the snapshot. */
  openDoor(scope?: Selection['scope']): Promise<Selection>;
  choose(scope?: Selection['scope']): Promise<Selection>;
  signOut(): Promise<void>;
  /** A guest shows a ticket; null: there was no verdict. */
  scan(code: string): Promise<Told | null>;
  /** What only matters as a whole: each verdict's kind and code. */
  scanAll(codes: readonly string[]): Promise<(readonly [string, number | null])[]>;
  discrepancies(): Promise<readonly Discrepancy[]>;
  /** Closes properly, while time passes. */
  close(): Promise<void>;
  /** Ends at once, with nothing written any more; returns a folder with what was on its disk. */
  loseItsPower(): Promise<string>;
  /** The ledger, oldest first. The kiosk has to be closed. */
  ledger(): LedgerRecord[];
}

export async function openEvening(options: BoxOfficeOptions = {}): Promise<Evening> {
  const world = new FakeClock();
  const data = join(temporaryFolder(), 'box-office.db');
  const boxOffice = await startBoxOffice({
    tickets: 200,
    timeZone: 'Europe/Berlin',
    now: () => world.now(),
    data,
    ...options,
  });
  onTestFinished(() => boxOffice.close());
  const proxy = await openFaultProxy(boxOffice.baseUrl, world);
  const kiosks: TestKiosk[] = [];
  const handedOut = new Set<string>();

  const on = () => kiosks.filter(({ machine }) => machine.isOn);
  const isAsking = () =>
    on().reduce((sum, { road }) => sum + road.underway, 0) > proxy.withheld.length;
  // What hangs at the door keeps no snapshot from being built; what else hangs may.
  const isBuilding = () =>
    proxy.withheld.every((path) => path.endsWith('/validateTicket')) &&
    on().some((kiosk) => kiosk.state().records.snapshot.refreshing !== null);
  async function quiet(): Promise<void> {
    const start = performance.now();
    let building = false;
    for (let turns = 0; turns < 5;) {
      if (performance.now() - start > PATIENCE) throw new Error('it does not come to an end');
      // The thread that builds a snapshot needs the processor that turning round and round would take.
      await (building ? realTime(1) : nextTurn());
      const asking = isAsking();
      building = !asking && isBuilding();
      turns = asking || building ? 0 : turns + 1;
    }
  }
  async function until(isSo: () => boolean, atMost: number): Promise<number> {
    const start = world.steady();
    const really = performance.now();
    await quiet();
    while (!isSo()) {
      const waited = world.steady() - start;
      const step = atMost > MINUTE ? LONG_STEP : STEP;
      if (waited < atMost) await world.advance(Math.min(step, atMost - waited));
      // What the system does beside us, such as looking at a disk, takes its own time.
      else if (performance.now() - really < PATIENCE) await realTime(1);
      else throw new Error(`not so after ${waited} ms`);
      await quiet();
    }
    return world.steady() - start;
  }

  const evening: Evening = {
    world,
    boxOffice,
    counter: openCounter(data),
    proxy,
    tickets(kind, count) {
      const fresh = boxOffice
        .barcodes(kind, count + handedOut.size)
        .filter((code) => !handedOut.has(code))
        .slice(0, count);
      expect(fresh, 'there are so many tickets').toHaveLength(count);
      for (const code of fresh) handedOut.add(code);
      return fresh;
    },
    async pass(ms) {
      const end = world.steady() + ms;
      await until(() => world.steady() >= end, ms);
    },
    quiet,
    until,
    kiosk: (start) => startKiosk(evening, start, (started) => kiosks.push(started)),
  };
  return evening;
}

async function startKiosk(
  { world, proxy, quiet, until }: Evening,
  {
    ahead = 0,
    settings = {},
    folder = temporaryFolder(),
    withProgramme = false,
    hid,
    workers,
  }: Start = {},
  onBuilt: (kiosk: TestKiosk) => void,
): Promise<TestKiosk> {
  const machine = new Machine(world, ahead);
  const road = openRoad(machine, withProgramme);
  const logger = new RecordingLogger();
  const { kiosk } = newKiosk(
    { baseUrl: proxy.baseUrl, timings: TIMINGS },
    {
      ...{ fetch: road.fetch, clock: machine, logger, settings },
      ...{ dataDirectory: folder, hid: hid ?? null, workers: { ...WORKERS, ...workers } },
    },
  );
  const { states, verdicts } = watch(kiosk);
  let isClosed = false;

  /** Waits for what may need time to pass, or takes its own, as a thread does that ends. */
  async function inTime<T>(work: Promise<T>): Promise<T> {
    const progress = { isDone: false };
    void work.finally(() => (progress.isDone = true)).catch(() => undefined);
    const longest = world.steady() + 2 * MINUTE;
    const start = performance.now();
    await quiet();
    while (!progress.isDone) {
      if (world.steady() < longest) await world.advance(LONG_STEP);
      else if (performance.now() - start < PATIENCE) await realTime(1);
      else throw new Error('it does not come to an end');
      await quiet();
    }
    return work;
  }

  const started: TestKiosk = {
    ...kiosk,
    machine,
    road,
    folder,
    states,
    signIn: (username = USER.door) =>
      inTime(Promise.resolve(kiosk.handlers.signIn({ username, password: passwordOf(username) }))),
    async signOut() {
      await inTime(Promise.resolve(kiosk.handlers.signOut(null)));
    },
    async choose(scope = 'performance') {
      const options = await inTime(Promise.resolve(kiosk.handlers.filterOptions(null)));
      if (!options.ok) throw new Error('nothing is offered');
      const selection = choiceOf(options.value, scope);
      await kiosk.handlers.select({ selection });
      return selection;
    },
    async open(scope) {
      const selection = await started.choose(scope);
      await until(() => kiosk.state().records.snapshot.tickets !== null, MINUTE);
      return selection;
    },
    async openDoor(scope) {
      await started.signIn();
      return started.open(scope);
    },
    async scan(code) {
      const before = verdicts.length;
      await kiosk.handlers.scan({ code, source: 'wedge' });
      const waited = await until(() => kiosk.state().verdict.waiting === 0, 10 * SECOND);
      const [verdict] = verdicts.slice(before);
      return verdict === undefined ? null : { ...briefly(verdict), waited };
    },
    async scanAll(codes) {
      const told: (readonly [string, number | null])[] = [];
      for (const code of codes) {
        const verdict = await started.scan(code);
        told.push([verdict?.kind ?? 'nothing', verdict?.code ?? null]);
      }
      return told;
    },
    async discrepancies() {
      const page = await kiosk.handlers.discrepancies({ before: null });
      if (!page.ok) throw new Error('the ledger does not tell');
      return page.value.discrepancies;
    },
    async close() {
      if (isClosed || !machine.isOn) return;
      isClosed = true;
      await inTime(kiosk.stop());
    },
    async loseItsPower() {
      const disk = temporaryFolder();
      cpSync(folder, disk, { recursive: true });
      machine.loseItsPower();
      await road.close();
      await quiet();
      return disk;
    },
    ledger() {
      const vault = openVault(folder, plainKeyProtector, logger);
      const kioskId = new DoorKey(vault.key('door')).id;
      const opened = openLedger({ path: join(folder, 'ledger.db'), vault, kioskId, clock: world });
      if (!opened.ok) throw new Error(`the ledger cannot be opened: ${opened.error.code}`);
      const records = [...opened.value.ledger.page({ limit: 1_000 })].reverse();
      opened.value.ledger.close();
      return records;
    },
  };
  onBuilt(started);
  onTestFinished(() => started.close());
  await inTime(kiosk.start());
  await quiet();
  return started;
}

function briefly({ kind, basis, reason }: ShownVerdict): Omit<Told, 'waited'> {
  switch (reason.type) {
    case 'platform-error':
      return { kind, basis, code: reason.error.code };
    case 'copy':
      return { kind, basis, code: reason.code };
    case 'admitted':
    case 'valid':
    case 'not-known':
    case 'not-listed':
    case 'not-on':
    case 'word-awaited':
    case 'unclear':
    case 'doubted-claim':
    case 'held':
    case 'came-back':
    case 'went-out':
    case 'house-full':
    case 'overruled':
    case 'elsewhere':
    case 'no-answer':
    case 'not-signed-in':
      return { kind, basis, code: null };
    default:
      return assertNever(reason);
  }
}
