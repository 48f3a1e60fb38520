import type { ScanningClient } from '#shared/api/filter-options.ts';
import type { LastOffer, Selection } from '#shared/model/selection.ts';
import type { SettingsFile } from '#main/settings/settings-file.ts';
import type { PlatformClock } from '#main/base/platform-clock.ts';
import type { OnNow } from './on-now.ts';
import { isOffered } from './selection-rules.ts';

/** What a door needs from outside. */
export interface DoorPorts {
  readonly settings: SettingsFile;
  readonly platformClock: DoorClock;
  readonly onNow: Pick<OnNow, 'mayStillBeOn' | 'stillOffered'>;
  /** Identifies a user: a keyed hash, because the settings are no secret. */
  readonly hashUser: (username: string) => string;
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

  /** Opens the door and saves the selection, for this platform and this user. */
  open(selection: Selection, baseUrl: string, username: string): void {
    const { settings, platformClock, hashUser } = this.#ports;
    const at = platformClock.isKnown() ? { at: platformClock.surely() } : {};
    const by = hashUser(username);
    settings.write({ lastSelection: { server: baseUrl, selection, ...at, by } });
    this.#set(selection);
  }

  close(): void {
    this.#set(null);
  }

  /**
   * Opens the door again for its last selection on this platform, if it may be open for this user.
   *
   * @param clients what the platform offers this user; null if it could not be asked
   */
  reopen(baseUrl: string, clients: readonly ScanningClient[] | null, username: string): void {
    const last = this.#ports.settings.read().lastSelection;
    if (last === null || this.isUnguarded) return;
    if (this.mayBeOpen(baseUrl, clients, username)) this.#set(last.selection);
  }

  /**
   * Whether the door may be open for its last selection: the platform offers it to this user, or it may still
   * be on and this user opened it, whether or not the platform could be asked. A platform stops
   * offering a performance when its scan window ends, which may be between two performances.
   */
  mayBeOpen(baseUrl: string, clients: readonly ScanningClient[] | null, username: string): boolean {
    const { settings, platformClock, onNow, hashUser } = this.#ports;
    const last = settings.read().lastSelection;
    if (last?.server !== baseUrl) return false;
    const { selection, by } = last;
    if (clients !== null && isOffered(selection, clients)) {
      if (by !== hashUser(username)) this.#saveUser(hashUser(username));
      return true;
    }
    const isTheirs = by === hashUser(username);
    return isTheirs && onNow.mayStillBeOn(baseUrl, selection, platformClock.credible());
  }

  /**
   * Called when the platform has said that this user may not scan for the door's client (code 7): the door
   * is not kept for this user any longer than it is offered.
   */
  onBarred(): void {
    this.#saveUser(undefined);
  }

  /** Returns an earlier offer, reduced to what the door may still be opened for. */
  stillOffered({ clients, at }: LastOffer): LastOffer {
    const { onNow, platformClock } = this.#ports;
    return { clients: onNow.stillOffered(clients, platformClock.credible()), at };
  }

  #saveUser(by: string | undefined): void {
    const { settings } = this.#ports;
    const { lastSelection } = settings.read();
    if (lastSelection === null || lastSelection.by === by) return;
    const { server, selection, at } = lastSelection;
    const rest = { server, selection, ...(at !== undefined && { at }) };
    settings.write({ lastSelection: by === undefined ? rest : { ...rest, by } });
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
