import { expect, type Page } from '@playwright/test';
import { randomInt } from 'node:crypto';
import { setTimeout as pass } from 'node:timers/promises';
import { createRandom, type Random } from '#box-office/demo/random.ts';
import { startBoxOffice, type BoxOffice } from '#box-office/server.ts';
import type { LedgerRecord } from '#main/ledger/record.ts';
import { systemClock } from '#main/base/system-clock.ts';
import type { ShownVerdict } from '#shared/model/verdict.ts';
import { openBadNetwork, type BadNetwork } from '#tests/support/bad-network.ts';
import { keptLedger } from '#tests/support/kept-ledger.ts';
import { expectScreen, hasTickets, openTheDoor } from './support/door.ts';
import { test } from './support/kiosk.ts';

const TIMES = Number(process.env['KILL_TIMES'] ?? 5);
const SEED = Number(process.env['KILL_SEED'] ?? randomInt(1_000_000));

/** Scans of one burst: more than come to their verdict before the kiosk is killed. */
const BURST = 30;

/** So often on a machine that is too busy to show enough: a burst that nobody sees proves nothing. */
const AT_MOST = TIMES + 10;
/** How far into a burst the kill comes at most, in milliseconds. */
const LATEST_KILL = 1_200;

/** What the network does during a burst. */
const NETWORKS = ['there', 'away', 'goes', 'comes'] as const;

/** What a verdict and its row in the ledger have in common. */
type Known = Pick<LedgerRecord, 'code' | 'kind' | 'basis'>;

/** The codes of a burst, in their order: most of them new, some nobody sold, some from bursts before. */
function burstCodes(random: Random, fresh: Iterator<string>, earlier: readonly Known[]): string[] {
  return Array.from({ length: BURST }, (_, index) => {
    if (index % 7 === 3) return String(50_000_000 + random.between(0, 999_999));
    const again = index % 7 === 5 && earlier.length > 0 ? random.pick(earlier).code : null;
    return again ?? String(fresh.next().value);
  });
}

/** Scans the codes one after the other; ends when the page does. */
function scanAll(page: Page, codes: readonly string[], gap: number): Promise<unknown> {
  return page
    .evaluate(
      async ({ codes, gap }) => {
        for (const code of codes) {
          void window.kiosk.scan({ code, source: 'wedge' });
          await new Promise((resolve) => setTimeout(resolve, gap));
        }
      },
      { codes, gap },
    )
    .catch(() => undefined);
}

/** Keeps every verdict that the page hears of. */
async function hearVerdicts(page: Page): Promise<readonly ShownVerdict[]> {
  const heard: ShownVerdict[] = [];
  await page.exposeFunction('hear', (verdict: ShownVerdict) => {
    if (verdict.sequence > (heard.at(-1)?.sequence ?? 0)) heard.push(verdict);
  });
  await page.evaluate(() => {
    const { hear } = globalThis as unknown as { hear: (verdict: unknown) => Promise<void> };
    window.kiosk.onState(({ slices: { verdict } }) => {
      if (verdict?.shown) void hear(verdict.shown);
    });
  });
  return heard;
}

/** The verdicts that have a row of their own, with the codes that they are about: scan by scan. */
function shownOf(heard: readonly ShownVerdict[], codes: readonly string[]): Known[] {
  return heard.flatMap(({ sequence, codeTail, kind, basis }) => {
    const code = codes[sequence - 1] ?? '';
    expect(codeTail).toBe(code.slice(-4));
    return basis === 'repeat' ? [] : [{ code, kind, basis }];
  });
}

const known = ({ code, kind, basis }: LedgerRecord): Known => ({ code, kind, basis });

/** Whether all of `some` are in `all`, in the same order. */
function isWithin(some: readonly Known[], all: readonly Known[]): boolean {
  const texts = all.map((each) => JSON.stringify(each));
  let from = 0;
  return some.every((each) => {
    const at = texts.indexOf(JSON.stringify(each), from);
    from = at + 1;
    return at >= 0;
  });
}

