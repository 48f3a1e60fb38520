import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { err, ok, type Result } from '#shared/result.ts';
import { readCases, type Cases } from './cases.ts';
import type { Target } from './platform.ts';

export const USAGE = `Usage: npm run conformance -- --base-url URL --client ID [options]

  --base-url URL    the platform: what the paths of the Public Ticketing API are relative to
  --client ID       the client to ask about
  --username NAME   a user who may scan for this client; without one only the future events and
  --password WORD   what strangers are told are checked
  --scan            also spends tickets: validates one, records another as scanned offline.
                    Without it nothing is changed on the platform
  --barcode CODE    the ticket to validate (default: one that the platform calls valid)
  --origin URL      an origin that is whitelisted: its pages have to be able to ask
  --cases FILE      JSON that names what else there is to see, each if it is there: withPatrons,
                    withoutPatrons, notAuthorized, passwordExpired (a username and a password),
                    expiredToken (a username and a token), unanticipated, forcedLogout (barcodes
                    that provoke the codes 16 and 17)
  --help            this text

Ends with 0 if there is no breach, 1 if there is one, 2 if these options are wrong.
`;

const argumentsSchema = z
  .object({
    'base-url': z
      .string('--base-url is missing.')
      .refine(
        (text) => /^https?:\/\//.test(text) && URL.canParse(text),
        '--base-url takes an address such as https://tickets.example.org.',
      ),
    client: z
      .string('--client is missing.')
      .regex(/^\d{1,15}$/, '--client takes a whole number.')
      .transform(Number),
    username: z.string().min(1, '--username takes a name.').optional(),
    password: z.string().min(1, '--password takes a password.').optional(),
    scan: z.boolean().default(false),
    barcode: z.string().min(1, '--barcode takes a barcode.').optional(),
    origin: z
      .string()
      .refine(
        (text) => URL.canParse(text) && new URL(text).origin === text,
        '--origin takes an origin such as https://www.example.org.',
      )
      .optional(),
    cases: z.string().min(1, '--cases takes the name of a file.').optional(),
  })
  .refine(({ username, password }) => (username === undefined) === (password === undefined), {
    message: '--username and --password go together.',
  })
  .refine(({ username, scan }) => !scan || username !== undefined, {
    message: '--scan needs --username and --password.',
  })
  .refine(({ barcode, scan }) => scan || barcode === undefined, {
    message: '--barcode needs --scan.',
  });

/** Reads the command line: what to test, or 'help'; the error says what is wrong with it. */
export function readArguments(args: readonly string[]): Result<Target | 'help', string> {
  const values = readOptions(args);
  if (!values.ok) return values;
  if (values.value.help === true) return ok('help');
  const parsed = argumentsSchema.safeParse(values.value);
  if (!parsed.success) return err(parsed.error.issues[0]?.message ?? 'The options are wrong.');
  const { 'base-url': baseUrl, client: clientId, username, password, scan, barcode } = parsed.data;
  const credentials =
    username === undefined || password === undefined ? undefined : { username, password };
  const cases = parsed.data.cases === undefined ? ok({}) : readCasesFile(parsed.data.cases);
  if (!cases.ok) return cases;
  const { origin } = parsed.data;
  return ok({ baseUrl, clientId, credentials, scan, barcode, origin, cases: cases.value });
}

function readCasesFile(file: string): Result<Cases, string> {
  try {
    return readCases(readFileSync(file, 'utf8'));
  } catch {
    return err('--cases names a file that cannot be read.');
  }
}

function readOptions(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        'base-url': { type: 'string' },
        client: { type: 'string' },
        username: { type: 'string' },
        password: { type: 'string' },
        scan: { type: 'boolean' },
        barcode: { type: 'string' },
        origin: { type: 'string' },
        cases: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    return ok(values);
  } catch (error) {
    return err(error instanceof Error ? error.message : 'The options cannot be read.');
  }
}
