import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { authenticationResponseSchema, SCANNING_PATHS } from '#shared/api/index.ts';
import { RESERVED_BARCODES } from '#box-office/reserved-barcodes.ts';
import { startBoxOffice, type BoxOffice } from '#box-office/server.ts';
import { readCases, type Cases } from '#conformance/cases.ts';
import type { Check } from '#conformance/check.ts';
import { readArguments } from '#conformance/cli-arguments.ts';
import { line } from '#conformance/report.ts';
import { CHECKS, runSuite, type Finding } from '#conformance/suite.ts';
import { passwordOf, USER } from '#tests/box-office/support.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { asksAll } from '#tests/support/how-much.ts';
import { PLANTED_BREACHES } from './breaches.ts';
import { edit, failureWith } from './planting.ts';
import { openSpoilingProxy, type Spoiling } from './spoiling-proxy.ts';

const CLI = fileURLToPath(import.meta.resolve('#conformance/cli.ts'));
/** With a hundred requests, and other tests beside it. */
const A_RUN_MS = 120_000;

/** Whitelisted at the box office. */
const ORIGIN = 'https://www.example.org';

let boxOffice: BoxOffice;
let cases: Cases;
let shift = 0;
beforeAll(async () => {
  boxOffice = await startBoxOffice({
    tickets: 800,
    allowedOrigins: [ORIGIN],
    now: () => Date.now() + shift,
  });
  cases = await casesOf(boxOffice);
});

/** All that there is to see beyond what one user sees. */
async function casesOf({ baseUrl }: BoxOffice): Promise<Cases> {
  const credentialsOf = (username: string) => ({ username, password: passwordOf(username) });
  shift = -61 * 60_000;
  const signedIn = await fetch(baseUrl + SCANNING_PATHS.authenticate, {
    method: 'POST',
    body: JSON.stringify(credentialsOf(USER.door)),
  });
  shift = 0;
  const { accessToken } = authenticationResponseSchema.parse(await signedIn.json());
  return {
    withPatrons: credentialsOf(USER.foyer),
    withoutPatrons: credentialsOf(USER.door),
    notAuthorized: credentialsOf(USER.bar),
    passwordExpired: credentialsOf(USER.archive),
    expiredToken: { username: USER.door, token: accessToken ?? '' },
    unanticipated: RESERVED_BARCODES.unanticipated,
    forcedLogout: RESERVED_BARCODES.unanticipatedForcedLogout,
  };
}
afterAll(() => boxOffice.close());

