/**
 * The thread in which this door is one of its house's: whatever comes from the broker is unsealed, read and
 * written here, so that no scan ever waits for it.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '#main/base/system-clock.ts';
import { assertNever } from '#shared/assert-never.ts';
import { doublesAmong } from './doubles.ts';
import { knownEvent, type AnyEvent, type HouseAdmission } from './house-event.ts';
import { DoorRegister } from './door-register.ts';
import { HoldRegister } from './hold-register.ts';
import { openHouseFile } from './house-file.ts';
import { prepareFigures } from './house-figures.ts';
import { REMEMBERED } from './own-admissions.ts';
import { HouseStore } from './house-store.ts';
import { House } from './house.ts';
import { houseOrderSchema, toHouseSchema, type FromHouse } from './worker-messages.ts';

if (parentPort === null) throw new Error('this is a worker: it has to be started as one');
const port = parentPort;
const { path, keys, broker } = houseOrderSchema.parse(workerData);
const say = (word: FromHouse): void => port.postMessage(word);

const db = openHouseFile(path);
const store = new HouseStore(db);
const register = new DoorRegister(db);
const hold = new HoldRegister(db);
const figures = prepareFigures(db);
say({ type: 'ready' });
for (const admissions of store.admittedMoreThanOnce()) sayDoubles(admissions);
const house: House = new House({
  ...{ keys, broker, store, register, hold, clock: systemClock },
  onNews: lookForDoubles,
  onChange: sayState,
});
// A hold survives a restart, and is known before the broker is reached.
sayState();

function sayState(): void {
  say({ type: 'state', ...house.state });
}

function lookForDoubles(events: readonly AnyEvent[]): void {
  for (const event of events) {
    const known = knownEvent(event);
    if (known?.type === 'admission') sayDoubles(store.admissionsLike(known));
  }
}

function sayDoubles(admissions: readonly HouseAdmission[]): void {
  const doubles = [...doublesAmong(admissions)];
  if (doubles.length > 0) say({ type: 'doubles', doubles });
}

port.on('message', (message) => {
  const asked = toHouseSchema.parse(message);
  switch (asked.type) {
    case 'tell':
      house.tell(asked.events);
      lookForDoubles(asked.events);
      return;
    case 'forget':
      store.forget(asked.now);
      register.forget(asked.now - REMEMBERED);
      return;
    case 'report':
      house.reportThat(asked.report, asked.now);
      return;
    case 'hold':
      house.orderHold(asked.order);
      return;
    case 'end-hold-here':
      house.endHoldHere();
      return;
    case 'look': {
      const { question, now } = asked;
      say({ type: 'seen', question, doors: house.doors(), figures: figures(now) });
      return;
    }
    case 'end':
      house.close();
      store.close();
      port.close();
      return;
    default:
      assertNever(asked);
  }
});
