/** A door of a house in a process of its own, without a screen: does what its parent asks, and ends with it. */
import Conf from 'conf';
import { systemClock } from '#main/base/system-clock.ts';
import { plainKeyProtector } from '#main/hosts/host/plain-key-protector.ts';
import { createKiosk } from '#main/kiosk/create-kiosk.ts';
import { createHttp } from '#main/platform/ticketing/http.ts';
import { checkProvisioning, provisioned } from '#main/settings/provisioning.ts';
import { openSettingsFile } from '#main/settings/settings-file.ts';
import { assertNever } from '#shared/assert-never.ts';
import { choose } from './choice.ts';
import { askedOfDoorSchema, doorOrderSchema, type DoorWord } from './door-messages.ts';
import { RecordingLogger } from './recording-logger.ts';
import { WORKER_SOURCES } from './workers.ts';

const tell = (word: DoorWord): void => void process.send?.(word);
const { dataDirectory, baseUrl, network, settings, user } = doorOrderSchema.parse(
  JSON.parse(process.argv[2] ?? '{}'),
);
const logger = new RecordingLogger();
const version = '0.1.0';
const managed = checkProvisioning(settings);
if (!managed.ok) throw new Error(managed.error);
const http = createHttp({ logger });
const kiosk = createKiosk(
  {
    ...{ dataDirectory, exportFolder: dataDirectory, version, logger, clock: systemClock },
    ...{ keyProtector: plainKeyProtector, hid: null, workers: WORKER_SOURCES },
    fetch: (url, init) => http.fetch(url.replace(baseUrl, network), init),
    settingsFile: provisioned(
      openSettingsFile(Conf, { directory: dataDirectory, version, logger }),
      'settings.json',
      managed.value,
    ),
  },
  { baseUrl, demo: null, fault: null },
);
let shown = 0;
kiosk.onState(({ verdict: { shown: verdict }, peers: venue, records: { uploads, snapshot } }) => {
  if (snapshot.tickets !== null)
    tell({
      type: 'state',
      venue: venue.status,
      doors: venue.doors,
      pending: uploads.pending,
    });
  if (verdict === null || verdict.sequence <= shown) return;
  shown = verdict.sequence;
  tell({ type: 'verdict', kind: verdict.kind, basis: verdict.basis });
});
process.on('message', (message) => {
  const asked = askedOfDoorSchema.parse(message);
  switch (asked.type) {
    case 'scan':
      void kiosk.handlers.scan({ code: asked.code, source: 'wedge' });
      return;
    case 'join':
      void kiosk.handlers.awaitJoinCode({ on: true });
      void kiosk.handlers.joinHouse({ code: asked.code });
      return;
    case 'end':
      void end();
      return;
    default:
      assertNever(asked);
  }
});
process.on('disconnect', () => process.exit());

async function end(): Promise<void> {
  await kiosk.stop();
  process.disconnect();
}

await kiosk.start();
await kiosk.handlers.signIn(user);
await choose(kiosk.handlers);
tell({ type: 'open' });
