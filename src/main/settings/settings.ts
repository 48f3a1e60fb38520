import { readServerAddress } from '#main/ticketing/server-address.ts';
import { selectionSchema } from '#shared/ipc/requests.ts';
import {
  rhythmsSchema,
  serialSettingsSchema,
  wedgeSettingsSchema,
} from '#shared/ipc/scanner-schemas.ts';
import { DEFAULT_WEDGE_SETTINGS } from '#shared/wedge/settings.ts';
import { z } from 'zod';

/** By the rules for an address that a person types: a file is typed by a person, too. */
const serverSchema = z.string().transform((typed, context) => {
  const address = readServerAddress(typed);
  if (address.ok) return address.value;
  context.addIssue(
    address.error.type === 'not-secure'
      ? 'plain http is for this machine alone: use https'
      : 'not an address like https://tickets.example',
  );
  return z.NEVER;
});

/** What this installation keeps between two starts. Nothing in here is secret. */
export const settingsSchema = z.object({
  /** This installation; made at the first start, kept for good. */
  kioskId: z.uuid(),
  /** What people call it: shown on the screen. */
  kioskName: z.string().min(1).max(60),
  /** The platform's base URL; null until somebody has given one. */
  server: serverSchema.nullable().default(null),
  /** What the door was last opened for, and on which server. */
  lastSelection: z
    .object({ server: z.string(), selection: selectionSchema })
    .nullable()
    .default(null),
  /** IANA name of the zone in which times are shown; null: the kiosk's own. */
  timeZone: z.string().refine(isTimeZone, 'not a time zone').nullable().default(null),
  /** Loudness of the verdicts' sounds, 0 (mute) to 1. */
  volume: z.number().min(0).max(1).default(0.8),
  /** Whose future events are shown before a door was opened for a client; null: nobody's. */
  programmeClientId: z.int().nullable().default(null),
  /** When nothing was scanned for so long (milliseconds), the idle board comes; null: never. */
  idleBoardAfter: z.int().min(5_000).nullable().default(180_000),
  /** Which tickets are kept for offline decisions: all of the client's, or those the door is open for. */
  offlineScope: z.enum(['client', 'selection']).default('client'),
  /** How scanners that pose as keyboards are set up. */
  wedge: wedgeSettingsSchema.default(DEFAULT_WEDGE_SETTINGS),
  /** How those that were heard type, learned from their codes. */
  wedgeRhythms: rhythmsSchema.default([]),
  /** Which scanners are plugged into serial ports. */
  serialScanners: serialSettingsSchema.default([]),
});
export type Settings = z.infer<typeof settingsSchema>;

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
