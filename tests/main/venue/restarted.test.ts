import { expect, onTestFinished, test } from 'vitest';
import { startBoxOffice } from '#box-office/server.ts';
import { choose } from '#tests/support/choice.ts';
import { userOf } from '#tests/support/demo-users.ts';
import { eventually } from '#tests/support/eventually.ts';
import { newKiosk, watch } from '#tests/support/new-kiosk.ts';
import { EACH_SCAN_COUNTS } from '#tests/support/patient-timings.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

test('a door that is started anew while the doors are held lets nobody in before it knows', async () => {
  const boxOffice = await startBoxOffice({ tickets: 200 });
  onTestFinished(() => boxOffice.close());
  const dataDirectory = temporaryFolder();
  const open = () => {
    const { kiosk } = newKiosk(
      {
        baseUrl: boxOffice.baseUrl,
        timings: EACH_SCAN_COUNTS,
      },
      { dataDirectory, addresses: () => ['127.0.0.1'] },
    );
    onTestFinished(() => kiosk.stop());
    return { kiosk, ...watch(kiosk) };
  };
  const before = open();
  await before.kiosk.start();
  await before.kiosk.handlers.signIn(userOf(boxOffice, 'scanner'));
  await choose(before.kiosk.handlers);
  await before.kiosk.handlers.hostHouse(null);
  await eventually(() => expect(before.kiosk.state().peers.status).toBe('joined'));
  await before.kiosk.handlers.holdDoors({ on: true });
  await eventually(() => expect(before.kiosk.state().peers.hold.order?.isHeld).toBe(true));
  await before.kiosk.suspend('closing');

  const after = open();
  await after.kiosk.start();
  await eventually(() => expect(after.kiosk.state().door.selection).not.toBeNull());
  const [code = ''] = boxOffice.barcodes('valid', 1);
  await after.kiosk.handlers.scan({ code, source: 'wedge' });
  await eventually(() => expect(after.verdicts).toHaveLength(1));
  expect(after.verdicts).toMatchObject([{ kind: 'held' }]);
}, 90_000);
