import { join } from 'node:path';
import { createServer } from 'node:http';
import { Outputs } from '#main/entrance/outputs/outputs.ts';
import { nodeHidPort } from '#main/entrance/scanners/hid/node-hid-port.ts';
import { createHttp } from '#main/platform/ticketing/http.ts';
import { systemClock } from '#main/base/system-clock.ts';
import { openLedger } from '#main/ledger/open-ledger.ts';
import type { BrokerAddress } from '#main/venue/link.ts';
import type { OutputSetting, OutputWay } from '#shared/model/output.ts';
import { HOUSE, offlineAdmission, optionsFor, valueOf } from '#tests/main/ledger/support.ts';
import { freePort } from '#tests/support/free-port.ts';
import { startMosquitto } from '#tests/support/mosquitto.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { delaysInTurns } from './delays.ts';
import { figuresSaidBy } from './figures-elsewhere.ts';
import { halfAndMost, type Figure } from './figures.ts';
import { inFolder } from './in-folder.ts';
import {
  HEARD,
  httpEnd,
  listening,
  modbusEnd,
  mqttEnd,
  relayEnd,
  serialEnd,
  type OutputEnd,
} from './output-ends.ts';

export interface OutputMeasures {
  /** Guests that each kind of gate is opened for. */
  readonly guests: number;
  /** Scans that are committed beside gates of which two are dead. */
  readonly scans: number;
}

/** What is promised. */
export const FULL_OUTPUTS: OutputMeasures = { guests: 500, scans: 2_000 };

/** Shorter than any gate's: each turn waits until the device is off again. In milliseconds. */
const PULSE = 1;

/** How soon a gate is told after its verdict is in the ledger, and what gates cost a scan. */
export function measureOutputs(
  { guests, scans }: OutputMeasures,
  say: (what: string) => void,
): Promise<Figure[]> {
  return inFolder(async (folder) => {
    const broker = await startMosquitto(folder);
    const ends: Record<string, (name: string) => Promise<OutputEnd>> = {
      HTTP: httpEnd,
      Modbus: modbusEnd,
      MQTT: (name) => mqttEnd(broker.url, name),
      serial: (name) => serialEnd(folder, name),
    };
    const address = { url: broker.url, user: null, password: null, ca: null };
    try {
      const figures: Figure[] = [];
      for (const [kind, open] of Object.entries(ends)) {
        say(`${kind}: ${guests} guests`);
        const [ours, bare] = [await open('ours'), await open('bare')];
        const times = await toTheWire(guests, join(folder, `${kind}.db`), address, ours, bare);
        const head = { what: whatTo(kind), size: guests, toReach: { most: 20 } };
        figures.push(...halfAndMost(head, ...times));
      }
      figures.push(...relayFigures(guests));
      say(`${scans} scans beside four outputs, two of them dead`);
      return [...figures, ...(await besideDeadOnes(scans, folder))];
    } finally {
      await broker.kill();
    }
  });
}

/**
 * The same of a USB relay card, a virtual one, to be run where the kernel has such: in a machine which emulates its
 * processor, so that nothing is promised but to be told beside a bare client.
 */
export function measureRelay(guests: number): Promise<Figure[]> {
  return inFolder(async (folder) => {
    const [ours, bare] = [relayEnd('USBRelay2'), relayEnd('Bare card')];
    const times = await toTheWire(guests, join(folder, 'relay.db'), null, ours, bare);
    const head = { what: whatTo('a relay card, on an emulated processor'), size: guests };
    return halfAndMost({ ...head, toReach: null }, ...times);
  });
}

/** Those of {@link measureRelay}, from the virtual machine that is named, if one is. */
function relayFigures(guests: number): Figure[] {
  const machine = process.env['USHER_HID_VM'];
  if (machine === undefined) return [];
  return figuresSaidBy(machine, ['node', 'tests/bench/relay-alone.ts', String(guests)]);
}

function whatTo(kind: string): string {
  return `verdict in the ledger to the command at the device, ${kind}, beside a bare client`;
}

