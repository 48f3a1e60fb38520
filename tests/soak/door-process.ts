/**
 * The process of the kiosk that is soaked: nothing of the platform or of the account is in it, so that
 * its memory is the kiosk's. Started by soak.ts with --expose-gc, it ends when its parent is gone.
 */
import { SoakDoor } from './door.ts';
import { livesThrough } from './evening.ts';
import { toDoorSchema, type SetUp, type ToTown, type TownRequest } from './messages.ts';
import type { Workers } from '#main/kiosk/kiosk.ts';

const asked = new Map<number, () => void>();
let requests = 0;

function tell(message: ToTown): void {
  process.send?.(message);
}

function ask(request: TownRequest): Promise<void> {
  requests += 1;
  const id = requests;
  return new Promise((resolve) => {
    asked.set(id, resolve);
    tell({ type: 'request', id, request });
  });
}

async function run(setUp: SetUp, workers: Workers): Promise<void> {
  const ports = { setUp, workers, tell, ask };
  const door = await SoakDoor.open(ports);
  await livesThrough(door, ports);
  await door.close();
  tell({ type: 'over' });
  process.disconnect();
}

process.on('message', (received) => {
  const message = toDoorSchema.parse(received);
  if (message.type === 'begin') void run(message.setUp, message.workers);
  else {
    asked.get(message.id)?.();
    asked.delete(message.id);
  }
});
process.on('disconnect', () => process.exit());
tell({ type: 'ready' });
