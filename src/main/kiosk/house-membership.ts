import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { errorFact } from '#main/base/log/error-fact.ts';
import type { Logger } from '#main/base/ports.ts';
import type { SealedFile } from '#main/base/vault/sealed-file.ts';
import type { SettingsFile } from '#main/settings/settings-file.ts';
import { membershipSchema } from '#main/venue/membership.ts';
import type { HouseNotKept } from '#shared/model/join.ts';
import { err, ok, type Result } from '#shared/result.ts';

const ownSchema = membershipSchema.extend({
  /** Where this kiosk is the broker for the others; null: another machine is. */
  brokerHere: z.object({ address: z.string(), port: z.int() }).nullable(),
});
/** How this kiosk is a door of its house. */
export type OwnMembership = z.infer<typeof ownSchema>;

export interface HouseMembershipPorts {
  readonly settingsFile: Pick<SettingsFile, 'read' | 'secrets'>;
  readonly file: SealedFile;
  /** Whether secrets can be kept over a restart. */
  readonly canKeep: boolean;
  /** A rehearsal tells nobody of its guests, and is told of nobody's. */
  readonly isReal: boolean;
  readonly logger: Logger;
}

/** How this kiosk is a door of its house: by the settings file of many kiosks, else by what was set up here. */
export class HouseMembership {
  readonly #ports: HouseMembershipPorts;

  constructor(ports: HouseMembershipPorts) {
    this.#ports = ports;
  }

  /** The settings file of many kiosks says how. */
  get isManaged(): boolean {
    const { settingsFile } = this.#ports;
    return settingsFile.read().venueBroker !== null && settingsFile.secrets().venueKey !== null;
  }

  /** Null: it is alone, or rehearses. */
  read(): OwnMembership | null {
    const { isReal, file, settingsFile } = this.#ports;
    if (!isReal) return null;
    const { venueKey, venuePassword } = settingsFile.secrets();
    const { venueBroker, venueUser, venueSalt, venueCa } = settingsFile.read();
    if (venueBroker === null || venueKey === null) {
      return ownSchema.safeParse(file.load()).data ?? null;
    }
    return {
      broker: venueBroker,
      user: venueUser,
      password: venuePassword,
      key: venueKey,
      salt: venueSalt ?? '',
      ca: venueCa === null ? null : this.#certificatesIn(venueCa),
      brokerHere: null,
    };
  }

  /** Keeps it, sealed; null: this kiosk is alone from now on. */
  keep(own: OwnMembership | null): Result<null, HouseNotKept> {
    const { isReal, canKeep, file, logger } = this.#ports;
    if (!isReal) return err({ type: 'rehearsal' });
    if (this.isManaged) return err({ type: 'managed' });
    if (!canKeep) return err({ type: 'no-key-store' });
    try {
      if (own === null) file.clear();
      else file.save(own);
      return ok(null);
    } catch (error) {
      logger.error('how the doors meet could not be written', errorFact(error));
      return err({ type: 'no-key-store' });
    }
  }

  /** A file that cannot be read vouches for no broker. */
  #certificatesIn(path: string): string {
    try {
      return readFileSync(path, 'utf8');
    } catch (error) {
      this.#ports.logger.error('the certificates for the broker cannot be read', errorFact(error));
      return 'unreadable';
    }
  }
}
