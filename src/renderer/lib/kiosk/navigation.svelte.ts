import type { SettingPlace } from '#renderer/lib/kiosk/setting-place.ts';
import { isBeside } from './screen.ts';
import type { View } from './screens.ts';

/** The view that is open, and where it was opened from. */
export class Navigation {
  #view = $state<View>('door');
  /** The view from which the PIN was asked for. */
  #cameFrom: View = 'door';
  #settingAsked = $state<SettingPlace | null>(null);

  get view(): View {
    return this.#view;
  }

  /** The setting at which the settings were opened; null: none. */
  get settingAsked(): SettingPlace | null {
    return this.#settingAsked;
  }

  open(view: View): void {
    if (view !== this.#view) this.#cameFrom = this.#view;
    this.#view = view;
    this.#settingAsked = null;
  }

  /** Opens the settings at one of them; null: at the beginning. */
  openSettings(at: SettingPlace | null): void {
    this.open('settings');
    this.#settingAsked = at;
  }

  back(): void {
    this.open(this.#cameFrom);
  }

  /** Called when a view is closed, or was left without activity. */
  toDoor(): void {
    this.#view = 'door';
  }

  /** Closes a view for a new verdict. */
  giveWay(): void {
    if (isBeside(this.#view)) this.toDoor();
  }
}
