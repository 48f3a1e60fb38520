import type { SettingPlace } from '#renderer/features/settings/settings-places.ts';
import { isBeside, type View } from './screen.ts';

/** Which view somebody has opened, and from where they came. */
export class Navigation {
  #view = $state<View>('door');
  /** Where somebody was who is asked for the PIN. */
  #cameFrom: View = 'door';
  #settingAsked = $state<SettingPlace | null>(null);

  get view(): View {
    return this.#view;
  }

  /** The setting that somebody was led to; null: they look for themselves. */
  get settingAsked(): SettingPlace | null {
    return this.#settingAsked;
  }

  open(view: View): void {
    if (view !== this.#view) this.#cameFrom = this.#view;
    this.#view = view;
    this.#settingAsked = null;
  }

  /** Opens the settings at one of them; null: where they begin. */
  openSettings(at: SettingPlace | null): void {
    this.open('settings');
    this.#settingAsked = at;
  }

  back(): void {
    this.open(this.#cameFrom);
  }

  /** Whoever was there is done, or has gone. */
  toDoor(): void {
    this.#view = 'door';
  }

  /** Whoever looked at something else gives way to a guest. */
  giveWay(): void {
    if (isBeside(this.#view)) this.toDoor();
  }
}
