import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { Ledger } from '#main/ledger/ledger.ts';
import { openDatabase } from '#main/ledger/open-database.ts';
import { Sealer } from '#main/ledger/sealer.ts';
import { createPlatformClock } from '#main/base/platform-clock.ts';
import { Uploader } from '#main/sync/upload.ts';
import { eventually } from '#tests/support/eventually.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { howMuch } from '#tests/support/how-much.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { offlineAdmission, testVault, valueOf } from '../ledger/support.ts';
import { CREDENTIALS, openClient } from '#tests/main/platform/ticketing/support/client.ts';
import { serve } from '#tests/main/platform/ticketing/support/serve.ts';

const SCANS = howMuch(2_000, 10_000);
/** So many go up in one request. */
const BATCH = 200;
/** Milliseconds that the network takes for a request and its answer, on the kiosk's clock. */
const ROUND_TRIP = 100;

const uploadSchema = z.object({
  performanceId: z.int(),
  tickets: z.array(z.object({ barcode: z.string(), performanceId: z.int() })),
});

test.each([1, 40])(
  'after a day without a network scans for %i performances go up in few round trips',
  { timeout: 300_000 },
  async (performances) => {
    const clock = new FakeClock();
    const had: string[][] = [];
    let inFlight = 0;
    let most = 0;
    const baseUrl = await serve((request, response) => {
      most = Math.max(most, (inFlight += 1));
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const { performanceId, tickets } = uploadSchema.parse(JSON.parse(body));
        expect(tickets.every((each) => each.performanceId === performanceId)).toBe(true);
        had.push(tickets.map(({ barcode }) => barcode));
        void clock.advance(ROUND_TRIP).then(() => {
          inFlight -= 1;
          response.end(JSON.stringify({ failedBarcodes: [] }));
        });
      });
    });
    const db = valueOf(openDatabase(join(temporaryFolder(), 'ledger.db')));
    const sealer = new Sealer(testVault);
    const ledger = new Ledger({ db, sealer, kioskId: 'north-door' });
    onTestFinished(() => ledger.close());
    const codes = Array.from({ length: SCANS }, (_, scan) => `T${scan}`);
    db.transaction(() => {
      for (const [ticketId, code] of codes.entries()) {
        const platformTime = clock.now() - SCANS + ticketId;
        const ticketIds = { ticketId, performanceId: ticketId % performances };
        valueOf(ledger.record(offlineAdmission({ baseUrl, code, ticketIds, platformTime })));
      }
    })();
    const { client } = openClient(baseUrl, { clock });
    const uploader = new Uploader({
      queue: ledger.uploads,
      clock,
      usedAsOf: () => null,
      onTimeCorrected: () => undefined,
      platformClock: createPlatformClock(clock),
      session: () => ({ client, credentials: CREDENTIALS }),
      logger: new RecordingLogger(),
      onChange: () => undefined,
    });
    onTestFinished(() => uploader.stop());

    const start = clock.now();
    uploader.wake();
    await eventually(() => expect(uploader.state.uploading).toBe(false), { patience: 240_000 });
    expect(uploader.state.pending).toBe(0);
    const requests = performances * Math.ceil(SCANS / performances / BATCH);
    expect(had).toHaveLength(requests);
    const performanceOf = (code: string) => Number(code.slice(1)) % performances;
    const byPerformance = (all: readonly string[]) =>
      all.toSorted((a, b) => performanceOf(a) - performanceOf(b));
    expect(byPerformance(had.flat()), 'each once, in the order of the scans').toEqual(
      byPerformance(codes),
    );
    expect(most, 'requests at the same time').toBe(1);
    expect(clock.now() - start, 'nothing else takes time').toBe(requests * ROUND_TRIP);
  },
);
