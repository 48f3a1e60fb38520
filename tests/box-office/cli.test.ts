import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readArguments } from '#box-office/cli-arguments.ts';
import { openBoxOffice } from './support.ts';

const CLI = fileURLToPath(import.meta.resolve('#box-office/cli.ts'));

function start(...args: string[]) {
  const child = spawn(process.execPath, [CLI, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, exited };
}

async function run(...args: string[]) {
  const { child, exited } = start(...args);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    exited,
  ]);
  return { stdout, stderr, code };
}

async function firstOutput(stdout: NodeJS.ReadableStream): Promise<string> {
  let output = '';
  for await (const chunk of stdout) {
    output += String(chunk);
    if (output.endsWith('\n\n')) break;
  }
  return output;
}

describe('npm run box-office', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)(
    'prints its address, users and barcodes, serves, and ends cleanly on %s',
    async (signal) => {
      const { child, exited } = start('--port', '0', '--tickets', '200', '--seed', '3');
      const output = await firstOutput(child.stdout);
      const baseUrl = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
      expect(output).toMatch(/door@usher\.example {2}open-the-doors/);
      expect(output).toMatch(/\d{12,16} +valid\n/);
      const answer = await fetch(`${baseUrl ?? ''}/public/scanning/validateToken`);
      expect(await answer.json()).toMatchObject({ errorDetails: { errorCodeId: 1 } });
      child.kill(signal);
      expect(await exited).toStrictEqual([0, null]);
    },
    20_000,
  );

  test('takes its clock offset, and the Age of its answers', async () => {
    const options = ['--clock-offset=-7200', '--age', '5'];
    const { child } = start('--port', '0', '--tickets', '200', ...options);
    const baseUrl = /http:\/\/127\.0\.0\.1:\d+/.exec(await firstOutput(child.stdout))?.[0];
    const { headers } = await fetch(`${baseUrl ?? ''}/public/scanning/validateToken`);
    const behind = Date.now() - Date.parse(headers.get('date') ?? '');
    expect(Math.abs(behind - 7_205_000)).toBeLessThan(10_000);
    expect(headers.get('age')).toBe('5');
  }, 20_000);

  test('offers no client of which nothing is open, and takes a literal sync, if asked to', () => {
    expect(readArguments(['--literal-sync', '--open-clients'])).toMatchObject({
      value: { options: { syncNeedsWindow: true, offersOpenClientsOnly: true } },
    });
  });

  test('explains itself when asked', async () => {
    const { stdout, code } = await run('--help');
    expect(stdout).toMatch(/^Usage: npm run box-office -- \[options\]/);
    expect(code).toBe(0);
  }, 20_000);

  test.each([
    [['--port', 'http'], '--port takes a whole number from 0 to 65535.'],
    [['--port', '65536'], '--port takes a whole number from 0 to 65535.'],
    [['--tickets', '10'], '--tickets takes a whole number from 200 to 5000000.'],
    [['--sync-key', 'code'], '--sync-key takes one of barcode, barcodeString, either.'],
    [['--dialect', 'rude'], '--dialect takes one of strict, loose, stern.'],
    [['--filters', 'no'], '--filters takes one of within, beyond.'],
    [['--fail-month', 'May'], '--fail-month takes a month such as 2026-12.'],
    [['--performances', 'many'], '--performances takes a whole number from 0 to 100000.'],
    [['--allow-origin', 'a.example'], '--allow-origin takes an origin such as https://www'],
    [
      ['--allow-origin', 'https://a.example/'],
      '--allow-origin takes an origin such as https://www',
    ],
    [['--allow-origin', '*'], '--allow-origin takes an origin such as https://www'],
    [['--clock-offset', 'late'], '--clock-offset takes a whole number of seconds.'],
    [['--age=-1'], '--age takes a whole number from 0 to 999999999.'],
    [['--data', ''], '--data takes the name of a file.'],
    [['--speed', '3'], "Unknown option '--speed'"],
    [['now'], "Unexpected argument 'now'"],
  ])(
    '%j is wrong, is told so with the usage, and ends with 2',
    async (args, message) => {
      const { stderr, code } = await run(...args);
      expect(stderr).toContain(message);
      expect(stderr).toContain('Usage: npm run box-office');
      expect(code).toBe(2);
    },
    20_000,
  );

  test('says that its port is in use', async () => {
    const { boxOffice } = await openBoxOffice();
    const { port } = new URL(boxOffice.baseUrl);
    const { stderr, code } = await run('--port', port, '--tickets', '200');
    expect(stderr).toBe(`Port ${port} on 127.0.0.1 is in use. Name another with --port.\n`);
    expect(code).toBe(1);
  }, 20_000);
});
