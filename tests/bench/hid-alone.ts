/** A process that measures so many codes of HID scanners, from this source; says the figures as JSON. */
import { z } from 'zod';
import { measureHid } from './hid.ts';

const argumentsSchema = z.tuple([z.coerce.number(), z.enum(['emulated', 'simulated'])]);

const figures = await measureHid(...argumentsSchema.parse(process.argv.slice(2)));
process.stdout.write(`${JSON.stringify(figures)}\n`);
