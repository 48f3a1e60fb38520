import type { Arrival, ScannerHealth, Scanners } from '#shared/model/scanner.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import type { WedgeKeyEvent } from '#shared/wedge/key-event.ts';
import { inMinutes } from './builders.ts';
import { FakeMain } from './fake-transport.ts';
import { withChanges, type StateChanges } from '#tests/support/kiosk-state.ts';

type Sent<A = Arrival> = A extends Arrival ? Omit<A, 'number'> : never;

/** A main process that keeps what is set up of scanners, and shows a trial what they send. */
export class ScannerMain extends FakeMain {
  #current: KioskState;
  #number = 0;

  constructor(state: KioskState) {
    super(state);
    this.#current = state;
    this.on('tryScanners', ({ on }) => this.#keep({ trial: on ? { arrivals: [] } : null }));
    this.on('useWedge', ({ wedge }) => this.#keep({ wedge }));
    this.on('useSerial', ({ serial }) => this.#keep({ serial }));
    this.on('scan', () => {
      const others = this.#current.scanners.all.filter(({ channel }) => channel !== 'wedge');
      const heard = scanner({ id: 'wedge', name: '', channel: 'wedge', codes: 1 });
      this.#keep({ all: [...others, heard] });
      return { ok: true, value: { taken: this.#current.scanners.trial === null } };
    });
    this.on('keepRhythms', ({ rhythms }) => this.#keep({ rhythms }));
    this.on('forgetScanner', ({ id }) =>
      this.#keep({ all: this.#current.scanners.all.filter((one) => one.id !== id) }),
    );
  }

  get scanners(): Scanners {
    return this.#current.scanners;
  }

  /** A scanner sends something while scanners are tried. */
  send(sent: Sent): void {
    this.#number += 1;
    const arrivals = this.scanners.trial?.arrivals ?? [];
    this.#keep({ trial: { arrivals: [...arrivals, { ...sent, number: this.#number }] } });
  }

  /** Something else changes, and the page is told. */
  change(changes: StateChanges) {
    this.#current = withChanges(this.#current, { ...changes });
    this.emit(this.#current);
    return { ok: true, value: null } as const;
  }

  #keep(changes: Partial<Scanners>) {
    return this.change({ scanners: { ...this.#current.scanners, ...changes } });
  }
}

/** A scanner that is ready, unless changed. */
export function scanner(changes: Partial<ScannerHealth> = {}): ScannerHealth {
  return {
    id: 'hid:1-2',
    name: 'Honeywell Xenon 1900',
    channel: 'hid',
    state: { type: 'ready' },
    lastReadAt: inMinutes(-5),
    codes: 12,
    garbled: 0,
    ...changes,
  };
}

/** Keys go down and up in the page, as a scanner presses them: at once. */
export function pressAll(events: readonly WedgeKeyEvent[]): void {
  for (const { type, code, key, shift, altGraph, alt, ctrl, capsLock } of events) {
    document.body.dispatchEvent(
      new KeyboardEvent(type === 'down' ? 'keydown' : 'keyup', {
        code,
        key,
        shiftKey: shift,
        altKey: alt,
        ctrlKey: ctrl,
        modifierAltGraph: altGraph,
        modifierCapsLock: capsLock,
        bubbles: true,
        cancelable: true,
      }),
    );
  }
}
