import type { HostedKiosk } from '#main/kiosk/kiosk.ts';
import { screen, type Display } from 'electron';
import {
  arePlacedAlike,
  keyOf,
  placeSides,
  rememberSides,
  type SidesPlaced,
} from './place-sides.ts';
import type { SidesRecord } from './sides-record.ts';

/** The screen's events after which a side's display may be another one, or elsewhere. */
const TELLING = ['display-added', 'display-removed', 'display-metrics-changed'] as const;

const NOBODYS: SidesPlaced<Display> = { usher: null, guest: null };

/** Which display is the usher's and which the guest's, while the screen is for both. */
export class Sides {
  readonly #kiosk: Pick<HostedKiosk, 'state' | 'onState'>;
  readonly #record: SidesRecord;
  readonly #listeners = new Set<() => void>();
  /** The displays that were there since the kiosk started. */
  readonly #seen = new Set<string>();
  #isForBoth: boolean;
  #placed: SidesPlaced<Display>;

  constructor(kiosk: Pick<HostedKiosk, 'state' | 'onState'>, record: SidesRecord) {
    this.#kiosk = kiosk;
    this.#record = record;
    this.#isForBoth = kiosk.state().settings.audience === 'both';
    this.#placed = this.#place();
    for (const event of TELLING) {
      screen.on(event as 'display-added', () => {
        const before = this.#placed;
        this.#follow();
        // At each other change of a display whoever covers it would begin anew, which may be what has changed it.
        if (!arePlacedAlike(before, this.#placed)) this.#tell();
      });
    }
    this.#kiosk.onState(({ settings: { audience } }) => {
      if ((audience === 'both') === this.#isForBoth) return;
      this.#isForBoth = audience === 'both';
      this.#follow();
      this.#tell();
    });
  }

  /** Whether guests have a side of their own. */
  get areForBoth(): boolean {
    return this.#isForBoth;
  }

  /** The usher's display; null where the one display that the window is on will do. */
  get usher(): Display | null {
    return this.#placed.usher;
  }

  /** The guest's; null where there is none. */
  get guest(): Display | null {
    return this.#placed.guest;
  }

  /** Each side takes the other's display, from now on. */
  swap(): void {
    const { usher, guest } = this.#placed;
    if (usher === null || guest === null) return;
    // Whatever stood in for either before was chosen by nobody.
    this.#record.keep({ usher: [guest], guest: [usher] });
    this.#follow();
    this.#tell();
  }

  /** Calls `listener` whenever a side may have another display. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  #follow(): void {
    this.#placed = this.#place();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  #place(): SidesPlaced<Display> {
    if (!this.#isForBoth) return NOBODYS;
    const primary = screen.getPrimaryDisplay().id;
    const displays = screen.getAllDisplays();
    for (const display of displays) this.#seen.add(keyOf(display));
    const known = { remembered: this.#record.remembered, seen: this.#seen };
    const placed = placeSides(displays, primary, known);
    const { usher, guest } = placed;
    // With one display alone nothing is learnt: the other one will be back.
    if (usher !== null && guest !== null) this.#record.keep(rememberSides({ usher, guest }, known));
    return placed;
  }
}
