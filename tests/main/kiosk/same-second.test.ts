import { expect, onTestFinished, test } from 'vitest';
import { startBoxOffice } from '#box-office/server.ts';
import type { Clock, Fetch } from '#main/base/ports.ts';
import { systemClock } from '#main/base/system-clock.ts';
import { openHttp } from '#tests/main/platform/ticketing/support/client.ts';
import { choose } from '#tests/support/choice.ts';
import { userOf } from '#tests/support/demo-users.ts';
import { eventually } from '#tests/support/eventually.ts';
import { newKiosk, watch } from '#tests/support/new-kiosk.ts';
import { PATIENT_TIMINGS } from '#tests/support/patient-timings.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { valueOf } from '../ledger/support.ts';

test('a guest who comes in the second in which the tickets were downloaded is counted as scanned', async () => {
  const boxOffice = await startBoxOffice({ tickets: 200 });
  onTestFinished(() => boxOffice.close());
  // All happens in one moment, of which the platform tells the second.
  const [steady, date] = [systemClock.steady(), new Date().toUTCString()];
  const clock: Clock = { ...systemClock, steady: () => steady };
  const logger = new RecordingLogger();
  const http = openHttp({ logger });
  let isDown = false;
  const fetch: Fetch = async (...asked) => {
    if (isDown) throw new TypeError('fetch failed');
    const answer = await http.fetch(...asked);
    const get = (name: string) => (name === 'date' ? date : answer.headers.get(name));
    return { ...answer, headers: { ...answer.headers, get } };
  };
  const { kiosk } = newKiosk(
    { baseUrl: boxOffice.baseUrl, timings: { ...PATIENT_TIMINGS, verdictAtLeast: 0 } },
    { clock, logger, fetch },
  );
  onTestFinished(() => kiosk.stop());
  const { verdicts } = watch(kiosk);
  await kiosk.start();
  await kiosk.handlers.signIn(userOf(boxOffice, 'scanner'));
  await choose(kiosk.handlers);
  await eventually(() => expect(kiosk.state().records.snapshot.tickets).not.toBeNull());
  const scanned = async () => {
    const { performances } = valueOf(await kiosk.handlers.statistics({ hours: 12 }));
    return performances.reduce((sum, performance) => sum + (performance.scanned ?? 0), 0);
  };
  const before = await scanned();

  isDown = true;
  const [code = ''] = boxOffice.barcodes('valid', 1);
  await kiosk.handlers.scan({ code, source: 'wedge' });
  await eventually(() => expect(verdicts.at(-1)).toMatchObject({ kind: 'admit', basis: 'cache' }));
  expect(await scanned()).toBe(before + 1);
});
