import { BEAT, MOST_LOADING, MOST_SILENT, PageWatch } from '#main/hosts/electron/page-watch.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { expect, test } from 'vitest';

/** A page that answers, or hangs, or shows nothing. */
function page() {
  const clock = new FakeClock();
  const page = { does: 'show' as 'show' | 'hang' | 'nothing' };
  const told: string[] = [];
  const aliveAt: number[] = [];
  const aways: number[] = [];
  let asked = 0;
  const watch = new PageWatch({
    clock,
    ask() {
      asked += 1;
      if (page.does === 'hang') return new Promise(() => undefined);
      return Promise.resolve(page.does === 'show');
    },
    onAlive: (at) => aliveAt.push(at),
    onBack(awayAt) {
      told.push('back');
      aways.push(awayAt);
    },
    onHang: () => told.push('hang'),
  });
  watch.start();
  return { clock, page, watch, told, aways, aliveAt, asked: () => asked };
}

test('a page that answers is left alone', async () => {
  const { clock, told, aliveAt } = page();
  await clock.advance(50 * BEAT);
  expect(told).toEqual(['back']);
  expect(aliveAt).toHaveLength(50);
});

test('a page that stops answering hangs, and one that is loaded anew is back', async () => {
  const { clock, page: it, told } = page();
  await clock.advance(BEAT);
  it.does = 'hang';
  await clock.advance(MOST_SILENT * BEAT);
  expect(told).toEqual(['back']);
  await clock.advance(BEAT);
  expect(told).toEqual(['back', 'hang']);
  it.does = 'show';
  await clock.advance(BEAT);
  expect(told).toEqual(['back', 'hang', 'back']);
});

test('a page that is back has not seen what it was told while it was away', async () => {
  const clock = new FakeClock();
  const told: string[] = [];
  const watch = new PageWatch({
    clock,
    ask: () => Promise.resolve(true),
    onAlive: () => told.push('alive'),
    onBack: () => told.push('back'),
    onHang: () => undefined,
  });
  watch.start();
  await clock.advance(BEAT);
  expect(told).toEqual(['back', 'alive']);
});

test('a page that is there from the beginning was never away', async () => {
  const { clock, watch, aways } = page();
  watch.askNow();
  await clock.advance(BEAT);
  expect(aways).toEqual([-Infinity]);
});

test('a page that is back was away until it last showed nothing, or was ended', async () => {
  const { clock, page: it, watch, aways } = page();
  it.does = 'nothing';
  await clock.advance(2 * BEAT);
  const shownNothing = clock.steady();
  it.does = 'show';
  await clock.advance(BEAT);
  await clock.advance(BEAT / 2);
  watch.noteGone();
  const ended = clock.steady();
  await clock.advance(BEAT);
  expect(aways).toEqual([shownNothing, ended]);
});

test('a page that answers, but shows nothing, gets the time to load, and then counts as one that hangs', async () => {
  const { clock, page: it, told } = page();
  it.does = 'nothing';
  await clock.advance(MOST_LOADING * BEAT);
  expect(told).toEqual([]);
  await clock.advance(BEAT);
  expect(told).toEqual(['hang']);
});

test('a machine that sleeps is not held against its page', async () => {
  const { clock, page: it, told } = page();
  await clock.advance(BEAT);
  it.does = 'hang';
  await clock.advance(BEAT);
  clock.sleep(8 * 60 * 60_000);
  it.does = 'show';
  await clock.advance(BEAT);
  expect(told).toEqual(['back']);
});

test('an answer of the page before is nobody’s', async () => {
  const { clock, page: it, watch, told } = page();
  await clock.advance(BEAT);
  const before = told.length;
  watch.askNow();
  watch.noteGone();
  it.does = 'nothing';
  await clock.advance(BEAT);
  expect(told).toHaveLength(before);
});

test('what is sent while the page has a question before it is asked about after that', async () => {
  const { clock, watch, aliveAt, asked } = page();
  watch.askNow();
  watch.askNow();
  watch.askNow();
  await clock.advance(0);
  expect(asked()).toBe(2);
  expect(aliveAt).toHaveLength(2);
});

test('after its end nobody is asked any more', async () => {
  const { clock, watch, asked } = page();
  watch.stop();
  await clock.advance(10 * BEAT);
  expect(asked()).toBe(0);
});
