import type { ScanningClient } from '#shared/api/filter-options.ts';
import type { LastOffer, Selection } from '#shared/model/selection.ts';
import { zoneInUse } from '#main/settings/zone-in-use.ts';
import type { SettingsFile } from '#main/settings/settings-file.ts';
import type { PlatformClock } from '#main/base/platform-clock.ts';
import { isOffered, mayStillBeOn, stillOffered } from './selection-rules.ts';

/** What a door needs from outside. */
export interface DoorPorts {
  readonly settings: SettingsFile;
  readonly platformClock: DoorClock;
  /** Whether the kiosk has a PIN. */
  readonly hasPin: () => boolean;
  /** Locks the kiosk. */
  readonly lock: () => void;
  readonly onChange: () => void;
}

type DoorClock = Pick<PlatformClock, 'credible' | 'isKnown' | 'notBefore' | 'surely'>;

/** What this door is open for. The selection is saved, and survives a restart. */
export class Door {
  readonly #ports: DoorPorts;
  #selection: Selection | null = null;

  constructor(ports: DoorPorts) {
    this.#ports = ports;
    const { lastSelection } = ports.settings.read();
    if (lastSelection?.at !== undefined) ports.platformClock.notBefore(lastSelection.at);
  }

  /** Null while the door is closed. */
  get selection(): Selection | null {
    return this.#selection;
  }

  /** Whether its screen is for guests. */
  get isForGuests(): boolean {
    return this.#ports.settings.read().audience === 'guest';
  }

  /** Whether it stays closed, because its screen is for guests and whoever passes could set a PIN. */
  get isUnguarded(): boolean {
    return isUnguarded(this.#ports.settings.read(), this.#ports.hasPin());
  }

  /** Opens the door and saves the selection, for this platform only. */
  open(selection: Selection, baseUrl: string): void {
    const { settings, platformClock } = this.#ports;
    const at = platformClock.isKnown() ? { at: platformClock.surely() } : {};
    settings.write({ lastSelection: { server: baseUrl, selection, ...at } });
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
    const { settings, platformClock } = this.#ports;
    const last = settings.read().lastSelection;
    if (last?.server !== baseUrl || this.isUnguarded) return;
    const { selection } = last;
    const isGood =
      clients === null
        ? mayStillBeOn(selection, platformClock.credible(), zoneInUse(settings))
        : isOffered(selection, clients);
    if (isGood) this.#set(selection);
  }

  /** Returns an earlier offer, reduced to what the door may still be opened for. */
  stillOffered({ clients, at }: LastOffer): LastOffer {
    const { settings, platformClock } = this.#ports;
    return { clients: stillOffered(clients, platformClock.credible(), zoneInUse(settings)), at };
  }

  #set(selection: Selection | null): void {
    this.#selection = selection;
    // Whoever opened it may go.
    if (selection !== null && this.isForGuests) this.#ports.lock();
    this.#ports.onChange();
  }
}

/** Whether a kiosk with these settings must not open its door: its screen is for guests, and it has no PIN. */
export function isUnguarded(
  {
    audience,
    guestsWithoutPin,
  }: { readonly audience?: unknown; readonly guestsWithoutPin?: unknown },
  hasPin: boolean,
): boolean {
  return audience === 'guest' && !hasPin && guestsWithoutPin !== true;
}
