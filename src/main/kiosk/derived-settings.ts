import { operatorSchema } from '#main/settings/operator-schema.ts';
import { Slice } from '#main/base/slice.ts';
import { zoneInUse } from '#main/settings/zone-in-use.ts';
import type { SettingsSlice } from '#shared/model/kiosk-state.ts';
import type { SettingsFile } from '#main/settings/settings-file.ts';
import { createHash } from 'node:crypto';

type FollowedFile = Pick<SettingsFile, 'read' | 'onChange' | 'managed' | 'managedBy'>;

/** The state's slice of settings. It is derived when the settings change, not whenever it is read. */
export class DerivedSettings {
  readonly #file: FollowedFile;
  readonly #unfollow: () => void;
  #venueLogo: string | null = null;
  /** Identifies the logo without containing its picture; null if there is none. */
  #logoMark: string | null = null;
  #derived: SettingsSlice;
  readonly slice: Slice<SettingsSlice> = new Slice(() => this.#derived);

  constructor(file: FollowedFile) {
    this.#file = file;
    this.#derived = this.#derive();
    this.#unfollow = file.onChange(() => {
      this.#derived = this.#derive();
      this.slice.changed();
    });
  }

  /** Stops following the settings. */
  stop(): void {
    this.#unfollow();
  }

  #derive(): SettingsSlice {
    const settings = this.#file.read();
    // Skipped unless the logo has changed: a picture is large, and most changes concern other
    // settings.
    if (settings.venueLogo !== this.#venueLogo) {
      this.#venueLogo = settings.venueLogo;
      this.#logoMark = markOf(settings.venueLogo);
    }
    return {
      ...operatorSchema.parse(settings),
      managed: this.#file.managed,
      managedBy: this.#file.managedBy,
      venueLogo: this.#logoMark,
      zoneInUse: zoneInUse(this.#file),
    };
  }
}

function markOf(logo: string | null): string | null {
  return logo === null ? null : createHash('sha256').update(logo).digest('base64url').slice(0, 12);
}
