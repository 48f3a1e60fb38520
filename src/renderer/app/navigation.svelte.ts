import type { SettingPlace } from '#renderer/features/settings/settings-places.ts';
import { isBeside, type View } from './screen.ts';

/** Which view somebody has opened, and from where they came. */
export class Navigation {
  #view = $state<View>('door');
  /** The view before this one, to go back to. */
  #cameFrom: View = 'door';
  #settingAsked = $state<SettingPlace | null>(null);

  get view(): View {
    return this.#view;
  }

  /** The setting that another screen led to; null: none. */
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

  /** Leads to the door. */
  toDoor(): void {
    this.#view = 'door';
  }

  /** Leads to the door if something beside it was looked at: a guest is answered. */
  giveWay(): void {
    if (isBeside(this.#view)) this.toDoor();
  }
}
