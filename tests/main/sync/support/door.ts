import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { BoxOfficeOptions } from '#box-office/server.ts';
import type { ScanFilter } from '#shared/api/index.ts';
import { createPlatformClock } from '#main/base/platform-clock.ts';
import { Uploader, type UploadPorts } from '#main/sync/upload.ts';
import type { UploadSession } from '#main/sync/upload-ports.ts';
import type { Uploads } from '#shared/model/uploads.ts';
import type { Credentials } from '#main/platform/ticketing/failure.ts';
import { eventually } from '#tests/support/eventually.ts';
import { openFaultProxy } from '#tests/support/fault-proxy.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { passwordOf, signIn } from '../../../box-office/support.ts';
import { ledgerAt, offlineAdmission, recorded, type EntryChanges } from '../../ledger/support.ts';
import { openClient } from '#tests/main/platform/ticketing/support/client.ts';
import { openTown } from '#tests/main/platform/ticketing/support/session.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

export type Door = Awaited<ReturnType<typeof openDoor>>;

/** A door with a ledger, behind a bad network. Nobody is signed in, and its network is away. */
export async function openDoor(options: BoxOfficeOptions = {}, changes: Partial<UploadPorts> = {}) {
  const { clock, boxOffice } = await openTown({ tickets: 400, ...options });
  const proxy = await openFaultProxy(boxOffice.baseUrl, clock);
  const platformClock = createPlatformClock(clock);
  const { client } = openClient(proxy.baseUrl, {
    clock,
    onOutcome(outcome) {
      if (outcome.type === 'offline' || outcome.serverDate === null) return;
      platformClock.note({ ...outcome, serverDate: outcome.serverDate });
    },
  });
  const ledger = ledgerAt(join(temporaryFolder(), 'ledger.db'));
  const logger = new RecordingLogger();
  const door: { session: UploadSession | null } = { session: null };
  const states: Uploads[] = [];
  const corrected: number[] = [];
  const uploader: Uploader = new Uploader({
    queue: ledger.uploads,
    clock,
    usedAsOf: () => null,
    onTimeCorrected: (sequence) => corrected.push(sequence),
    platformClock,
    session: () => door.session,
    logger,
    onChange: () => states.push(uploader.state),
    ...changes,
  });
  onTestFinished(() => uploader.stop());
  const { clientId } = boxOffice.ids;
  const { tickets } = await (await signIn(boxOffice)).download();
  const byCode = new Map(tickets?.map((ticket) => [ticket.barcode, ticket]));

  async function signedIn(username = 'door@usher.example'): Promise<Credentials> {
    const answer = await client.authenticate(username, passwordOf(username));
    if (!answer.ok) throw new Error('the demo user cannot sign in');
    return { username, token: answer.value.accessToken };
  }

  /** Somebody comes in while the network is away, with a ticket of this platform unless told else. */
  const admit = (changes: EntryChanges): string =>
    recorded(ledger, offlineAdmission({ baseUrl: client.baseUrl, ...changes }));

  const settled = () =>
    eventually(() => {
      expect(uploader.state.uploading).toBe(false);
    });

  const whenPending = (pending: number) =>
    eventually(() => {
      expect(uploader.state).toMatchObject({ pending, uploading: false });
    });

  /** Somebody is signed in, and the network is there. The uploader has not been told yet. */
  async function online(username?: string) {
    door.session = { client, credentials: await signedIn(username) };
  }

  return {
    clock,
    platformClock,
    boxOffice,
    proxy,
    client,
    ledger,
    logger,
    door,
    states,
    /** The sequence numbers of the scans that have another time now. */
    corrected,
    uploader,
    admit,
    online,
    /** Somebody signs in, and all that waits goes up. */
    goUp: async () => {
      await online();
      uploader.wake();
      await whenPending(0);
    },
    /** Guests come in one second after the other, the last one `ago` ms ago; returns their barcodes. */
    letIn: (
      count: number,
      filter: ScanFilter = { clientId },
      ago = 1_000,
      changes: EntryChanges = {},
    ): string[] => {
      const barcodes = boxOffice.barcodes('valid', count);
      expect(barcodes, 'there are so many tickets').toHaveLength(count);
      for (const [index, code] of barcodes.entries()) {
        const { ticketId = -1, performanceId = -1 } = byCode.get(code) ?? {};
        const platformTime = clock.now() - (count - 1 - index) * 1_000 - ago;
        admit({ code, filter, ticketIds: { ticketId, performanceId }, platformTime, ...changes });
      }
      return barcodes;
    },
    /** The upload's state in the ledger by barcode. */
    uploadsOf: (...codes: readonly string[]) => {
      const records = ledger.page({ limit: 1_000 });
      return codes.map((code) => records.find((record) => record.code === code)?.upload ?? null);
    },
    /** How many scans each upload request carried. */
    batches: () =>
      proxy.passed
        .filter(({ path }) => path.endsWith('/syncScans'))
        .map(({ body }) => [...body.matchAll(/"ticketId"/g)].length),
    settled,
    /** Time passes, but not while a request is under way, which takes none. */
    minutesPass: async (minutes: number): Promise<void> => {
      for (let minute = 0; minute < minutes; minute += 1) {
        await settled();
        await clock.advance(MINUTE);
      }
      await settled();
    },
    whenPending,
  };
}
