import { operatorSchema } from '#main/settings/operator-schema.ts';
import type { SettingsFile } from '#main/settings/settings-file.ts';
import type { KioskSettings } from '#shared/model/settings.ts';
import { createHash } from 'node:crypto';

/**
 * Values of the kiosk's state that derive from the settings. They are computed when the settings
 * change, because the state is read many times for each scan.
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

  /** The operator's settings as they are in force. */
  get operators(): KioskSettings {
    return this.#operators;
  }

  /** A value that identifies the logo without containing its picture; null if there is none. */
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
    // Skipped unless the logo has changed: a picture is large, and most changes concern other
    // settings.
    if (settings.venueLogo === this.#venueLogo) return;
    this.#venueLogo = settings.venueLogo;
    this.#logoMark = markOf(settings.venueLogo);
  }
}

function markOf(logo: string | null): string | null {
  return logo === null ? null : createHash('sha256').update(logo).digest('base64url').slice(0, 12);
}
