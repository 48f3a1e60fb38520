import { z } from 'zod';
import { bytesOfEscaped } from '#shared/escaped-text.ts';
import { LONGEST_FEEDBACK } from '#shared/model/scanner-feedback.ts';
import type { CameraReport, CameraState } from '#shared/model/camera.ts';
import type { SerialSetting } from '#shared/model/scanner.ts';
import { LONGEST_DEVICE_NAME } from '#shared/model/settings.ts';
import { LAYOUT_NAMES } from '#shared/wedge/layouts.ts';
import type { Rhythm } from '#shared/wedge/rhythm.ts';
import {
  CAPS_LOCK,
  DEFAULT_WEDGE_SETTINGS,
  TERMINATORS,
  type WedgeSettings,
} from '#shared/wedge/settings.ts';

/** How a keyboard scanner is set up, as it comes from the renderer and out of the settings file. */
export const wedgeSettingsSchema: z.ZodType<WedgeSettings> = z.strictObject({
  layout: z.enum(LAYOUT_NAMES).default(DEFAULT_WEDGE_SETTINGS.layout),
  capsLock: z.enum(CAPS_LOCK).default(DEFAULT_WEDGE_SETTINGS.capsLock),
  terminator: z.enum(TERMINATORS).default(DEFAULT_WEDGE_SETTINGS.terminator),
  prefix: z.string().max(50).default(DEFAULT_WEDGE_SETTINGS.prefix),
  suffix: z.string().max(50).default(DEFAULT_WEDGE_SETTINGS.suffix),
});

/** The typing rhythms of keyboard scanners, up to the number that is remembered. */
export const rhythmsSchema: z.ZodType<readonly Rhythm[]> = z
  .array(
    z.strictObject({ gap: z.number().min(0).max(10_000), hold: z.number().min(0).max(10_000) }),
  )
  .max(8);

const cameraStateSchema: z.ZodType<CameraState> = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.enum(['ready', 'dark', 'slow', 'gone', 'no-permission', 'in-use']),
  }),
  z.strictObject({ type: z.literal('failed'), detail: z.string().max(100) }),
]);

/** How the page finds the camera that reads tickets. */
export const cameraReportSchema: z.ZodType<CameraReport> = z.strictObject({
  name: z.string().max(LONGEST_DEVICE_NAME),
  state: cameraStateSchema,
});

/** What a device is told, with signs for characters that cannot be typed. */
export const escapedTextSchema = z
  .string()
  .max(LONGEST_FEEDBACK)
  .refine((text) => bytesOfEscaped(text) !== null, 'not a text with signs like \\r or \\xA0');

/** A serial scanner, as it comes from the renderer and out of the settings file. */
export const serialSettingSchema: z.ZodType<SerialSetting> = z.strictObject({
  path: z.string().min(1).max(1000),
  baudRate: z.int().min(300).max(4_000_000).default(9600),
  end: z.enum(['cr', 'lf', 'crlf', 'pause']).default('cr'),
  pauseMs: z.int().min(20).max(1000).default(50),
  feedback: z
    .strictObject({ good: escapedTextSchema.default(''), bad: escapedTextSchema.default('') })
    .optional(),
});

/** A limited number of serial scanners, each at a different port. */
export const serialSettingsSchema = z
  .array(serialSettingSchema)
  .max(8)
  .superRefine((settings, context) => {
    settings.forEach(({ path }, index) => {
      if (settings.findIndex((one) => one.path === path) === index) return;
      const message = 'another scanner is at this port';
      context.addIssue({ code: 'custom', path: [index, 'path'], message });
    });
  });
