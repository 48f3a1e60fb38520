/**
 * A process that is at the broker of a venue and sends what no honest door sends; with the venue's key it is a door
 * that somebody has stolen, without it a stranger. It ends when all is sent, or its parent is gone.
 */
import { createSecretKey, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect as connectSocket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { deflateRawSync } from 'node:zlib';
import { connectAsync, type MqttClient } from 'mqtt';
import { createRandom } from '#box-office/demo/random.ts';
import { seal } from '#main/base/vault/seal.ts';
import { Envelopes, signed } from '#main/venue/envelopes.ts';
import { deriveHouseKeys } from '#main/venue/house-keys.ts';
import { Topics } from '#main/venue/topics.ts';
import { hostileMessages, madeUpDoor, textOf } from './messages.ts';
import { orderSchema } from './order.ts';

const [text = ''] = process.argv.slice(2);
const { broker, user, password, key, salt, hasKey, seed, count, baseUrl } = orderSchema.parse(
  JSON.parse(text),
);
process.once('disconnect', () => process.exit());

const chance = createRandom(seed);
const keys = await deriveHouseKeys(key, salt);
const topics = new Topics(keys);
const sealKey = hasKey ? createSecretKey(keys.seal) : createSecretKey(randomBytes(32));
/** What honest doors have said, to be sent again. */
const caught: (readonly [topic: string, sealed: Buffer])[] = [];
const doors = new Set<string>();
/** How many bytes may wait for a broker that is slower, and how long it is given, in milliseconds. */
const CROWDED = 500_000;
const PAUSE = 2;
const MOST_CAUGHT = 200;

async function connect(): Promise<MqttClient> {
  const client = await connectAsync(broker, {
    ...{ username: user, password, protocolVersion: 4, reconnectPeriod: 0 },
  });
  client.on('error', () => undefined);
  const nobody = madeUpDoor(0);
  const ear = new Envelopes(keys, nobody.key, nobody.origin);
  client.on('message', (topic, sealed) => {
    if (caught.length < MOST_CAUGHT) caught.push([topic, sealed]);
    const opened = ear.open(topic, sealed);
    if (opened.type === 'message' && doors.size === 0) doors.add(opened.from);
  });
  await client.subscribeAsync('usher/#');
  return client;
}

/** Bytes that no sealed message has, or that are not what was sealed. */
function spoilt(sealed: Buffer): Buffer {
  const at = chance.between(0, Math.max(0, sealed.length - 1));
  return chance.pick([
    Buffer.alloc(0),
    randomBytes(200),
    sealed.subarray(0, at),
    Buffer.concat([sealed, Buffer.alloc(1)]),
    Buffer.concat([sealed.subarray(0, at), randomBytes(1), sealed.subarray(at + 1)]),
  ]);
}

/** What comes out of an envelope is no message: it is not packed, unpacks to very much, or is cut off. */
function notPacked(topic: string): Buffer {
  const bomb = () => deflateRawSync(Buffer.alloc(100_000_000, 32));
  const { key: signer } = madeUpDoor(seed);
  const content = chance.pick([
    () => Buffer.from('{}'),
    () => Buffer.alloc(0),
    () => deflateRawSync(Buffer.from('{"from":')),
    () => deflateRawSync(Buffer.from('['.repeat(1_000_000))),
    bomb,
  ])();
  return seal(sealKey, chance.oneIn(3) ? content : signed(signer, topic, content), topic);
}

/** Speaks to the broker as no client does, without its password. */
async function knock(): Promise<void> {
  const { hostname, port } = new URL(broker);
  const socket = connectSocket({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.end(
    chance.pick([
      randomBytes(2_000),
      Buffer.from('GET / HTTP/1.1\r\n\r\n'),
      Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]),
      Buffer.alloc(100_000, 0x30),
    ]),
  );
}

let client = await connect();
for (let waited = 0; doors.size === 0 && waited < 20_000; waited += 50) await wait(50);
const messages = hostileMessages(seed, { baseUrl, now: Date.now(), doors: [...doors] });
process.send?.('sending');
let late: (readonly [string, Buffer])[] = [];
for (let sent = 0; sent < count; sent += 1) {
  while (client.stream.writableLength > CROWDED) await wait(PAUSE);
  if (!client.connected) client = await connect();
  const [door = 'nobody'] = doors;
  const topic = chance.oneIn(3) ? topics.to(door) : topics.all;
  const publish = (...one: readonly [string, Buffer]) => void client.publish(...one);
  const kind = chance.between(0, 99);
  if (kind < 3) publish(...chance.pick([...caught, [topic, randomBytes(99)] as const]));
  else if (kind < 5) publish(topic, notPacked(topic));
  else if (kind < 6) await knock();
  else {
    const next = messages.next();
    if (next.done === true) break;
    const { head, key: signer } = next.value;
    // Now and then it is signed for another topic.
    const plain = signed(
      signer,
      chance.oneIn(50) ? 'elsewhere' : topic,
      deflateRawSync(textOf(head)),
    );
    const one = [topic, seal(sealKey, plain, topic)] as const;
    if (kind < 10) publish(topic, spoilt(one[1]));
    else if (kind < 12) publish(topics.to('somebody else'), one[1]);
    else if (kind < 20) late.push(one);
    else publish(...one);
    // Doubled at once, and in another order later.
    if (kind > 95) publish(...one);
  }
  if (late.length > 9) {
    for (const one of late.toReversed()) publish(...one);
    late = [];
  }
  // The others' turn.
  if (sent % 10 === 0) await wait(1);
}
while (client.stream.writableLength > 0) await wait(PAUSE);
await client.endAsync();
process.send?.('sent');
process.disconnect();
