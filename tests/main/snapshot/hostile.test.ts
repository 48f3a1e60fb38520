import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { openClient, CREDENTIALS } from '#tests/main/platform/ticketing/support/client.ts';
import { serve } from '#tests/main/platform/ticketing/support/serve.ts';
import { eventually } from '#tests/support/eventually.ts';
import { openSnapshots, SCOPE, start } from './support/open-snapshots.ts';
import { answer, barcode, ticket } from './support/tickets.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const WHOLE = answer(SCOPE.filter, 300);
const NEXT = answer(SCOPE.filter, 400);

/** A snapshot with 300 tickets in use; the next download is answered as the test says. */
async function openBefore(next: RequestListener) {
  let downloads = 0;
  const baseUrl = await serve((request, response) => {
    downloads += 1;
    if (downloads > 1) next(request, response);
    else response.writeHead(200, JSON_TYPE).end(WHOLE);
  });
  const { client } = openClient(baseUrl);
  const opened = openSnapshots({
    download: (filter, signal) => client.validTickets(CREDENTIALS, filter, { signal }),
  });
  await start(opened.snapshots);
  return opened;
}

describe('a server', () => {
  test.each<[string, RequestListener, object]>([
    [
      'breaks the connection in the middle',
      (_request, response) => {
        response.writeHead(200, { ...JSON_TYPE, 'content-length': Buffer.byteLength(NEXT) });
        response.write(NEXT.slice(0, -500), () => response.socket?.destroy());
      },
      { type: 'offline', reason: 'reset' },
    ],
    [
      'says that its answer is longer than it is',
      (_request, response) => {
        response.writeHead(200, { ...JSON_TYPE, 'content-length': Buffer.byteLength(NEXT) + 500 });
        response.write(NEXT, () => response.socket?.end());
      },
      { type: 'offline' },
    ],
    [
      'says that its answer is shorter than it is',
      (_request, response) => {
        response.writeHead(200, { ...JSON_TYPE, 'content-length': 100_000 });
        response.write(NEXT.slice(0, 100_000), () => response.socket?.destroy());
      },
      { type: 'unreadable' },
    ],
    [
      'ends its gzip in the middle',
      (_request, response) => {
        const zipped = gzipSync(NEXT);
        response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' });
        response.end(zipped.subarray(0, -50));
      },
      { type: 'offline' },
    ],
    [
      'goes on after its gzip',
      (_request, response) => {
        response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' });
        response.end(Buffer.concat([gzipSync(NEXT), Buffer.from(NEXT)]));
      },
      { type: 'offline' },
    ],
    [
      'calls gzip what is none',
      (_request, response) => {
        response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }).end(NEXT);
      },
      { type: 'offline' },
    ],
    [
      'answers with a page',
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        response.end(`<html>${'please pay '.repeat(20_000)}</html>`);
      },
      { type: 'offline', reason: 'captive-portal' },
    ],
    [
      'goes on without end after what it had to say',
      (_request, response) => {
        response.writeHead(200, JSON_TYPE).write(`${NEXT}x`);
        const more = () => response.write('x'.repeat(65_536), more);
        response.on('error', () => {});
        more();
      },
      { type: 'unreadable', at: 'not JSON' },
    ],
    [
      'ends a ticket with a name of 10 MB that does not end',
      (_request, response) => {
        const open = NEXT.slice(0, -2);
        response.writeHead(200, JSON_TYPE).end(`${open},{"orderConsumerName":"${'x'.repeat(1e7)}`);
      },
      { type: 'unreadable' },
    ],
  ])(
    'that %s does not cost the snapshot in use',
    async (_what, next, problem) => {
      const { snapshots } = await openBefore(next);
      await snapshots.refresh();
      expect(snapshots.state()).toMatchObject({ tickets: 300, refreshing: null, problem });
      expect(snapshots.find(284, barcode(299))).toStrictEqual({ ok: true, value: [ticket(299)] });
    },
    60_000,
  );

  test('that sends byte after byte keeps nobody waiting at the door', async () => {
    const rest = NEXT.slice(-40);
    let goOn = (): void => {};
    const { snapshots } = await openBefore((_request, response) => {
      response.writeHead(200, JSON_TYPE).write(NEXT.slice(0, -40));
      goOn = () => {
        for (const byte of rest) response.write(byte);
        response.end();
      };
    });
    const refreshed = snapshots.refresh();
    await eventually(() => expect(snapshots.state().refreshing?.tickets).toBeGreaterThan(300));
    for (let number = 0; number < 300; number += 1) {
      expect(snapshots.find(284, barcode(number))).toMatchObject({
        value: [{ barcode: barcode(number) }],
      });
    }
    expect(snapshots.find(284, barcode(350))).toStrictEqual({ ok: true, value: [] });
    goOn();
    await refreshed;
    expect(snapshots.state()).toMatchObject({ tickets: 400, problem: null });
    expect(snapshots.find(284, barcode(350))).toMatchObject({ value: [{ barcode: barcode(350) }] });
  }, 60_000);
});
