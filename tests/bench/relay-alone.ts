/** A process that measures so many commands to a relay card; says the figures as JSON. */
import { z } from 'zod';
import { measureRelay } from './outputs.ts';

const [guests] = z.tuple([z.coerce.number()]).parse(process.argv.slice(2));

const figures = await measureRelay(guests);
process.stdout.write(`${JSON.stringify(figures)}\n`);