async function run(...args: string[]) {
  const child = spawn(process.execPath, [CLI, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await exited) as [number | null];
  return { stdout, stderr, code };
}

const as = (username: string) => ['--username', username, '--password', passwordOf(username)];
const scansAsked = () =>
  boxOffice.requests.filter(
    ({ path }) => path === SCANNING_PATHS.validateTicket || path === SCANNING_PATHS.syncScans,
  ).length;

describe('npm run conformance', () => {
  test(
    'finds no breach in the box office, skips nothing, and tells no secrets',
    async () => {
      const args = ['--base-url', boxOffice.baseUrl, '--client', '284', '--scan'];
      const file = join(temporaryFolder(), 'cases.json');
      writeFileSync(file, JSON.stringify(cases));
      const more = ['--origin', ORIGIN, '--cases', file];
      const valid = boxOffice.barcodes('valid', 1000);
      const { stdout, stderr, code } = await run(...args, ...more, ...as(USER.foyer));
      expect(stdout).toMatch(/\n\d+ passed, 0 breaches, 0 skipped\n$/);
      expect([stderr, code]).toStrictEqual(['', 0]);
      expect(stdout).not.toContain(passwordOf(USER.foyer));
      expect(stdout).not.toContain(USER.foyer);
      expect(stdout).not.toContain(cases.expiredToken?.token);
      expect(valid.filter((barcode) => stdout.includes(barcode))).toStrictEqual([]);
      expect(scansAsked()).toBeGreaterThan(0);
    },
    A_RUN_MS,
  );

  test(
    'changes nothing without --scan',
    async () => {
      const before = scansAsked();
      const args = ['--base-url', `${boxOffice.baseUrl}/`, '--client', '284'];
      const { stdout, code } = await run(...args, ...as(USER.door));
      expect(stdout).toMatch(/\n\d+ passed, 0 breaches, \d+ skipped\n$/);
      expect(code).toBe(0);
      expect(scansAsked()).toBe(before);
    },
    A_RUN_MS,
  );

  test(
    'spends the ticket that it is given',
    async () => {
      const [barcode = ''] = boxOffice.barcodes('valid', 9).slice(8);
      const args = ['--base-url', boxOffice.baseUrl, '--client', '284', '--scan'];
      const { code } = await run(...args, '--barcode', barcode, ...as(USER.door));
      expect(code).toBe(0);
      expect(boxOffice.scansOf(barcode)).toHaveLength(1);
    },
    A_RUN_MS,
  );

  test(
    'without credentials checks the future events, and ends with 1 on a breach',
    async () => {
      const baseUrl = await openSpoilingProxy(boxOffice.baseUrl, {
        answer: ({ body }) => ({ body: body.replaceAll('"clientActive":true,', '') }),
      });
      const { stdout, code } = await run('--base-url', baseUrl, '--client', '284');
      expect(stdout).toMatch(/BREACH +clientActive: /);
      expect(code).toBe(1);
    },
    A_RUN_MS,
  );

  test(
    'says that nobody answers',
    async () => {
      const gone = await startBoxOffice({ tickets: 200 });
      await gone.close();
      const { stdout, code } = await run('--base-url', gone.baseUrl, '--client', '284');
      expect(stdout).toContain('has no answer: ECONNREFUSED');
      expect(code).toBe(1);
    },
    A_RUN_MS,
  );

  const URL_AND_CLIENT = ['--base-url', 'http://127.0.0.1:1', '--client', '284'];
  test.each([
    [[], '--base-url is missing.'],
    [['--base-url', 'ftp://a.example', '--client', '1'], '--base-url takes an address'],
    [['--base-url', 'http://a.example'], '--client is missing.'],
    [['--base-url', 'http://a.example', '--client', 'x'], '--client takes a whole number.'],
    [[...URL_AND_CLIENT, '--username', 'a'], '--username and --password go together.'],
    [[...URL_AND_CLIENT, '--scan'], '--scan needs --username and --password.'],
    [[...URL_AND_CLIENT, '--barcode', '1'], '--barcode needs --scan.'],
    [[...URL_AND_CLIENT, '--origin', 'example'], '--origin takes an origin such as'],
    [[...URL_AND_CLIENT, '--cases', '/no/such/file'], '--cases names a file that cannot be read.'],
    [[...URL_AND_CLIENT, '--speed'], "Unknown option '--speed'"],
  ])('%j is wrong, and is told so', (args, message) => {
    const command = readArguments(args);
    expect(command.ok ? null : command.error).toContain(message);
  });

  test.each([
    ['{', '--cases takes a file of JSON.'],
    ['{"notAuthorized":{"username":"secret"}}', 'The cases are wrong: notAuthorized.password.'],
    ['{"admin":"secret"}', 'The cases are wrong: admin.'],
  ])('cases of %s are wrong, and none of them is told', (text, message) => {
    expect(readCases(text)).toEqual({ ok: false, error: message });
  });

  test(
    'what is wrong is told with the usage, and ends with 2',
    async () => {
      const { stdout, stderr, code } = await run('--speed');
      expect(stderr).toContain("Unknown option '--speed'");
      expect(stderr).toContain('Usage: npm run conformance');
      expect([stdout, code]).toStrictEqual(['', 2]);
    },
    A_RUN_MS,
  );
});

describe('a platform that breaks the contract is found out', () => {
  async function findingsIn(baseUrl: string, isAsked?: (check: Check) => boolean) {
    const findings: Finding[] = [];
    const target = {
      baseUrl,
      clientId: 284,
      credentials: { username: USER.foyer, password: passwordOf(USER.foyer) },
      scan: true,
      barcode: undefined,
      origin: ORIGIN,
      cases,
    };
    for await (const finding of runSuite(target, isAsked)) findings.push(finding);
    return findings;
  }
  const breachesAmong = (findings: readonly Finding[]) =>
    findings
      .filter(({ result }) => result === 'breach')
      .map(({ requirement, evidence }) => `${requirement}: ${evidence}`);
  const passing = (spoiling: Spoiling) => openSpoilingProxy(boxOffice.baseUrl, spoiling);

  test(
    'the proxy itself breaks nothing',
    async () => {
      expect(breachesAmong(await findingsIn(await passing({})))).toStrictEqual([]);
    },
    A_RUN_MS,
  );

  /** The others have nothing to do with it; `npm run test:long` makes them all the same. */
  test.each(PLANTED_BREACHES)(
    '$name',
    async ({ noticedBy, spoiling }) => {
      const isAsked = ({ requirement }: Check) => asksAll() || requirement.includes(noticedBy);
      const breaches = breachesAmong(await findingsIn(await passing(spoiling), isAsked));
      expect(breaches.join('\n')).toContain(noticedBy);
    },
    A_RUN_MS,
  );

  test.each([
    ['reach beyond the scan window', { filterWindow: 'beyond' }, /productionId.*pass +.* beyond/],
    ['need it, too', { filterWindow: 'within' }, /productionId.*pass +.* within/],
  ] as const)('that filters %s is told, and is no breach', async (_, options, told) => {
    const other = await startBoxOffice({ tickets: 400, ...options });
    onTestFinished(() => other.close());
    const isAsked = ({ requirement }: Check) => requirement.includes('cache/validTickets with');
    const lines = (await findingsIn(other.baseUrl, isAsked)).map(line);
    expect(lines.join('\n')).toMatch(told);
    expect(lines.join('\n')).not.toContain('BREACH');
  });

  /** What the document leaves open, and real platforms do. */
  test.each<[string, string, Spoiling]>([
    [
      'a key of an error that nobody has seen yet',
      'filterOptions without Authorization',
      failureWith((body) => body.replace('"error.', '"E.')),
    ],
    [
      'counters that count otherwise',
      'a good ticket is admitted, with its data',
      edit(SCANNING_PATHS.validateTicket, (body) =>
        body.replace(
          /"ticketsScanned":\d+,"ticketsSold":\d+/,
          '"ticketsScanned":9,"ticketsSold":1',
        ),
      ),
    ],
    [
      'a barcode on two tickets',
      'cache/validTickets: every ticket',
      edit(SCANNING_PATHS.validTickets, (body) => {
        const [first, second] = [...body.matchAll(/"barcode":"[^"]*"/g)].map(([text]) => text);
        return body.replace(second ?? '', first ?? '');
      }),
    ],
  ])('%s is no breach', async (_what, requirement, spoiling) => {
    const isAsked = (check: Check) => check.requirement.startsWith(requirement);
    const findings = await findingsIn(await passing(spoiling), isAsked);
    expect(findings.length).toBeGreaterThan(0);
    expect(breachesAmong(findings)).toStrictEqual([]);
  });

  test(
    'one that refuses a member that it does not know is asked with one key at a time',
    async () => {
      const stern = await startBoxOffice({ tickets: 400, dialect: 'stern' });
      onTestFinished(() => stern.close());
      const isAsked = ({ requirement }: Check) => requirement.includes('sync');
      const findings = await findingsIn(stern.baseUrl, isAsked);
      expect(breachesAmong(findings)).toStrictEqual([]);
      const told = findings.map(({ evidence }) => evidence);
      expect(told).toContain('barcode: taken');
      expect(told).toContain('barcodeString: refused, HTTP 400');
    },
    A_RUN_MS,
  );

  test.each([
    ['a page', '<html></html>'],
    ['nothing at all', ''],
    ['null', 'null'],
    ['an object of nothing', '{}'],
    ['a list', '[]'],
  ])(
    'one that answers with %s is judged to the end of the list all the same',
    async (_, body) => {
      const all = await findingsIn(
        await passing({ request: () => undefined, answer: () => ({ body }) }),
      );
      expect(all).toHaveLength(CHECKS.length);
      expect(breachesAmong(all).length).toBeGreaterThan(30);
    },
    A_RUN_MS,
  );
});
