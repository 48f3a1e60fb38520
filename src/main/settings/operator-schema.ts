import { assertNever } from '#shared/assert-never.ts';
import type { Setting, SettingLimits } from '#shared/model/setting-form.ts';
import {
  LONGEST_DEVICE_NAME,
  LONGEST_NAME,
  SETTINGS,
  type KioskSettings,
  type SettingName,
} from '#shared/model/settings.ts';
import { z } from 'zod';
import { areHours } from '#shared/quiet-hours.ts';
import { isTimeZone } from '#shared/zone-time.ts';
import { feedSchema, hostSchema } from './address-schemas.ts';

/** The schema of the operator's settings: each setting of the table, with its limits and its default. */
export const operatorSchema = z.object(
  Object.fromEntries(
    Object.entries(SETTINGS).map(([name, setting]) => [name, schemaOf(setting)]),
  ) as { readonly [N in SettingName]: z.ZodType<KioskSettings[N]> },
);

function schemaOf(setting: Setting): z.ZodType {
  const within = withOr(schemaWithin(setting.limits), setting.or);
  return setting.default === undefined ? within : within.default(setting.default);
}

function withOr(schema: z.ZodType, or: Setting['or']): z.ZodType {
  if (or === undefined) return schema;
  return or === null ? schema.nullable() : z.union([z.literal(or), schema]);
}

function schemaWithin(limits: SettingLimits): z.ZodType {
  switch (limits.kind) {
    case 'milliseconds':
    case 'whole':
      return z.int().min(limits.min).max(limits.max);
    case 'share':
      return z.number().min(limits.min).max(limits.max);
    case 'number':
      return z.int();
    case 'switch':
      return z.boolean();
    case 'one-of':
      return z.enum(limits.of);
    case 'some-of':
      return someOf(limits.of);
    case 'name':
      return z.string().trim().min(1).max(LONGEST_NAME);
    case 'device':
      return z.string().trim().min(1).max(LONGEST_DEVICE_NAME);
    case 'colour':
      return z
        .string()
        .regex(/^#[0-9a-f]{6}$/i, 'not a colour like #1a2b3c')
        .toLowerCase();
    case 'time-zone':
      return z.string().refine(isTimeZone, 'not a time zone');
    case 'host':
      return hostSchema;
    case 'feed':
      return feedSchema;
    case 'ip-address':
      return z.union([z.ipv4(), z.ipv6()], 'not an IP address');
    case 'hours':
      return z.string().refine(areHours, 'not hours like 22:00-07:00');
    default:
      return assertNever(limits);
  }
}

/** Each at most once, in the order in which they are offered. */
function someOf(all: readonly string[]): z.ZodType {
  return z.array(z.enum(all)).transform((chosen) => all.filter((one) => chosen.includes(one)));
}
