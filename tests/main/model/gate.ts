import Database from 'better-sqlite3';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HidDevice, HidPort, OpenHid } from '#main/entrance/scanners/hid/port.ts';
import { err, ok } from '#shared/result.ts';
import type { OutputSetting } from '#shared/model/output.ts';
import type { GateWay } from './actions.ts';
import type { Asker } from './network.ts';

/** The kiosk's gate: a relay card, the one kind of device that is reached by a port of the kiosk. */
export const GATE: OutputSetting = {
  ...{ name: 'Gate', purpose: 'gate', follows: ['admit', 'exit'], pulse: 500 },
  way: { type: 'relay', channel: 1 },
};

const CARD: HidDevice = {
  ...{ path: 'card', vendor: 0x16c0, product: 0x05df, serial: '', name: 'USBRelay1' },
  ...{ usagePage: 0xff00, usage: 1 },
};
const ON = 0xff;

/** The gate was told to open. */
export interface Opened {
  /** On the platform's clock. */
  readonly at: number;
  /** How many admissions were in the ledger's file at that moment. */
  readonly admissions: number;
}

/** A kiosk that has a gate, and the folder with its ledger. */
interface GateKeeper extends Asker {
  readonly directory: string;
}

/** A gate on a relay card, and the ways in which it fails. It keeps when it was told to open, also if it did not. */
export class Gate {
  readonly opened: Opened[] = [];
  readonly #now: () => number;
  #way: GateWay = 'works';
  #isOn = false;

  /** @param now the platform's clock */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Whether it stands open. */
  get isOn(): boolean {
    return this.#isOn;
  }

  become(way: GateWay): void {
    this.#way = way;
  }

  /** The devices of a run of the kiosk: of one that was dropped nothing arrives any more. */
  portOf(keeper: () => GateKeeper): HidPort {
    const listed = () => (this.#way === 'unplugged' ? [] : [CARD]);
    return {
      list: () => Promise.resolve(ok(listed())),
      open: () =>
        Promise.resolve(listed().length > 0 ? ok(this.#handleOf(keeper)) : err({ type: 'gone' })),
      descriptor: () => Promise.resolve(null),
      isAsleep: () => Promise.resolve(false),
      watch: () => () => undefined,
    };
  }

  #handleOf(keeper: () => GateKeeper): OpenHid {
    return {
      close: () => Promise.resolve(),
      sendOutput: () => Promise.resolve(false),
      sendFeature: ([, what]) => {
        const { isDead, directory } = keeper();
        if (isDead || this.#way === 'unplugged') return Promise.resolve(false);
        const isOn = what === ON;
        if (isOn) this.opened.push({ at: this.#now(), admissions: admissionsIn(directory) });
        // A card that hangs may have done it all the same.
        this.#isOn = isOn;
        return this.#way === 'works' ? Promise.resolve(true) : new Promise(() => undefined);
      },
    };
  }
}

/** As the next start would find it, should the kiosk be gone now: nobody else may read its ledger while it runs. */
function admissionsIn(directory: string): number {
  const remains = mkdtempSync(join(tmpdir(), 'usher-gate-'));
  for (const name of ['ledger.db', 'ledger.db-wal']) {
    if (existsSync(join(directory, name))) copyFileSync(join(directory, name), join(remains, name));
  }
  const db = new Database(join(remains, 'ledger.db'));
  try {
    const count = db.prepare<[], number>(`SELECT count(*) FROM entry WHERE kind = 'admit'`);
    return count.pluck().get() ?? 0;
  } finally {
    db.close();
    rmSync(remains, { recursive: true, force: true });
  }
}
