import { deflateRawSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { connectAsync } from 'mqtt';
import { expect, onTestFinished, test as unitTest } from 'vitest';
import { seal } from '#main/base/vault/seal.ts';
import { signed } from '#main/venue/envelopes.ts';
import { sealKeyOf, TicketMarks } from '#main/venue/house-keys.ts';
import type { DoorMessage } from '#main/venue/messages.ts';
import { Topics } from '#main/venue/topics.ts';
import { envelopesOf, keyOf, keysOf, originOf, signedEvents } from '#tests/support/door-keys.ts';
import { eventually } from '#tests/support/eventually.ts';
import { admission } from './support/air.ts';
import { lacksMosquitto } from './support/broker.ts';
import { KEY, openHouse } from './support/kiosks.ts';

const test = unitTest.skipIf(lacksMosquitto);

/** Somebody with the key of the house, at its broker. */
async function openPeer(url: string) {
  const keys = await keysOf(KEY);
  const topics = new Topics(keys);
  const envelopes = envelopesOf(keys, 'a peer');
  const client = await connectAsync(url);
  onTestFinished(() => void client.end(true));
  const origins = new Map<string, string>();
  client.on('message', (topic, payload) => {
    const opened = envelopes.open(topic, payload);
    if (opened.type !== 'message' || opened.message.type !== 'have') return;
    const { report } = opened.message as { report: { name?: string } | null };
    if (report?.name !== undefined) origins.set(report.name, opened.from);
  });
  await client.subscribeAsync(topics.all);
  return {
    keys,
    origins,
    send: (message: DoorMessage) =>
      client.publishAsync(topics.all, envelopes.seal(topics.all, message)),
    /** Sends as another door, whose key it lacks. */
    sendAs: (from: string, count: number, message: DoorMessage) => {
      const head = deflateRawSync(JSON.stringify({ from, count, message }));
      const plain = signed(keyOf('a peer'), topics.all, head);
      return client.publishAsync(topics.all, seal(sealKeyOf(keys), plain, topics.all));
    },
  };
}

const told = (origin: string, after: number, bodies: readonly string[]): DoorMessage => ({
  ...{ type: 'told', origin, after, upTo: after + bodies.length },
  events: signedEvents('a peer', origin, bodies, after),
});

test('good tickets come in although somebody with the key says that all of them were used', async () => {
  const { boxOffice, broker, left, right } = await openHouse();
  const peer = await openPeer(broker.url);
  const codes = boxOffice.barcodes('valid', 8);
  const { kiosk } = left;
  const clientId = kiosk.state().door.selection?.clientId ?? 0;
  const marks = new TicketMarks(peer.keys);
  const clientRef = { baseUrl: boxOffice.baseUrl, clientId };
  const forged = Array.from({ length: 5_000 }, (_, at) => {
    const ticketHash = at < codes.length ? marks.of(clientRef, codes[at] ?? '') : `hash ${at}`;
    const ofTicket = { ...clientRef, ticketHash, ticketId: null, performanceId: null };
    const until = Date.now() + 100_000_000;
    return JSON.stringify(admission('a peer', { ...ofTicket, at: Date.now(), until }));
  });

  await peer.send(told(originOf('a peer', 'in one message'), 0, forged));
  await eventually(() => expect(kiosk.state().peers.refused).toBeGreaterThan(0));
  expect(await left.scan(codes[0] ?? '')).toMatchObject({ kind: 'admit', basis: 'platform' });

  for (let at = 0; at < forged.length; at += 100) {
    await peer.send(told(originOf('a peer'), at, forged.slice(at, at + 100)));
  }
  await eventually(() => {
    expect(kiosk.state().peers.doubted).toMatchObject([{ isDisregarded: false, doors: 1 }]);
    expect(right.kiosk.state().peers.doubted).toHaveLength(1);
  });
  const used = await left.scan(codes[1] ?? '');
  expect(used).toMatchObject({ kind: 'undecided', reason: { type: 'doubted-claim' } });
  expect(used.own?.usedAtDoor?.door, 'what is known is shown').toBe('a peer');
  await kiosk.handlers.setPin({ pin: '2580' });
  const evidence = await kiosk.handlers.overruleEvidence({ id: used.entryId });
  expect(evidence, 'what is doubted need not be shown').toMatchObject({ value: { ids: [] } });
  const order = { id: used.entryId, cause: 'other', words: '', shown: [] } as const;
  expect(await kiosk.handlers.overrule(order)).toEqual({ ok: true, value: null });

  // The same peer claims that this door has said all that there is to say.
  await eventually(() => expect(peer.origins.get('Balcony left')).toBeDefined());
  const muted = peer.origins.get('Balcony left') ?? '';
  await peer.send({ type: 'told', origin: muted, after: 0, upTo: 2 ** 32 - 1, events: [] });
  await peer.sendAs(muted, 2 ** 32 - 1, {
    ...{ type: 'told', origin: muted, after: 0, upTo: 2 ** 32 - 1, events: [] },
  });

  for (const door of [left, right]) {
    const [group] = door.kiosk.state().peers.doubted;
    const asked = { judged: { group: group?.group ?? NaN }, isDisregarded: true };
    expect(await door.kiosk.handlers.judgeDoors(asked)).toEqual({ ok: true, value: null });
    await eventually(() =>
      expect(door.kiosk.state().peers.doubted).toMatchObject([{ isDisregarded: true }]),
    );
  }
  expect(await left.scan(codes[2] ?? '')).toMatchObject({ kind: 'admit', basis: 'platform' });
  await left.network.cut();
  await left.scan('NO-SUCH-TICKET');
  expect(await left.scan(codes[3] ?? '')).toMatchObject({ kind: 'admit', basis: 'cache' });
  // What it lets in is known to the others.
  const ticketHash = marks.of(clientRef, codes[3] ?? '');
  await eventually(() => {
    const db = new Database(join(right.dataDirectory, 'house.db'), { readonly: true });
    onTestFinished(() => void db.close());
    const heard = db.prepare(
      'SELECT 1 FROM event WHERE ticket_hash = ? AND substr(origin, 1, 43) = ?',
    );
    expect(heard.get(ticketHash, kiosk.state().machine.kiosk.id)).toBeDefined();
  });
  const there = await right.scan(codes[3] ?? '');
  expect(there).toMatchObject({ kind: 'duplicate', basis: 'venue' });
  expect(there.own?.usedAtDoor?.door).toBe('Balcony left');
});
