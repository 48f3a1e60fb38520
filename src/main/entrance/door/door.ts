import type { ScanningClient } from '#shared/api/filter-options.ts';
import type { LastOffer, Selection } from '#shared/model/selection.ts';
import { zoneInUse } from '#main/settings/zone-in-use.ts';
import type { SettingsFile } from '#main/settings/settings-file.ts';
import type { PlatformClock } from '#main/base/platform-clock.ts';
import { isOffered, mayStillBeOn, stillOffered } from './selection-rules.ts';

type DoorClock = Pick<PlatformClock, 'credible' | 'isKnown' | 'notBefore' | 'surely'>;

/** What this door is open for. The selection is saved, and survives a restart. */
export class Door {
  readonly #settings: SettingsFile;
  readonly #platformClock: DoorClock;
  readonly #onChange: () => void;
  #selection: Selection | null = null;

  constructor(settings: SettingsFile, platformClock: DoorClock, onChange: () => void) {
    this.#settings = settings;
    this.#platformClock = platformClock;
    this.#onChange = onChange;
    const { lastSelection } = settings.read();
    if (lastSelection?.at !== undefined) platformClock.notBefore(lastSelection.at);
  }

  /** Null while the door is closed. */
  get selection(): Selection | null {
    return this.#selection;
  }

  /** Opens the door and saves the selection, for this platform only. */
  open(selection: Selection, baseUrl: string): void {
    const at = this.#platformClock.isKnown() ? { at: this.#platformClock.surely() } : {};
    this.#settings.write({ lastSelection: { server: baseUrl, selection, ...at } });
    this.#set(selection);
  }

  close(): void {
    this.#set(null);
  }

  /**
   * Opens the door again for its last selection on this platform, if the platform still offers it.
   * `clients` is null if the platform could not be asked: then the selection is kept, unless it is
   * a performance that is over, as far as the time is known.
   */
  reopen(baseUrl: string, clients: readonly ScanningClient[] | null): void {
    const last = this.#settings.read().lastSelection;
    if (last?.server !== baseUrl) return;
    const { selection } = last;
    const isGood =
      clients === null
        ? mayStillBeOn(selection, this.#platformClock.credible(), zoneInUse(this.#settings))
        : isOffered(selection, clients);
    if (isGood) this.#set(selection);
  }

  /** Returns an earlier offer, reduced to what the door may still be opened for. */
  stillOffered({ clients, at }: LastOffer): LastOffer {
    return {
      clients: stillOffered(clients, this.#platformClock.credible(), zoneInUse(this.#settings)),
      at,
    };
  }

  #set(selection: Selection | null): void {
    this.#selection = selection;
    this.#onChange();
  }
}
