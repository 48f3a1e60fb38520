/** `npm run box-office`: the box office as a program of its own. */
import { readArguments, USAGE } from './cli-arguments.ts';
import { DEMO_ACCOUNTS } from './demo/accounts.ts';
import { startBoxOffice, type BoxOffice, type BoxOfficeOptions } from './server.ts';
import { BoxOfficeStartError } from './start-error.ts';

const DEFAULT_PORT = 8080;
const EXIT = { failed: 1, usage: 2 } as const;

const command = readArguments(process.argv.slice(2));
if (!command.ok) {
  process.stderr.write(`${command.error}\n\n${USAGE}`);
  process.exitCode = EXIT.usage;
} else if (command.value.help) {
  process.stdout.write(USAGE);
} else {
  await run(command.value.options);
}

async function run(options: BoxOfficeOptions): Promise<void> {
  try {
    const boxOffice = await startBoxOffice({ ...options, port: options.port ?? DEFAULT_PORT });
    process.stdout.write(welcome(boxOffice));
    const stop = () => void boxOffice.close();
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
  } catch (error) {
    if (!(error instanceof BoxOfficeStartError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = EXIT.failed;
  }
}

/** Addresses, users and barcodes: what somebody needs to try it. All of it is invented. */
function welcome({ baseUrl, guide, open }: BoxOffice): string {
  const users = DEMO_ACCOUNTS.map(
    ({ username, password, note }) => `  ${username}  ${password}  (${note})`,
  );
  const tickets = guide.tickets.map(({ kind, barcode }) => `  ${barcode.padEnd(18)} ${kind}`);
  const stale = open ? [] : ['', 'Nothing is open now: delete the data file for fresh demo data.'];
  return [
    `The box office listens on ${baseUrl}`,
    ...stale,
    '',
    'Users, with their passwords:',
    ...users,
    '',
    'Barcodes, by what happens to them:',
    ...tickets,
    '',
    '',
  ].join('\n');
}
