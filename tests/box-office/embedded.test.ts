import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';

const EMBEDDED = fileURLToPath(import.meta.resolve('#box-office/embedded.ts'));
const ARGS = ['--tickets', '200'];

const listeningSchema = z.object({
  type: z.literal('listening'),
  baseUrl: z.string(),
  guide: z.object({ users: z.array(z.unknown()).min(5), tickets: z.array(z.unknown()).min(8) }),
});

const failedSchema = z.object({ type: z.literal('failed'), message: z.string() });

function forkBoxOffice(...args: string[]) {
  const child = fork(EMBEDDED, [...ARGS, ...args], { stdio: 'pipe' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, exited: once(child, 'exit'), message: once(child, 'message') };
}

async function expectToServe(baseUrl: string) {
  const response = await fetch(`${baseUrl}/public/scanning/validateToken`);
  expect(await response.json()).toMatchObject({ errorDetails: { errorCodeId: 1 } });
}

describe('the embedded box office', () => {
  test('tells its parent where it listens and what there is to try, and stops when told to', async () => {
    const { child, exited, message } = forkBoxOffice();
    const { baseUrl } = listeningSchema.parse((await message)[0]);
    child.send('nonsense');
    child.send({ type: 'go on' });
    await expectToServe(baseUrl);
    child.send({ type: 'stop' });
    expect((await exited)[0]).toBe(0);
  }, 20_000);

  test('ends when its parent is gone', async () => {
    const { child, exited, message } = forkBoxOffice();
    await message;
    child.disconnect();
    expect((await exited)[0]).toBe(0);
  }, 20_000);

  test('tells its parent why it cannot start', async () => {
    const { exited, message } = forkBoxOffice('--data', '/no/such/folder/box-office.db');
    const failure = failedSchema.parse((await message)[0]);
    expect(failure.message).toContain('/no/such/folder/box-office.db cannot be used as data');
    expect((await exited)[0]).toBe(1);
  }, 20_000);

  test('runs in a worker thread, too', async () => {
    const worker = new Worker(EMBEDDED, { argv: ARGS });
    onTestFinished(() => void worker.terminate());
    const { baseUrl } = listeningSchema.parse((await once(worker, 'message'))[0]);
    await expectToServe(baseUrl);
    worker.postMessage({ type: 'stop' });
    await once(worker, 'exit');
  }, 20_000);

  test("speaks through the port of Electron's utility process where there is one", async () => {
    const script = `
      const { EventEmitter } = await import('node:events');
      const port = new EventEmitter();
      port.postMessage = (message) => {
        console.log(JSON.stringify(message));
        port.emit('message', { data: { type: 'stop' } });
      };
      process.parentPort = port;
      await import(${JSON.stringify(EMBEDDED)});
      setInterval(() => {}, 1000);
    `;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const exited = once(child, 'exit');
    listeningSchema.parse(JSON.parse(await text(child.stdout)));
    expect((await exited)[0]).toBe(0);
  }, 20_000);

  test('says what to run instead when a person starts it', async () => {
    const child = spawn(process.execPath, [EMBEDDED], { stdio: ['ignore', 'pipe', 'pipe'] });
    const exited = once(child, 'exit');
    expect(await text(child.stderr)).toContain('src/box-office/cli.ts');
    expect((await exited)[0]).toBe(2);
  }, 20_000);
});
