import { createContext } from 'svelte';
import type { CallFailure } from '#shared/ipc/kiosk-api.ts';
import type { SettingRefusal } from '#shared/model/setting-refusals.ts';
import type { KioskSettings, SettingName, SettingsChange } from '#shared/model/settings.ts';
import type { Result } from '#shared/result.ts';

export interface SettingsPorts {
  /** The settings in force; reactive. */
  readonly current: () => KioskSettings;
  readonly change: (change: SettingsChange) => Promise<Result<null, SettingRefusal | CallFailure>>;
}

/** A changed setting, with its value before and after. */
export interface SettingChange {
  readonly name: SettingName;
  readonly from: Partial<KioskSettings>;
  /** Whether it has undone another one. */
  readonly undone: boolean;
}

/** Why a setting stays as it was. */
export interface SettingTrouble {
  readonly name: SettingName;
  readonly error: SettingRefusal | CallFailure;
}

/** Changes settings one at a time, with immediate effect; keeps the outcome, and undoes the last change. */
export class SettingsDesk {
  readonly #ports: SettingsPorts;
  /** Changes that are being stored. */
  #asked = $state.raw<Partial<KioskSettings>>({});
  #last = $state.raw<SettingChange | null>(null);
  #troubles = $state.raw<readonly SettingTrouble[]>([]);

  constructor(ports: SettingsPorts) {
    this.#ports = ports;
  }

  /** The last change that was stored; null: none. */
  get last(): SettingChange | null {
    return this.#last;
  }

  /** The stored value, without pending changes. */
  kept<N extends SettingName>(name: N): KioskSettings[N] {
    return this.#ports.current()[name];
  }

  /** The value with pending changes. */
  value<N extends SettingName>(name: N): KioskSettings[N] {
    const settings: KioskSettings = { ...this.#ports.current(), ...this.#asked };
    return settings[name];
  }

  /** Why the last change of it failed; null: it succeeded, or there was none. */
  trouble(name: SettingName): SettingTrouble | null {
    return this.#troubles.find((each) => each.name === name) ?? null;
  }

  /** Changes a setting. Resolves with false if it is unchanged. */
  async set<N extends SettingName>(name: N, value: KioskSettings[N]): Promise<boolean> {
    const from = this.value(name);
    this.#troubles = this.#troubles.filter((each) => each.name !== name);
    if (JSON.stringify(from) === JSON.stringify(value)) return true;
    return await this.#change(
      name,
      { [name]: value },
      { name, from: { [name]: from }, undone: false },
    );
  }

  /** Undoes the last change. */
  async undo(): Promise<void> {
    if (this.#last === null || this.#last.undone) return;
    const { name, from } = this.#last;
    const now = { [name]: this.value(name) };
    await this.#change(name, from, { name, from: now, undone: true });
  }

  async #change(
    name: SettingName,
    change: Partial<KioskSettings>,
    asChange: SettingChange,
  ): Promise<boolean> {
    this.#asked = { ...this.#asked, ...change };
    const answer = await this.#ports.change(change);
    // Another change of the same setting may be pending by now.
    if (this.#asked[name] === change[name]) {
      this.#asked = Object.fromEntries(
        Object.entries(this.#asked).filter(([asked]) => asked !== name),
      );
    }
    if (answer.ok) this.#last = asChange;
    else this.#troubles = [...this.#troubles, { name, error: answer.error }];
    return answer.ok;
  }
}

/** Provides the desk to everything on the settings screen. */
export const [useSettings, provideSettings] = createContext<SettingsDesk>();