/** Each admission is at the platform: asked there and then, or uploaded once, with its own time. */
function expectAtThePlatform(records: readonly LedgerRecord[], boxOffice: BoxOffice): void {
  for (const { kind, basis, code, upload, platformTime } of records) {
    if (kind !== 'admit') continue;
    const scans = boxOffice.scansOf(code ?? '');
    const uploaded = scans.filter(({ offline }) => offline).map(({ scanTime }) => scanTime);
    if (basis === 'cache' && upload?.state !== 'none') {
      expect(upload?.state).toBe('recorded');
      expect(uploaded).toEqual([platformTime]);
    } else {
      expect(uploaded).toEqual([]);
      expect(scans).toHaveLength(1);
    }
  }
}

async function wait(network: BadNetwork, does: (typeof NETWORKS)[number], ms: number) {
  await pass(ms / 2);
  if (does === 'goes') await network.cut();
  if (does === 'comes') await network.mend();
  await pass(ms / 2);
}

test('killed again and again in a rush: no verdict that was shown is missing', async ({
  dataDirectory,
  startKiosk,
}) => {
  test.skip(process.platform !== 'linux', 'the key of the ledger is in the system’s key store');
  test.setTimeout(60_000 + AT_MOST * 20_000);
  const random = createRandom(SEED);
  const boxOffice = await startBoxOffice({ tickets: Math.max(2_000, AT_MOST * BURST * 4) });
  const network = await openBadNetwork(boxOffice.baseUrl, systemClock);
  const fresh = boxOffice.barcodes('valid', AT_MOST * BURST).values();
  const start = () =>
    startKiosk({
      switches: ['--password-store=basic'],
      args: [`--base-url=${network.baseUrl}`],
    });
  let kept: readonly LedgerRecord[] = [];
  let shownInAll = 0;
  let bursts = '';
  try {
    const isEnough = (rounds: number) => rounds >= TIMES && shownInAll > TIMES;
    for (let round = 1; !isEnough(round - 1) && round <= AT_MOST; round += 1) {
      const does = random.pick(NETWORKS);
      if (round > 1) await (does === 'away' || does === 'comes' ? network.cut() : network.mend());
      const { app, page } = await start();
      if (round === 1) {
        await openTheDoor(page, boxOffice);
        await hasTickets(page);
        if (does === 'away' || does === 'comes') await network.cut();
      } else await expectScreen(page, 'ready');

      const codes = burstCodes(random, fresh, kept);
      const heard = await hearVerdicts(page);
      void scanAll(page, codes, random.between(1, 40));
      await wait(network, does, random.between(0, LATEST_KILL));
      const ended = app.waitForEvent('close');
      // All of it: what Chromium runs besides must not finish anything either.
      process.kill(-(app.process().pid ?? NaN), 'SIGKILL');
      await ended;

      const { records, quickCheck } = keptLedger(dataDirectory);
      const shown = shownOf(heard, codes);
      const added = records.slice(kept.length).map(known);
      const story = JSON.stringify({ seed: SEED, round, does, shown, added });
      expect(quickCheck, story).toBe('ok');
      expect(
        records.slice(0, kept.length).map(({ id }) => id),
        story,
      ).toEqual(kept.map(({ id }) => id));
      expect(isWithin(shown, added), story).toBe(true);
      kept = records;
      shownInAll += shown.length;
      bursts += ` ${does}:${shown.length}/${added.length}`;
    }
    await network.mend();
    const last = await start();
    const { page } = last;
    await expectScreen(page, 'ready');
    await expect(page.locator('html')).toHaveAttribute('data-pending', '0', { timeout: 30_000 });
    await last.close();
    expectAtThePlatform(keptLedger(dataDirectory).records, boxOffice);
    expect(shownInAll).toBeGreaterThan(TIMES);
  } finally {
    process.stdout.write(`Killed with seed ${SEED}. Shown/recorded in each burst:${bursts}\n`);
    await network.close();
    await boxOffice.close();
  }
});
