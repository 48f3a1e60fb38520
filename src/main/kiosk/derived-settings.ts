import { operatorSchema } from '#main/settings/operator-schema.ts';
import type { SettingsFile } from '#main/settings/settings-file.ts';
import type { KioskSettings } from '#shared/model/settings.ts';
import { createHash } from 'node:crypto';

/**
 * What the kiosk's state tells of the settings, found out when they change: the state is told many times with
 * each scan.
 */
export class DerivedSettings {
  readonly #file: Pick<SettingsFile, 'read'>;
  readonly #unfollow: () => void;
  #operators: KioskSettings;
  #venueLogo: string | null;
  #logoMark: string | null;

  /** @param onChange called when they have changed */
  constructor(file: Pick<SettingsFile, 'read' | 'onChange'>, onChange: () => void) {
    this.#file = file;
    const settings = file.read();
    this.#operators = operatorSchema.parse(settings);
    this.#venueLogo = settings.venueLogo;
    this.#logoMark = markOf(settings.venueLogo);
    this.#unfollow = file.onChange(() => {
      this.#derive();
      onChange();
    });
  }

  /** What the operator sets, as it is in force. */
  get operators(): KioskSettings {
    return this.#operators;
  }

  /** Tells one logo from another, without its picture; null: there is none. */
  get logoMark(): string | null {
    return this.#logoMark;
  }

  /** Stops following the settings. */
  stop(): void {
    this.#unfollow();
  }

  #derive(): void {
    const settings = this.#file.read();
    this.#operators = operatorSchema.parse(settings);
    // A picture is large, and most changes are of something else.
    if (settings.venueLogo === this.#venueLogo) return;
    this.#venueLogo = settings.venueLogo;
    this.#logoMark = markOf(settings.venueLogo);
  }
}

function markOf(logo: string | null): string | null {
  return logo === null ? null : createHash('sha256').update(logo).digest('base64url').slice(0, 12);
}
