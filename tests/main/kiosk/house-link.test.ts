import Conf from 'conf';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startBoxOffice } from '#box-office/server.ts';
import { systemClock } from '#main/base/system-clock.ts';
import type { KioskOptions } from '#main/kiosk/kiosk.ts';
import { Metrics } from '#main/operations/metrics/metrics.ts';
import { openSettingsFile } from '#main/settings/settings-file.ts';
import type { HousePage } from '#shared/model/house-page.ts';
import { ask } from '#tests/main/operations/metrics/support/scrape.ts';
import { choose } from '#tests/support/choice.ts';
import { userOf } from '#tests/support/demo-users.ts';
import { eventually } from '#tests/support/eventually.ts';
import { freePort } from '#tests/support/free-port.ts';
import { callsOf, newKiosk } from '#tests/support/new-kiosk.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { valueOf } from '../ledger/support.ts';

/** Shows all that it is given: how that is drawn is tested with the page. */
const PLAIN: HousePage = { style: '', script: '', draw: (facts) => JSON.stringify(facts) };

/** A kiosk of a house of its own, whose numbers can be read in its network: this machine. */
async function openKiosk({
  baseUrl = null as string | null,
  dataDirectory = temporaryFolder(),
  addresses = ['127.0.0.1'],
  metricsAddress = '0.0.0.0',
} = {}) {
  const logger = new RecordingLogger();
  const settingsFile = openSettingsFile(Conf, {
    directory: dataDirectory,
    version: '0.1.0',
    logger,
  });
  const metricsPort = settingsFile.read().metricsPort ?? (await freePort());
  settingsFile.write({ metricsPort, metricsAddress, kioskName: 'Balcony left' });
  const metrics = new Metrics({ version: '0.1.0', clock: systemClock, logger, settingsFile });
  onTestFinished(() => metrics.close());
  const make = (options: Partial<KioskOptions> = {}) =>
    newKiosk(
      { baseUrl, ...options },
      {
        ...{ dataDirectory, logger, settingsFile, metrics, addresses: () => addresses },
        housePage: () => Promise.resolve(PLAIN),
      },
    ).kiosk;
  const kiosk = make();
  let isOn = true;
  const stop = async (): Promise<void> => {
    if (isOn) await kiosk.stop();
    isOn = false;
  };
  onTestFinished(stop);
  await kiosk.start();
  metrics.follow(kiosk);
  await eventually(() => expect(metrics.state.type).toBe('on'));
  return {
    ...{ kiosk, handlers: kiosk.handlers, dataDirectory, logger, make },
    stop: () => Promise.all([stop(), metrics.close()]),
    stopKiosk: stop,
    read: (url: string) => ask(metricsPort, { path: new URL(url).pathname }),
    at: (path: string) => `http://127.0.0.1:${metricsPort}${path}`,
  };
}

test('the house is read at its link, with nothing of guests or users, until another link is made', async () => {
  const boxOffice = await startBoxOffice({ tickets: 200 });
  onTestFinished(() => boxOffice.close());
  const { kiosk, handlers, read, at } = await openKiosk({ baseUrl: boxOffice.baseUrl });
  const user = userOf(boxOffice, 'scanner');
  await handlers.signIn(user);
  await choose(handlers);
  await eventually(() => expect(kiosk.state().records.snapshot.tickets).not.toBeNull());
  valueOf(await handlers.hostHouse(null));
  await eventually(() => expect(kiosk.state().peers).toMatchObject({ status: 'joined' }));
  const [code = ''] = boxOffice.barcodes('valid', 1);
  await handlers.scan({ code, source: 'wedge' });

  const { url } = valueOf(await handlers.houseLink(null));
  expect(url).toMatch(at('/house/'));
  expect(valueOf(await handlers.houseLink(null)), 'it stays').toEqual({ url });
  await eventually(async () => {
    const { status, text } = await read(url);
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({
      house: { admitted: 1, doors: [{ name: 'Balcony left', isHere: true }] },
    });
    expect(text).not.toContain(code);
    expect(text).not.toContain(user.username);
  });

  const next = valueOf(await handlers.renewHouseLink(null));
  expect((await read(url)).status).toBe(404);
  expect((await read(next.url)).status).toBe(200);
});

test('the link is the same after a restart, is shown behind the PIN alone, and lies nowhere in the clear', async () => {
  const before = await openKiosk();
  const { url } = valueOf(await before.handlers.houseLink(null));
  const call = callsOf(before.kiosk);
  valueOf(await before.handlers.setPin({ pin: '2580' }));
  valueOf(await before.handlers.lock(null));
  for (const name of ['houseLink', 'renewHouseLink'] as const) {
    expect(await call(name, null)).toMatchObject({ ok: false, error: { type: 'locked' } });
  }
  await before.stop();
  const token = new URL(url).pathname.slice('/house/'.length);
  for (const file of readdirSync(before.dataDirectory, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    expect(readFileSync(join(file.parentPath, file.name), 'latin1')).not.toContain(token);
  }
  expect(before.logger.lines.join('\n')).not.toContain(token);
  expect(JSON.stringify(before.kiosk.state())).not.toContain(token);

  const after = await openKiosk({ dataDirectory: before.dataDirectory });
  expect((await after.read(url)).status).toBe(200);
  expect(valueOf(await after.handlers.houseLink(null))).toEqual({ url });
});

test('without an address at which a phone reaches it, it says what is missing, and makes no link', async () => {
  const alone = await openKiosk({ metricsAddress: '127.0.0.1' });
  expect(await alone.handlers.houseLink(null)).toMatchObject({
    error: { type: 'metrics-here-alone' },
  });
  const unplugged = await openKiosk({ addresses: [] });
  expect(await unplugged.handlers.renewHouseLink(null)).toMatchObject({
    error: { type: 'no-address' },
  });
  await unplugged.handlers.changeSettings({ change: { metricsPort: null } });
  await eventually(async () =>
    expect(await unplugged.handlers.houseLink(null)).toMatchObject({
      error: { type: 'metrics-off' },
    }),
  );
  expect(readdirSync(alone.dataDirectory)).not.toContain('house-link.sealed');
});

test('of several addresses the one in the house’s network is in the link', async () => {
  const { handlers } = await openKiosk({ addresses: ['203.0.113.7', '10.0.7.31'] });
  expect(valueOf(await handlers.houseLink(null)).url).toMatch(
    /^http:\/\/10\.0\.7\.31:\d+\/house\//,
  );
});

test('a rehearsal hands out no link, and those who have one are told that nothing is known', async () => {
  const { handlers, read, stopKiosk, make } = await openKiosk();
  const { url } = valueOf(await handlers.houseLink(null));
  await stopKiosk();
  const rehearsal = make({
    rehearsal: { isOn: true, switchTo: () => Promise.reject(new Error()) },
  });
  expect(await rehearsal.handlers.houseLink(null)).toEqual({
    ...{ ok: false, error: { type: 'rehearsal' } },
  });
  const { status, text } = await read(url);
  expect(status).toBe(200);
  expect(JSON.parse(text)).toMatchObject({ house: null });
});
