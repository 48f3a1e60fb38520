import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { SCANNING_PATHS } from '#shared/api/index.ts';
import { startBoxOffice, type BoxOffice } from '#box-office/server.ts';
import { runSuite, type Finding } from '#conformance/suite.ts';
import { passwordOf, USER } from '#tests/box-office/support.ts';
import { PLANTED_BREACHES } from './breaches.ts';
import { openSpoilingProxy } from './spoiling-proxy.ts';

const CLI = fileURLToPath(import.meta.resolve('#conformance/cli.ts'));
/** With a hundred requests, and other tests beside it. */
const A_RUN_MS = 60_000;

let boxOffice: BoxOffice;
beforeAll(async () => {
  boxOffice = await startBoxOffice({ tickets: 800 });
});
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
      const valid = boxOffice.barcodes('valid', 1000);
      const { stdout, stderr, code } = await run(...args, ...as(USER.foyer));
      expect(stdout).toMatch(/\n\d+ passed, 0 breaches, 0 skipped\n$/);
      expect([stderr, code]).toStrictEqual(['', 0]);
      expect(stdout).not.toContain(passwordOf(USER.foyer));
      expect(stdout).not.toContain(USER.foyer);
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
    [[...URL_AND_CLIENT, '--speed'], "Unknown option '--speed'"],
  ])(
    '%j is wrong, is told so with the usage, and ends with 2',
    async (args, message) => {
      const { stderr, code } = await run(...args);
      expect(stderr).toContain(message);
      expect(stderr).toContain('Usage: npm run conformance');
      expect(code).toBe(2);
    },
    A_RUN_MS,
  );
});

describe('a platform that breaks the contract is found out', () => {
  async function breachesIn(baseUrl: string): Promise<string[]> {
    const findings: Finding[] = [];
    const target = {
      baseUrl,
      clientId: 284,
      credentials: { username: USER.foyer, password: passwordOf(USER.foyer) },
      scan: true,
      barcode: undefined,
    };
    for await (const finding of runSuite(target)) findings.push(finding);
    return findings
      .filter(({ result }) => result === 'breach')
      .map(({ requirement, evidence }) => `${requirement}: ${evidence}`);
  }

  test(
    'the proxy itself breaks nothing',
    async () => {
      expect(await breachesIn(await openSpoilingProxy(boxOffice.baseUrl, {}))).toStrictEqual([]);
    },
    A_RUN_MS,
  );

  test.each(PLANTED_BREACHES)(
    '$name',
    async ({ noticedBy, spoiling }) => {
      const breaches = await breachesIn(await openSpoilingProxy(boxOffice.baseUrl, spoiling));
      expect(breaches.join('\n')).toContain(noticedBy);
    },
    A_RUN_MS,
  );
});
