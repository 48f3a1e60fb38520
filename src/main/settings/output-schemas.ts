import { z } from 'zod';
import { isNear } from './address-schemas.ts';
import { escapedTextSchema } from '#shared/ipc/scanner-schemas.ts';
import {
  GATE_FOLLOWS,
  MOST_OUTPUTS,
  OUTPUT_CUES,
  OUTPUT_PURPOSES,
  PASS_WITHIN,
  PULSE,
  type OutputCue,
  type OutputSetting,
  type OutputWay,
} from '#shared/model/output.ts';

/**
 * An address with places to fill in, none of them in its host. A name or password in it would stand in logs of
 * every proxy: there is the Authorization for that.
 */
const url = z
  .string()
  .trim()
  .max(1_000)
  .refine((text) => {
    const parsed = URL.canParse(text) ? new URL(text) : null;
    if (parsed === null || `${parsed.username}${parsed.password}` !== '') return false;
    return parsed.protocol === 'https:' || (parsed.protocol === 'http:' && isNear(parsed.hostname));
  }, 'not an address like http://192.168.1.20/relay/0?turn=on; plain http is for private networks');

const host = z
  .string()
  .trim()
  .max(253)
  .regex(/^[\w.-]+$|^[\da-f:.]+$/i, 'not the name or address of a device');

const topic = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[^#+\p{C}]+$/u, 'not a topic')
  .refine((text) => !text.startsWith('$'), 'not a topic');

/** How an output is reached, as it comes from a screen and out of the settings file. */
const way: z.ZodType<OutputWay> = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('http'),
    url,
    method: z.enum(['GET', 'POST']).default('GET'),
    body: z.string().max(4_000).default(''),
  }),
  z.strictObject({
    type: z.literal('modbus'),
    host,
    port: z.int().min(1).max(65_535).default(502),
    unit: z.int().min(0).max(255).default(1),
    coil: z.int().min(0).max(65_535),
    input: z.int().min(0).max(65_535).nullable().default(null),
    passWithin: z.int().min(PASS_WITHIN.min).max(PASS_WITHIN.max).default(PASS_WITHIN.usual),
  }),
  z.strictObject({ type: z.literal('mqtt'), topic }),
  z.strictObject({
    type: z.literal('serial'),
    path: z.string().min(1).max(1_000),
    baudRate: z.int().min(300).max(4_000_000).default(9_600),
    on: escapedTextSchema.min(1),
    off: escapedTextSchema.default(''),
  }),
  z.strictObject({ type: z.literal('relay'), channel: z.int().min(1).max(8) }),
]);

/** One output. A gate follows nothing but a way in or out. */
export const outputSchema: z.ZodType<OutputSetting> = z
  .strictObject({
    name: z.string().trim().min(1).max(60),
    purpose: z.enum(OUTPUT_PURPOSES).default('gate'),
    follows: z
      .array(z.enum(OUTPUT_CUES))
      .min(1)
      .default([...GATE_FOLLOWS]),
    pulse: z.int().min(PULSE.min).max(PULSE.max).default(1_000),
    way,
  })
  .refine(({ purpose, follows }) => purpose !== 'gate' || follows.every(letsPass), {
    path: ['follows'],
    message: 'a gate follows admit and exit alone',
  })
  .refine(({ purpose, way }) => purpose === 'gate' || way.type !== 'modbus' || way.input === null, {
    path: ['way', 'input'],
    message: 'nobody goes through a signal',
  });

function letsPass(cue: OutputCue): boolean {
  return (GATE_FOLLOWS as readonly OutputCue[]).includes(cue);
}

/** A limited number of outputs, each with a name of its own. */
export const outputsSchema = z
  .array(outputSchema)
  .max(MOST_OUTPUTS)
  .superRefine((outputs, context) => {
    outputs.forEach(({ name }, index) => {
      if (outputs.findIndex((one) => one.name === name) === index) return;
      context.addIssue({
        code: 'custom',
        path: [index, 'name'],
        message: 'another output has this name',
      });
    });
  });
