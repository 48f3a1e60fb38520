import { parseArgs } from 'node:util';
import { z } from 'zod';
import { err, ok, type Result } from '#shared/result.ts';
import { FEWEST_TICKETS } from './demo/orders.ts';
import { FILTER_WINDOWS, SYNC_KEYS } from './dialects/dialect.ts';
import { DIALECT_NAMES } from './dialects/index.ts';

export const USAGE = `Usage: npm run box-office -- [options]

  --port N          the port to listen on (default 8080; 0: a free one)
  --host ADDRESS    the address to listen on (default 127.0.0.1)
  --data FILE       where the data is kept; what the file holds is used (default: memory)
  --seed N          another number, other demo data (default 1)
  --tickets N       how many demo tickets to make, at least ${FEWEST_TICKETS} (default 2000)
  --performances N  how many future performances to make up beyond the demo's (default 0)
  --allow-origin URL
                    an origin whose pages may ask for the future events, e.g.
                    https://www.example.org; may be given several times (default: none)
  --dialect NAME    how it writes what it says: strict (the document's words; default),
                    loose (members left out, null lists, numbers as text and text as numbers,
                    refusals with HTTP statuses of their own) or stern (a request with a member
                    that the document does not know is refused with a bare 400)
  --sync-key KEY    the key of the barcode in offline scans: barcode, barcodeString or
                    either (default; with stern: barcode)
  --filters HOW     whether a filter by production or performance also needs the scan window:
                    beyond it (default) or within it (default with loose)
  --loose-matching  a barcode is found without regard to blanks, hyphens, case, leading zeros and
                    the prefix TKT; the download lists it as it was sold
  --shared-barcodes the last two tickets of each order for a performance share a barcode
  --list-begun      the programme lists what has begun, as long as it can be scanned
  --literal-sync    offline scans without a filter are taken only inside the scan window, as rule 3
                    of 4.2 is written
  --open-clients    a client is offered only while one of its performances can be scanned
  --clock-offset SECONDS
                    how far its clock is ahead of this machine's; --clock-offset=-3600: behind
  --age SECONDS     answers look as if a cache had held them for so long (the header Age)
  --no-date         answers carry no Date
  --all-day         all-day events of today and tomorrow can be scanned, too
  --fail-month MONTH
                    the calendar of this month, e.g. 2026-12, has errors; the rest comes
  --help            this text

While it runs, PUT /demo/maintenance with the body true has everything answered with 503 and an
envelope, until the same with false.
`;

function wholeNumber(option: string, lowest: number, highest: number) {
  const message = `${option} takes a whole number from ${lowest} to ${highest}.`;
  return z
    .string()
    .regex(/^\d+$/, message)
    .transform(Number)
    .pipe(z.number().min(lowest, message).max(highest, message))
    .optional();
}

/** An origin as browsers send it: no path, no slash at the end. */
const originSchema = z
  .string()
  .refine(
    (text) => URL.canParse(text) && new URL(text).origin === text,
    '--allow-origin takes an origin such as https://www.example.org.',
  );

const argumentsSchema = z.object({
  port: wholeNumber('--port', 0, 65_535),
  host: z.string().min(1, '--host takes an address.').optional(),
  data: z.string().min(1, '--data takes the name of a file.').optional(),
  seed: wholeNumber('--seed', 0, 2 ** 32 - 1),
  tickets: wholeNumber('--tickets', FEWEST_TICKETS, 5_000_000),
  performances: wholeNumber('--performances', 0, 100_000),
  'allow-origin': z.array(originSchema).optional(),
  'sync-key': z.enum(SYNC_KEYS, `--sync-key takes one of ${SYNC_KEYS.join(', ')}.`).optional(),
  dialect: z.enum(DIALECT_NAMES, `--dialect takes one of ${DIALECT_NAMES.join(', ')}.`).optional(),
  filters: z
    .enum(FILTER_WINDOWS, `--filters takes one of ${FILTER_WINDOWS.join(', ')}.`)
    .optional(),
  'list-begun': z.boolean().optional(),
  'literal-sync': z.boolean().optional(),
  'open-clients': z.boolean().optional(),
  'loose-matching': z.boolean().optional(),
  'shared-barcodes': z.boolean().optional(),
  'clock-offset': z
    .string()
    .regex(/^-?\d{1,9}$/, '--clock-offset takes a whole number of seconds.')
    .transform((seconds) => Number(seconds) * 1000)
    .optional(),
  age: wholeNumber('--age', 0, 999_999_999),
  'no-date': z.boolean().optional(),
  'all-day': z.boolean().optional(),
  'fail-month': z
    .string()
    .regex(/^\d{4}-\d{2}$/, '--fail-month takes a month such as 2026-12.')
    .optional(),
  help: z.boolean().optional(),
});

/** Reads the command line; the error says what is wrong with it. */
export function readArguments(args: readonly string[]) {
  const values = readOptions(args);
  if (!values.ok) return values;
  const parsed = argumentsSchema.safeParse(values.value);
  if (!parsed.success) return err(parsed.error.issues[0]?.message ?? 'The options are wrong.');
  const {
    help = false,
    'sync-key': syncKey,
    'allow-origin': allowedOrigins,
    'list-begun': listsBegun,
    'loose-matching': matchesLoosely,
    'shared-barcodes': sharesBarcodes,
    'all-day': allDay,
    'fail-month': failingMonth,
    'literal-sync': syncNeedsWindow,
    'open-clients': offersOpenClientsOnly,
    filters: filterWindow,
    'clock-offset': clockOffset,
    'no-date': noDate = false,
    ...options
  } = parsed.data;
  const clock = { clockOffset, sendsDate: !noDate };
  const rules = {
    listsBegun,
    allDay,
    failingMonth,
    filterWindow,
    syncNeedsWindow,
    offersOpenClientsOnly,
  };
  const barcodes = { matchesLoosely, sharesBarcodes };
  const named = { syncKey, allowedOrigins, ...rules, ...barcodes, ...clock };
  return ok({ help, options: { ...options, ...named } });
}

function readOptions(args: readonly string[]): Result<object, string> {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        port: { type: 'string' },
        host: { type: 'string' },
        data: { type: 'string' },
        seed: { type: 'string' },
        tickets: { type: 'string' },
        performances: { type: 'string' },
        'allow-origin': { type: 'string', multiple: true },
        'sync-key': { type: 'string' },
        dialect: { type: 'string' },
        filters: { type: 'string' },
        'list-begun': { type: 'boolean' },
        'literal-sync': { type: 'boolean' },
        'open-clients': { type: 'boolean' },
        'loose-matching': { type: 'boolean' },
        'shared-barcodes': { type: 'boolean' },
        'clock-offset': { type: 'string' },
        age: { type: 'string' },
        'no-date': { type: 'boolean' },
        'all-day': { type: 'boolean' },
        'fail-month': { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    return ok(values);
  } catch (error) {
    return err(error instanceof Error ? error.message : 'The options cannot be read.');
  }
}
