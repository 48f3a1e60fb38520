import type { ScanningClient } from '#shared/api/filter-options.ts';
import type { Selection } from '#shared/model/selection.ts';
import type { SettingsFile } from '#main/settings/settings-file.ts';
import { isOffered } from './selection-rules.ts';

/** What this door is open for. The choice is remembered, and outlives a restart. */
export class Door {
  readonly #settings: SettingsFile;
  readonly #onChange: () => void;
  #selection: Selection | null = null;

  constructor(settings: SettingsFile, onChange: () => void) {
    this.#settings = settings;
    this.#onChange = onChange;
  }

  /** Null while the door is closed. */
  get selection(): Selection | null {
    return this.#selection;
  }

  /** Opens the door and remembers for what, for this server alone. */
  open(selection: Selection, server: string): void {
    this.#settings.write({ lastSelection: { server, selection } });
    this.#set(selection);
  }

  close(): void {
    this.#set(null);
  }

  /**
   * Opens the door again for what it was last open for on this server, if the platform still offers
   * that. `clients` is null when the platform could not be asked: then the choice stands.
   */
  reopen(server: string, clients: readonly ScanningClient[] | null): void {
    const last = this.#settings.read().lastSelection;
    if (last?.server !== server) return;
    if (clients === null || isOffered(last.selection, clients)) this.#set(last.selection);
  }

  #set(selection: Selection | null): void {
    this.#selection = selection;
    this.#onChange();
  }
}
