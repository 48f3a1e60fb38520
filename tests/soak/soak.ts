import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_IDS } from '#box-office/demo/programme.ts';
import { DEMO_ACCOUNTS } from '#box-office/demo/accounts.ts';
import type { DemoTicketKind } from '#shared/model/demo-guide.ts';
import { builtWorkers } from '#tests/support/built-workers.ts';
import { keptLedger } from '#tests/support/kept-ledger.ts';
import { WORKER_SOURCES } from '#tests/support/workers.ts';
import { losses, type Read } from './account.ts';
import { growths, type Growth } from './flatness.ts';
import { toTownSchema, type Sample, type SetUp, type ToDoor } from './messages.ts';
import { openTown } from './town.ts';

export interface SoakOptions {
  readonly scans: number;
  readonly seed: number;
  /** Plants a leak, to see it found. */
  readonly leak: boolean;
}

/** What an evening has shown. */
export interface Soaked {
  readonly samples: readonly Sample[];
  readonly growths: readonly Growth[];
  /** What was lost, doubled or put out of order; empty: nothing. */
  readonly losses: readonly string[];
  /** How often each verdict was given, on which basis: `admit (cache)`. */
  readonly verdicts: ReadonlyMap<string, number>;
  /** How often what happened besides. */
  readonly happenings: ReadonlyMap<string, number>;
  /** Of the evening, and in real time, in milliseconds. */
  readonly lasted: number;
  readonly took: number;
}

const MINUTE = 60_000;
/** From 17:00 to 23:30. */
const WHOLE = { scans: 20_000, lasts: 6.5 * 60 * MINUTE } as const;
/** Everything has to happen in a short evening, too. */
const SHORTEST = 65 * MINUTE;
/** One each quarter of an hour of a whole evening. */
const SAMPLES = 26;
/** So many of those who scan have not been here before, at the most: two full houses of a thousand. */
const PART_THAT_IS_NEW = 0.11;
/** 17:00 in Berlin. */
const STARTS_AT = Date.UTC(2026, 10, 21, 16, 0);
const BAD: readonly DemoTicketKind[] = ['voided', 'refunded', 'other-performance', 'unknown'];
const USER = 'foyer@usher.example';

/** Lives through an evening at the door. Fails if the kiosk cannot go on; what it has shown is to be judged. */
export async function soak(
  { scans, seed, leak }: SoakOptions,
  say: (sample: Sample) => void,
): Promise<Soaked> {
  const started = performance.now();
  const lasts = Math.max(SHORTEST, (WHOLE.lasts * scans) / WHOLE.scans);
  const good = Math.ceil(scans * PART_THAT_IS_NEW);
  const folder = mkdtempSync(join(tmpdir(), 'usher-soak-'));
  const [town, { workers, remove }] = await Promise.all([
    openTown(seed, good, STARTS_AT),
    builtWorkers(WORKER_SOURCES),
  ]);
  try {
    const { boxOffice, baseUrl } = town;
    const setUp: SetUp = {
      ...{ seed, scans, lasts, leak, folder, baseUrl },
      sampleEvery: lasts / SAMPLES,
      startsAt: STARTS_AT,
      username: USER,
      password: DEMO_ACCOUNTS.find(({ username }) => username === USER)?.password ?? '',
      selection: {
        scope: 'performance',
        ...{ clientId: boxOffice.ids.clientId, clientName: 'the house' },
        ...{ productionId: DEMO_IDS.productionId, productionName: 'the production' },
        ...{ performanceId: DEMO_IDS.performanceId, performanceStart: STARTS_AT },
      },
      good: boxOffice.barcodes('valid', good),
      bad: BAD.flatMap((kind) => boxOffice.barcodes(kind, 8)),
    };
    if (setUp.good.length < good) throw new Error('the box office has too few tickets');
    const heard = await evening(town, { type: 'begin', setUp, workers }, say);
    const ledger = keptLedger(folder).records;
    return {
      samples: heard.samples,
      growths: growths(heard.samples),
      losses: losses({ reads: heard.reads, ledger, platform: town.scans() }),
      verdicts: counted(heard.verdicts),
      happenings: counted(heard.happenings),
      lasted: heard.samples.at(-1)?.at ?? 0,
      took: performance.now() - started,
    };
  } finally {
    await town.close();
    remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The kiosk's evening in a process of its own; returns what it told. */
async function evening(
  town: Awaited<ReturnType<typeof openTown>>,
  begin: ToDoor,
  say: (sample: Sample) => void,
) {
  const reads: Read[] = [];
  const samples: Sample[] = [];
  const verdicts: string[] = [];
  const happenings: string[] = [];
  const end = { isGood: false };
  const child = fork(join(import.meta.dirname, 'door-process.ts'), [], {
    // What Node says of types that it strips is no news.
    execArgv: ['--expose-gc', '--disable-warning=ExperimentalWarning'],
  });
  // A kiosk that has ended need not hear it any more. Whether it was to end, its exit shows.
  const tell = (message: ToDoor) => child.send(message, () => undefined);
  child.on('message', (received) => {
    const message = toTownSchema.parse(received);
    switch (message.type) {
      case 'ready':
        tell(begin);
        break;
      case 'request':
        void town.answer(message.request).then(() => tell({ type: 'done', id: message.id }));
        break;
      case 'read':
        reads.push(message);
        break;
      case 'shown':
        verdicts.push(`${message.kind} (${message.basis})`);
        break;
      case 'happened':
        happenings.push(message.what);
        break;
      case 'sample':
        samples.push(message.sample);
        say(message.sample);
        break;
      case 'over':
        end.isGood = true;
    }
  });
  await once(child, 'exit');
  if (!end.isGood)
    throw new Error(`the kiosk ended in the evening's course, after ${reads.length} scans`);
  return { reads, samples, verdicts, happenings };
}

function counted(all: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const each of all.toSorted()) counts.set(each, (counts.get(each) ?? 0) + 1);
  return counts;
}
