import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PartySearch } from '#main/entrance/party/party-search.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { WORKERS } from '#tests/support/workers.ts';

const SIGN = { performanceId: 1, buyer: 'Ottoline', sold: 4 };
const KEYS = { lookup: new Uint8Array(32), seal: new Uint8Array(32) };
/** Never gets to its answer. */
const SLOW = new URL('./slow-first-search.ts', import.meta.url);

const search = (entry: string | URL) =>
  new PartySearch(entry, { ...FILE, path: join(temporaryFolder(), 'copy.db') }, 1, SIGN);
const FILE = { keys: KEYS, tickets: 0, builtAt: 0, showsPatrons: false };

test('called off while it reads, the thread ends, and who waits is told at once', async () => {
  const slow = search(SLOW);
  slow.callOff();
  expect(await slow.answer).toBeNull();
  await slow.ended;
});

test('a copy that is gone is unreadable, and the thread ends by itself', async () => {
  const lost = search(WORKERS.tickets);
  expect(await lost.answer).toEqual({ type: 'unreadable' });
  await lost.ended;
});