/** The delays of an output of ours, and those of a client that does nothing else. */
async function toTheWire(
  guests: number,
  path: string,
  broker: BrokerAddress | null,
  ours: OutputEnd,
  other: OutputEnd,
): Promise<[number[], number[]]> {
  const { ledger } = valueOf(openLedger(optionsFor(path)));
  const outputs = openOutputs([ours.way], broker);
  const bare = await other.bare();
  try {
    const [times = [], plain = []] = await delaysInTurns(guests, [
      async (turn) => {
        const on = ours.on.next(HEARD.on);
        const off = ours.off?.next(HEARD.off);
        const entry = offlineAdmission({ code: `guest ${turn}` });
        valueOf(ledger.record(entry));
        const committedAt = performance.now();
        outputs.follow({ kind: 'admit', basis: 'cache', entryId: entry.id });
        const heardAt = await on;
        await off;
        return heardAt - committedAt;
      },
      async () => {
        const on = other.on.next(HEARD.on);
        const sentAt = performance.now();
        bare.send();
        return (await on) - sentAt;
      },
    ]);
    return [times, plain];
  } finally {
    // Also after a command that was lost: what stays open keeps the process, and whoever waits for it.
    await Promise.all([outputs.stop(), bare.close()]);
    await Promise.all([ours.close(), other.close()]);
    ledger.close();
  }
}

/** Look-ups and commits of scans, in turn without outputs and with four: two that work, one gone, one that hangs. */
async function besideDeadOnes(scans: number, folder: string): Promise<Figure[]> {
  const { ledger } = valueOf(openLedger(optionsFor(join(folder, 'scans.db'))));
  const [http, modbus] = [await httpEnd(), await modbusEnd()];
  const hanging = createServer(() => undefined);
  const dead = [await freePort(), await listening(hanging)];
  const ways = dead.map((port): OutputWay => ({
    ...{ type: 'http', url: `http://127.0.0.1:${port}/`, method: 'GET', body: '' },
  }));
  const outputs = openOutputs([http.way, modbus.way, ...ways], null);
  const [ours, bare]: [number[], number[]] = [[], []];
  for (let scan = 0; scan < scans; scan += 1) {
    for (const isWith of scan % 2 === 0 ? [false, true] : [true, false]) {
      const code = `${isWith ? 'with' : 'without'} ${scan}`;
      const start = performance.now();
      valueOf(ledger.ticketEvents({ clientRef: HOUSE, code, ticketIds: [], ticketHash: '' }));
      const entry = offlineAdmission({ code });
      valueOf(ledger.record(entry));
      if (isWith) outputs.follow({ kind: 'admit', basis: 'cache', entryId: entry.id });
      (isWith ? ours : bare).push(performance.now() - start);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  hanging.closeAllConnections();
  hanging.close();
  await outputs.stop();
  await Promise.all([http.close(), modbus.close()]);
  ledger.close();
  return halfAndMost(
    {
      what: 'look-up and commit of a scan beside four outputs, two of them dead, beside the same without',
      ...{ size: scans, toReach: { ratio: 2 } },
    },
    ours.toSorted((a, b) => a - b),
    bare.toSorted((a, b) => a - b),
  );
}

function openOutputs(ways: readonly OutputWay[], broker: BrokerAddress | null): Outputs {
  const logger = new RecordingLogger();
  const http = createHttp({ logger });
  const settings = ways.map((way, index): OutputSetting => ({
    ...{ name: `Gate ${index}`, purpose: 'gate', follows: ['admit'], pulse: PULSE, way },
  }));
  const outputs = new Outputs({
    ...{ clock: systemClock, logger, hid: nodeHidPort(), isReal: true },
    settings: () => settings,
    fetch: http.fetch,
    broker: () => broker,
    authorizationOf: () => null,
    door: () => 'bench',
    onChange: () => undefined,
    faultyInputs: { has: () => false, note: () => undefined, forget: () => undefined },
    onClosed: () => http.close(),
  });
  outputs.start();
  return outputs;
}
