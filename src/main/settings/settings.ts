import { NO_FIRST_START } from '#shared/model/first-start.ts';
import { firstStartSchema } from '#shared/model/first-start-schema.ts';
import { selectionSchema } from '#shared/model/selection-schema.ts';
import {
  rhythmsSchema,
  serialSettingsSchema,
  wedgeSettingsSchema,
} from '#shared/ipc/scanner-schemas.ts';
import { entrancesSchema } from '#shared/ipc/entrance-schemas.ts';
import { mayBeAsked } from '#shared/plain-http.ts';
import { SETUP } from '#shared/model/settings.ts';
import { z } from 'zod';
import { brokerSchema, serverSchema } from './address-schemas.ts';
import { logoSchema } from './logo.ts';
import { outputsSchema } from './output-schemas.ts';
import { operatorSchema } from './operator-schema.ts';

/** What this installation keeps between two starts. Nothing in here is secret. */
export const settingsSchema = operatorSchema.extend({
  /** The platform's base URL; null until somebody has given one. */
  server: serverSchema.nullable().default(SETUP.server.default),
  /** The venue's own picture, as a data URL; null: none. */
  venueLogo: logoSchema.nullable().default(SETUP.venueLogo.default),
  /** What the door was last opened for, and on which server. */
  lastSelection: z
    .object({
      server: z.string(),
      selection: selectionSchema,
      /** The platform's time when it was chosen, ms since the epoch; missing if it was unknown. */
      at: z.int().optional(),
      /** A keyed hash of the user who opened the door; missing after the platform has barred that user. */
      by: z.string().optional(),
    })
    .nullable()
    .default(null),
  /** How far the first start has come. */
  firstStart: firstStartSchema.default(NO_FIRST_START),
  /** Guests leave by this door. */
  isWayOut: z.boolean().default(false),
  /** How scanners that pose as keyboards are set up. */
  wedge: wedgeSettingsSchema.default(SETUP.wedge.default),
  /** How the keyboard scanners that were used here type, learned from their codes. */
  wedgeRhythms: rhythmsSchema.default([]),
  /** Which scanners are plugged into serial ports. */
  serialScanners: serialSettingsSchema.default([...SETUP.serialScanners.default]),
  /** What this kiosk switches besides its screen. */
  outputs: outputsSchema.default([...SETUP.outputs.default]),
  /** The entrances of the house, and which tickets belong to each. */
  entrances: entrancesSchema.default([...SETUP.entrances.default]),
  /** The broker at which the doors of this house meet; null: this door is alone. */
  venueBroker: brokerSchema.nullable().default(SETUP.venueBroker.default),
  /** As whom they sign in there. */
  venueUser: z.string().min(1).max(200).nullable().default(SETUP.venueUser.default),
  /** Is derived into the venue's keys. */
  venueSalt: z.string().min(1).max(500).nullable().default(SETUP.venueSalt.default),
  /** The file with the certificates that vouch for it. */
  venueCa: z.string().min(1).max(1_000).nullable().default(SETUP.venueCa.default),
});
export type Settings = z.infer<typeof settingsSchema>;

/** Why a server must not be used. */
export const PLAIN_HTTP_REFUSED =
  'plain http is for this machine alone, and for the host that plainHttpHost names: use https';

/** Removes the server if plain http to it is not permitted (any more). */
export function permitted<S extends Pick<Settings, 'server' | 'plainHttpHost'>>(settings: S): S {
  const { server, plainHttpHost } = settings;
  if (server === null || mayBeAsked(server, plainHttpHost)) return settings;
  return { ...settings, server: null };
}
