import { createRandom } from '#box-office/demo/random.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { HistoryFilter } from '#shared/model/history.ts';
import type { DoorPorts, SoakDoor } from './door.ts';
import { arrivals, happenings, type Happening } from './programme.ts';
import { takeSample } from './sample.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** Something happens besides: as a rule, what the last one broke has just come right again. */
const HAPPENS_EVERY = 2 * MINUTE;

/** When rehearsals are held, as parts of the evening: while nobody comes. */
const REHEARSALS = [0.06, 0.5, 0.75];
const NAMES = ['nowak', 'o’brien', 'müller', 'li', 'smi'];
const ALL: HistoryFilter = {
  ...{ kinds: [], basis: null, source: null, uploads: [] },
  ...{ from: null, until: null, code: null },
};

/** Something that is to happen, in milliseconds since the evening began. */
interface Appointment {
  readonly at: number;
  readonly run: () => Promise<unknown>;
}

/** Lives through a whole evening at the door. */
export async function livesThrough(door: SoakDoor, ports: DoorPorts): Promise<void> {
  const { setUp, tell } = ports;
  const { lasts, seed, scans } = setUp;
  const random = createRandom(seed + 2);
  const nextHappening = happenings(random);
  const began = door.clock.steady();
  const agenda: Appointment[] = [];
  const sinceBegin = () => door.clock.steady() - began;
  const later = (ms: number, run: Appointment['run']) => {
    agenda.push({ at: sinceBegin() + ms, run });
  };
  /** A fault of the network that is to end; null: there is none. */
  let endFault: (() => Promise<void>) | null = null;

  async function calm(): Promise<void> {
    await endFault?.();
    endFault = null;
    if (door.state.session.current.status !== 'signed-in') await door.signIn();
  }

  function fault(begin: Promise<void>, lastsFor: number): Promise<void> {
    const end = () => door.network('up');
    endFault = end;
    later(lastsFor, async () => {
      // Another one may have begun since.
      if (endFault !== end) return;
      endFault = null;
      await end();
      await door.time.quiet();
    });
    return begin;
  }

  /** Somebody sees that the session is gone, as soon as the platform can be had again. */
  async function comeBack(): Promise<void> {
    if (endFault === null) await door.signIn();
    else later(30 * SECOND, comeBack);
  }

  async function happen(what: Happening): Promise<void> {
    const { handlers } = door;
    switch (what) {
      case 'cut':
      case 'hang':
      case 'reset-after-sending':
      case 'slow':
      case 'captive-portal':
      case 'bad-gateway':
        return fault(door.network(what), random.between(20, 150) * SECOND);
      case 'platform-restart':
        return fault(door.restartPlatform(), random.between(2, 10) * SECOND);
      case 'revoke-tokens':
        await door.revokeTokens();
        later(90 * SECOND, comeBack);
        return;
      case 'sign-out-and-in':
        await calm();
        await door.signOut();
        return door.signIn();
      case 'clock-jump': {
        const by = random.between(5, 120) * MINUTE * (random.oneIn(2) ? 1 : -1);
        door.clock.setForward(by);
        later(2 * MINUTE, () => {
          door.clock.setBack(by);
          return Promise.resolve();
        });
        return;
      }
      case 'sleep':
        return door.sleep(random.between(10, 120) * SECOND);
      case 'scanner-unplugged':
        return door.replug();
      case 'renderer-reloads':
        door.reload();
        return;
      case 'history-read': {
        const first = await handlers.history({ filter: ALL, before: null });
        const before = first.ok ? first.value.before : null;
        if (before !== null) await handlers.history({ filter: ALL, before });
        return;
      }
      case 'tickets-looked-for':
        return door.lookForTickets(NAMES);
      case 'programme-refreshed':
        await handlers.refreshProgramme(null);
        await door.time.quiet();
        await handlers.programmeBoard(null);
        await handlers.programmeSeries(null);
        return;
      case 'discrepancies-read':
        await handlers.discrepancies({ before: null });
        return;
      case 'numbers-read':
        await handlers.statistics({ hours: 3 });
        return;
      case 'tickets-refreshed':
        await handlers.refreshTickets(null);
        return;
      case 'health-checked':
        await door.time.until(handlers.checkHealth(null));
        return;
      case 'settings-changed':
        await handlers.setLanguage({ language: random.pick(['de', 'en', 'ar']) });
        return;
      case 'nothing':
        return;
      default:
        assertNever(what);
    }
  }

  const sample = async () => {
    await door.time.quiet();
    tell({
      type: 'sample',
      sample: takeSample({ ...setUp, clock: door.clock }, sinceBegin(), door.scans),
    });
  };
  const nowAndThen = async (): Promise<void> => {
    const what = nextHappening();
    later(HAPPENS_EVERY, nowAndThen);
    tell({ type: 'happened', what });
    await happen(what);
  };
  later(HAPPENS_EVERY, nowAndThen);
  for (let at = setUp.sampleEvery; at <= lasts; at += setUp.sampleEvery) {
    agenda.push({ at, run: sample });
  }
  for (const part of REHEARSALS) {
    agenda.push({
      at: part * lasts,
      async run() {
        tell({ type: 'happened', what: 'rehearsal' });
        await calm();
        await door.rehearse();
      },
    });
  }

  /** Lives on until `at`, with all that is to happen until then. */
  async function liveUntil(at: number): Promise<void> {
    for (;;) {
      agenda.sort((a, b) => a.at - b.at);
      const [next] = agenda;
      if (next === undefined || next.at > at) break;
      agenda.shift();
      if (next.at > sinceBegin()) await door.time.pass(next.at - sinceBegin());
      await next.run();
    }
    if (at > sinceBegin()) await door.time.pass(at - sinceBegin());
  }

  for (const { at, people } of arrivals(random, scans, lasts)) {
    await liveUntil(at);
    await door.arrive(people);
  }
  await liveUntil(lasts);
  await calm();
  await door.settle();
  await sample();
}
