/**
 * A process that is at a broker without the house's key. It tells when it listens; then `true` begins a flood of the
 * doors, and `false` ends it: it answers with how many messages that were, and how long it took.
 */
import { once } from 'node:events';
import { listenIn } from './venue-attack.ts';

const [url = '', perSecond = '0'] = process.argv.slice(2);
const attacker = await listenIn(url);
process.send?.('listening');
let stop: Awaited<ReturnType<typeof attacker.floodAt>> | null = null;
process.on('message', (isOn) => {
  if (isOn === true) void begin();
  else process.send?.(stop?.());
});

async function begin(): Promise<void> {
  stop = await attacker.floodAt(Number(perSecond));
  process.send?.('floods');
}

await once(process, 'disconnect');
await attacker.end();
process.exit();
