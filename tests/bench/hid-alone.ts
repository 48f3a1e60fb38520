/** A process that measures HID scanners in a machine that is emulated, and says the figures as JSON. */
import { measureHid } from './hid.ts';

const figures = await measureHid(Number(process.argv[2]), true);
process.stdout.write(`${JSON.stringify(figures)}\n`);
