import { readAddress, readHost } from '#main/platform/ticketing/server-address.ts';
import { selectionSchema } from '#shared/model/selection-schema.ts';
import {
  rhythmsSchema,
  serialSettingsSchema,
  wedgeSettingsSchema,
} from '#shared/ipc/scanner-schemas.ts';
import { mayBeAsked } from '#shared/plain-http.ts';
import { DEFAULT_WEDGE_SETTINGS } from '#shared/wedge/settings.ts';
import {
  DEFAULT_SETTINGS,
  LANGUAGES,
  LONGEST_NAME,
  OFFLINE_SCOPES,
  PATRON_DETAILS,
  SETTING_LIMITS,
  THEMES,
  TIME_STYLES,
} from '#shared/model/settings.ts';
import { z } from 'zod';
import { VERDICT_KINDS } from '#shared/model/verdict.ts';
import { logoSchema } from './logo.ts';

/** By the rules for an address that a person types: a file is typed by a person, too. */
const serverSchema = z.string().transform((typed, context) => {
  const address = readAddress(typed);
  if (address !== null) return address;
  context.addIssue('not an address like https://tickets.example');
  return z.NEVER;
});

/** Likewise, and never over plain http but for this machine. */
const feedSchema = serverSchema.refine((feed) => mayBeAsked(feed, null), 'use https');

/** A host alone: no port, so that a door is not opened further than it is meant, and no path. */
const hostSchema = z.string().transform((typed, context) => {
  const host = readHost(typed);
  if (host !== null) return host;
  context.addIssue('not the name of a host like tickets.example');
  return z.NEVER;
});

const name = z.string().trim().min(1).max(LONGEST_NAME);
const {
  volume,
  verdictTime,
  onlineBudget,
  repeatWindow,
  idleBoardAfter,
  copyEvery,
  unlockedFor,
  updateHour,
  metricsPort,
} = SETTING_LIMITS;
const milliseconds = ({ min, max }: { min: number; max: number }) => z.int().min(min).max(max);
/** Each at most once, in the order in which they are offered. */
const someOf = <T extends string>(all: readonly T[]) =>
  z.array(z.enum(all)).transform((chosen) => all.filter((one) => chosen.includes(one)));

/** What an operator sets; see {@link KioskSettings} for what each is for. */
export const operatorSchema = z.object({
  kioskName: name,
  venueName: name.nullable().default(DEFAULT_SETTINGS.venueName),
  accent: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'not a colour like #1a2b3c')
    .toLowerCase()
    .nullable()
    .default(DEFAULT_SETTINGS.accent),
  theme: z.enum(THEMES).default(DEFAULT_SETTINGS.theme),
  language: z.enum(LANGUAGES).nullable().default(DEFAULT_SETTINGS.language),
  languages: someOf(LANGUAGES).default([...DEFAULT_SETTINGS.languages]),
  timeZone: z
    .string()
    .refine(isTimeZone, 'not a time zone')
    .nullable()
    .default(DEFAULT_SETTINGS.timeZone),
  timeStyle: z.enum(TIME_STYLES).default(DEFAULT_SETTINGS.timeStyle),
  volume: z.number().min(volume.min).max(volume.max).default(DEFAULT_SETTINGS.volume),
  silent: someOf(VERDICT_KINDS).default([...DEFAULT_SETTINGS.silent]),
  verdictTime: milliseconds(verdictTime).default(DEFAULT_SETTINGS.verdictTime),
  onlineBudget: milliseconds(onlineBudget).default(DEFAULT_SETTINGS.onlineBudget),
  repeatWindow: milliseconds(repeatWindow).default(DEFAULT_SETTINGS.repeatWindow),
  patronDetails: someOf(PATRON_DETAILS).default([...DEFAULT_SETTINGS.patronDetails]),
  idleBoardAfter: milliseconds(idleBoardAfter).nullable().default(DEFAULT_SETTINGS.idleBoardAfter),
  programmeClientId: z.int().nullable().default(DEFAULT_SETTINGS.programmeClientId),
  plainHttpHost: hostSchema.nullable().default(DEFAULT_SETTINGS.plainHttpHost),
  offlineScope: z.enum(OFFLINE_SCOPES).default(DEFAULT_SETTINGS.offlineScope),
  copyEvery: z
    .union([z.literal('auto'), milliseconds(copyEvery)])
    .default(DEFAULT_SETTINGS.copyEvery),
  unlockedFor: milliseconds(unlockedFor).default(DEFAULT_SETTINGS.unlockedFor),
  autostart: z.boolean().default(DEFAULT_SETTINGS.autostart),
  updateFeed: feedSchema.nullable().default(DEFAULT_SETTINGS.updateFeed),
  updateHour: milliseconds(updateHour).nullable().default(DEFAULT_SETTINGS.updateHour),
  metricsPort: z
    .int()
    .min(metricsPort.min)
    .max(metricsPort.max)
    .nullable()
    .default(DEFAULT_SETTINGS.metricsPort),
  metricsAddress: z
    .union([z.ipv4(), z.ipv6()], 'not an IP address')
    .default(DEFAULT_SETTINGS.metricsAddress),
});

/** What this installation keeps between two starts. Nothing in here is secret. */
export const settingsSchema = operatorSchema.extend({
  /** This installation; made at the first start, kept for good. */
  kioskId: z.uuid(),
  /** The platform's base URL; null until somebody has given one. */
  server: serverSchema.nullable().default(null),
  /** The venue's own picture, as a data URL; null: none. */
  venueLogo: logoSchema.nullable().default(null),
  /** What the door was last opened for, and on which server. */
  lastSelection: z
    .object({
      server: z.string(),
      selection: selectionSchema,
      /** Platform time of that, ms since the epoch; missing where it was not known. */
      at: z.int().optional(),
    })
    .nullable()
    .default(null),
  /** How scanners that pose as keyboards are set up. */
  wedge: wedgeSettingsSchema.default(DEFAULT_WEDGE_SETTINGS),
  /** How those that were heard type, learned from their codes. */
  wedgeRhythms: rhythmsSchema.default([]),
  /** Which scanners are plugged into serial ports. */
  serialScanners: serialSettingsSchema.default([]),
});
export type Settings = z.infer<typeof settingsSchema>;

/** Why a server may not be asked. */
export const PLAIN_HTTP_REFUSED =
  'plain http is for this machine alone, and for the host that plainHttpHost names: use https';

/** Without the server, if nobody allows to ask it over plain http (any more). */
export function permitted<S extends Pick<Settings, 'server' | 'plainHttpHost'>>(settings: S): S {
  const { server, plainHttpHost } = settings;
  if (server === null || mayBeAsked(server, plainHttpHost)) return settings;
  return { ...settings, server: null };
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
