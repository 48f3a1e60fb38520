import { startBoxOffice, type BoxOffice, type BoxOfficeOptions } from '#box-office/server.ts';
import type { BoxOfficeProcess } from '#main/rehearsal/demo/box-office-process.ts';
import { forkNodeProcess } from '#main/rehearsal/demo/node-process.ts';
import type { OpenedKiosk } from '#main/hosts/host/host-parts.ts';
import { openKiosk } from '#main/hosts/host/open-kiosk.ts';
import { plainKeyProtector } from '#main/hosts/host/plain-key-protector.ts';
import type { KioskHandlers } from '#main/base/ipc/handlers.ts';
import type { Logger } from '#main/base/ports.ts';
import { systemClock } from '#main/base/system-clock.ts';
import type { DemoTicketKind } from '#shared/model/demo-guide.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import type { Selection } from '#shared/model/selection.ts';
import type { ShownVerdict } from '#shared/model/verdict.ts';
import { ok } from '#shared/result.ts';
import { openFaultProxy, type FaultProxy } from '#tests/support/fault-proxy.ts';
import { PATIENT_TIMINGS } from '#tests/support/patient-timings.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { eventually } from '#tests/support/eventually.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { WORKERS } from '#tests/support/workers.ts';
import { choose } from '#tests/support/choice.ts';
import { userOf } from '#tests/support/demo-users.ts';
import Conf from 'conf';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';

const EMBEDDED = fileURLToPath(import.meta.resolve('#box-office/embedded.ts'));

/** A venue: its platform, the network before it, and one kiosk, put together as a host does it. */
export interface Venue {
  readonly platform: BoxOffice;
  readonly network: FaultProxy;
  readonly logger: RecordingLogger;
  readonly dataDirectory: string;
  readonly exportFolder: string;
  /** The embedded box offices that were started, oldest first. */
  readonly embedded: readonly EmbeddedProcess[];
  /** Starts the kiosk, again on the same folder. */
  readonly start: () => Promise<Door>;
}

export interface EmbeddedProcess extends BoxOfficeProcess {
  readonly hasEnded: boolean;
}

/** The kiosk, and what somebody at it sees and does. */
export interface Door extends OpenedKiosk {
  readonly verdicts: readonly ShownVerdict[];
  readonly states: readonly KioskState[];
  readonly handlers: () => KioskHandlers;
  readonly state: () => KioskState;
  readonly signIn: () => Promise<unknown>;
  readonly openTheDoor: () => Promise<Selection>;
  /** Scans, and waits for the verdict. */
  readonly scan: (code: string) => Promise<ShownVerdict>;
  readonly rehearse: (on: boolean) => Promise<unknown>;
  /** A ticket of the guide. */
  readonly ticket: (kind: DemoTicketKind, index?: number) => string;
}

/** What is not as usual about a venue. */
export interface VenueOptions {
  /** The file of its platform's data. */
  readonly data?: string;
  /** Where its kiosk writes what happened, given its data folder. */
  readonly log?: (dataDirectory: string) => Logger;
  /** The settings file of its machine. */
  readonly machineSettings?: string;
  /** What its platform is like beyond that. */
  readonly boxOffice?: BoxOfficeOptions;
}

/** @param entry what is started in the place of the embedded box office */
export async function openVenue(
  entry = EMBEDDED,
  { data, log, machineSettings, boxOffice = {} }: VenueOptions = {},
): Promise<Venue> {
  const platform = await startBoxOffice({ seed: 7, tickets: 400, data, ...boxOffice });
  onTestFinished(() => platform.close());
  const network = await openFaultProxy(platform.baseUrl, systemClock);
  const dataDirectory = temporaryFolder();
  const exportFolder = temporaryFolder();
  const logger = new RecordingLogger();
  const embedded: EmbeddedProcess[] = [];
  const forkBoxOffice = (): BoxOfficeProcess => {
    const started = forkNodeProcess(entry)();
    let hasEnded = false;
    started.onEnd(() => (hasEnded = true));
    onTestFinished(() => started.kill());
    embedded.push({
      ...started,
      get hasEnded() {
        return hasEnded;
      },
    });
    return started;
  };
  return {
    ...{ platform, network, logger, dataDirectory, exportFolder, embedded },
    async start() {
      const opened = await openKiosk({
        commandLine: {
          baseUrl: network.baseUrl,
          demo: false,
          windowed: true,
          settingsFile: null,
        },
        machineSettings: () => Promise.resolve(ok(machineSettings ?? null)),
        version: '0.1.0',
        ...{ dataDirectory, exportFolder, forkBoxOffice },
        logger: log?.(dataDirectory) ?? logger,
        workers: WORKERS,
        Store: Conf,
        keyProtector: plainKeyProtector,
        clock: systemClock,
        timings: PATIENT_TIMINGS,
      });
      onTestFinished(() => opened.close());
      return doorOf(opened, platform);
    },
  };
}

async function doorOf(opened: OpenedKiosk, platform: BoxOffice): Promise<Door> {
  const { kiosk } = opened;
  const states: KioskState[] = [];
  const verdicts: ShownVerdict[] = [];
  kiosk.onState((state) => {
    states.push(state);
    const {
      verdict: { shown: verdict },
    } = state;
    if (verdict !== null && verdict !== verdicts.at(-1)) verdicts.push(verdict);
  });
  const handlers = (): KioskHandlers => {
    if (kiosk.handlers === null) throw new Error('the kiosk is switching');
    return kiosk.handlers;
  };
  await kiosk.start();
  return {
    ...opened,
    ...{ verdicts, states, handlers },
    state: () => kiosk.state(),
    async signIn() {
      return handlers().signIn(userOf(platform));
    },
    openTheDoor: () => choose(handlers(), 'anything-open'),
    async scan(code) {
      const before = verdicts.length;
      await handlers().scan({ code, source: 'wedge' });
      await eventually(() => expect(verdicts.length).toBeGreaterThan(before));
      const verdict = verdicts.at(-1);
      if (verdict === undefined) throw new Error('unreachable');
      return verdict;
    },
    rehearse: (on) => Promise.resolve(handlers().rehearse({ on })),
    ticket(kind, index = 0) {
      const tickets =
        kiosk.state().machine.demo?.tickets.filter((ticket) => ticket.kind === kind) ?? [];
      return tickets[index]?.barcode ?? '';
    },
  };
}

/** What reached the real platform, by method and the path's last part. */
export function askedOf({ network }: Venue): string[] {
  return network.passed.map(
    ({ method, path }) => `${method} ${path.replace(/\?.*/, '').split('/').at(-1)}`,
  );
}

/** A door of the real venue that is signed in and open, with a snapshot of the tickets. */
export async function openDoor(venue: Venue): Promise<Door & { selection: Selection }> {
  const door = await venue.start();
  await door.signIn();
  const selection = await door.openTheDoor();
  await eventually(() => expect(door.state().records.snapshot.tickets).not.toBeNull());
  await eventually(() => expect(door.state().programme.refreshing).toBe(false));
  return { ...door, selection };
}
