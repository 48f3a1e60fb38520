import { expect, onTestFinished, test } from 'vitest';
import { WorkerClient } from '#main/base/worker-client.ts';
import type { CountingCalls } from './support/counting-worker.ts';

const ENTRY = new URL('./support/counting-worker.ts', import.meta.url);

function open() {
  const heard: string[] = [];
  const client = new WorkerClient<CountingCalls, string>(ENTRY, {
    onProgress: (progress) => heard.push(progress),
  });
  onTestFinished(() => client.cancel());
  return { client, heard };
}

test('each call gets its own answer, and progress is published', async () => {
  const { client, heard } = open();
  const later = client.call('afterNext', null);
  client.send('add', 1);
  expect(await client.call('add', 2)).toBe(3);
  expect(await later).toBe(1);
  expect(heard).toEqual(['adding 1', 'adding 2']);
});

test('transferred bytes belong to the thread', async () => {
  const { client } = open();
  const bytes = new Uint8Array(5);
  expect(await client.call('size', bytes, [bytes.buffer])).toBe(5);
  expect(bytes.byteLength).toBe(0);
});

test('a thread that fails answers pending and later calls with null, and gives the code alone', async () => {
  const { client } = open();
  const waiting = client.call('wait', null);
  expect(await client.call('fail', null)).toBeNull();
  expect(await waiting).toBeNull();
  expect(await client.ended).toBe('SQLITE_CORRUPT');
  expect(await client.call('add', 1)).toBeNull();
});

test('a cancelled thread answers pending calls with null immediately, and ends', async () => {
  const { client } = open();
  const waiting = client.call('wait', null);
  client.cancel();
  expect(await waiting).toBeNull();
  expect(await client.ended).toBeNull();
});

test('a thread that is ended finishes its calls first', async () => {
  const { client } = open();
  const sum = client.call('add', 1);
  await client.end();
  expect(await sum).toBe(1);
});

test('a thread that cannot start answers with null', async () => {
  const client = new WorkerClient<CountingCalls>(new URL('./support/none.ts', import.meta.url));
  expect(await client.call('add', 1)).toBeNull();
  expect(await client.ended).toContain('MODULE_NOT_FOUND');
});
