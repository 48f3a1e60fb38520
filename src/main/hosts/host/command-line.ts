import { readAddress } from '#main/platform/ticketing/base-url.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { parseArgs } from 'node:util';
import { z } from 'zod';

/** What the kiosk is told when it is started. */
export interface CommandLine {
  /**
   * The platform's base URL; wins over the settings, which say whether it may be plain http. Null: the
   * settings know it, or the demo does.
   */
  readonly baseUrl: string | null;
  /** Whether to run against the embedded box office. */
  readonly demo: boolean;
  /** An ordinary window instead of the full screen. */
  readonly windowed: boolean;
  /** A provisioning file. */
  readonly settingsFile: string | null;
}

/** The same for the kiosk that is served to a browser. */
export interface BrowserCommandLine extends CommandLine {
  /** The port to serve it on; 0 for a free one. */
  readonly port: number;
  /** Where it keeps its data; null for the usual place. */
  readonly userDataDirectory: string | null;
}

export type Environment = Readonly<Record<string, string | undefined>>;

const kioskOptions = {
  'base-url': { type: 'string' },
  demo: { type: 'boolean' },
  windowed: { type: 'boolean' },
  settings: { type: 'string' },
} as const;

const browserOptions = {
  ...kioskOptions,
  port: { type: 'string' },
  'user-data-dir': { type: 'string' },
} as const;

const wantsAddress = '--base-url wants an address like https://tickets.example';
const wantsPort = '--port wants a number from 0 to 65535';

const addressSchema = z.string(wantsAddress).transform((typed, context) => {
  const address = readAddress(typed);
  if (address !== null) return address;
  context.addIssue(wantsAddress);
  return z.NEVER;
});

const kioskSchema = z
  .object({
    'base-url': addressSchema.optional(),
    demo: z.boolean('--demo takes no value').default(false),
    windowed: z.boolean('--windowed takes no value').default(false),
    settings: z.string('--settings wants the path of a file').min(1).optional(),
  })
  .refine((given) => !given.demo || given['base-url'] === undefined, {
    error: '--demo brings its own platform: leave out --base-url, or --demo',
  })
  .transform((given): CommandLine => ({
    baseUrl: given['base-url'] ?? null,
    demo: given.demo,
    windowed: given.windowed,
    settingsFile: given.settings ?? null,
  }));

const browserSchema = z
  .object({
    port: z
      .string(wantsPort)
      .regex(/^\d+$/, wantsPort)
      .transform(Number)
      .pipe(z.int().max(65535, wantsPort))
      .default(0),
    'user-data-dir': z.string('--user-data-dir wants the path of a folder').min(1).optional(),
  })
  .transform((given) => ({
    port: given.port,
    userDataDirectory: given['user-data-dir'] ?? null,
  }));

/**
 * Reads the arguments of Electron's process. Chromium's own switches and the application's path
 * stand among them, and so what is unknown is passed over. Failing, it says why, for a person.
 */
export function parseCommandLine(
  args: readonly string[],
  env: Environment,
): Result<CommandLine, string> {
  const { values } = parseArgs({ args: [...args], options: kioskOptions, strict: false });
  return inWords(kioskSchema.safeParse(withEnvironment(values, env)));
}

/** Reads the arguments of the kiosk in a browser. They are all its own: an unknown one is an error. */
export function parseBrowserCommandLine(
  args: readonly string[],
  env: Environment,
): Result<BrowserCommandLine, string> {
  const { values, tokens } = parseArgs({
    args: [...args],
    options: browserOptions,
    strict: false,
    tokens: true,
  });
  const unknown = tokens.find(
    (token) => token.kind === 'positional' || !('name' in token && token.name in browserOptions),
  );
  if (unknown !== undefined) return err(`${args[unknown.index] ?? ''} is not known here`);
  const kiosk = inWords(kioskSchema.safeParse(withEnvironment(values, env)));
  if (!kiosk.ok) return kiosk;
  const browser = inWords(browserSchema.safeParse(values));
  return browser.ok ? ok({ ...kiosk.value, ...browser.value }) : browser;
}

/** Adds what the environment says where the command line says nothing. */
function withEnvironment(values: Readonly<Record<string, unknown>>, env: Environment) {
  const fallback = (name: string, variable: string | undefined): unknown =>
    values[name] ?? (variable === '' ? undefined : variable);
  return {
    ...values,
    // The demo was asked for by name, and so goes before an address in the environment.
    'base-url': fallback('base-url', values['demo'] ? undefined : env['USHER_BASE_URL']),
    settings: fallback('settings', env['USHER_SETTINGS']),
  };
}

function inWords<T>(parsed: z.ZodSafeParseResult<T>): Result<T, string> {
  if (parsed.success) return ok(parsed.data);
  return err(parsed.error.issues.map(({ message }) => message).join('; '));
}
