import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LedgerKeeper } from '#main/ledger/keeper.ts';
import { createUploadDesk } from '#main/sync/upload-desk.ts';
import { err, ok } from '#shared/result.ts';
import { eventually } from '#tests/support/eventually.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { ledgerAt, offlineAdmission, recorded } from '../ledger/support.ts';
import { openDoor, type Door } from './support/door.ts';

test('the ledger turns out to be damaged during an upload: uploads go on with the new one', async () => {
  const files = [ledgerAt(join(temporaryFolder(), 'ledger.db'))];
  let isDamaged = true;
  const keeper: LedgerKeeper = new LedgerKeeper({
    path: 'ledger.db',
    open() {
      const ledger = files.shift();
      return ledger
        ? ok({ ledger, quarantined: null })
        : err({ code: 'unreadable', detail: 'test' });
    },
    clock: new FakeClock(),
    logger: new RecordingLogger(),
    beforeClose: () => door.uploader.stop(),
    onReady: () => door.uploader.start(),
    onChange: () => undefined,
  });
  const desk = createUploadDesk(keeper);
  const damaged = () => keeper.use(() => err({ code: 'damaged', detail: 'test' }));
  const queue = {
    ...desk,
    markRecorded: (ids: readonly string[], at: number) =>
      isDamaged ? damaged() : desk.markRecorded(ids, at),
  };
  const door: Door = await openDoor({}, { queue });
  files.unshift(door.ledger);
  const filter = { clientId: door.boxOffice.ids.clientId };
  door.letIn(2);
  await door.online();
  keeper.start();
  await eventually(() => expect(keeper.fault?.code).toBe('damaged'));

  isDamaged = false;
  await keeper.reopen();
  expect(keeper.fault).toBeNull();
  const { ledger } = keeper;
  expect(ledger).not.toBe(door.ledger);
  await door.settled();
  const admission = {
    baseUrl: door.client.baseUrl,
    filter,
    platformTime: door.clock.now() - 1_000,
  };
  if (ledger) recorded(ledger, offlineAdmission(admission));
  door.uploader.noteQueued();
  expect(door.uploader.state.pending).toBe(1);
  await door.whenPending(0);
});
