import { plainKeyProtector } from '#main/hosts/host/plain-key-protector.ts';
import { createDispatcher } from '#main/base/ipc/dispatcher.ts';
import { systemClock } from '#main/base/system-clock.ts';
import { createKiosk } from '#main/kiosk/create-kiosk.ts';
import type { Kiosk, KioskOptions, KioskPorts } from '#main/kiosk/kiosk.ts';
import type { Settings } from '#main/settings/settings.ts';
import { openSettingsFile } from '#main/settings/settings-file.ts';
import { CALL_CHANNELS } from '#shared/ipc/channels.ts';
import type { KioskCallName } from '#shared/ipc/calls.ts';
import type { KioskRequest } from '#shared/ipc/kiosk-api.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import type { ShownVerdict } from '#shared/model/verdict.ts';
import { openHttp } from '#tests/main/platform/ticketing/support/client.ts';
import { RecordingLogger } from './recording-logger.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { WORKERS } from './workers.ts';
import Conf from 'conf';

/** What is not as usual about a kiosk's ports. */
interface Unusual extends Partial<KioskPorts> {
  /** Written to its settings file before it is put together. */
  readonly settings?: Partial<Settings>;
}

/**
 * A kiosk of its own over real HTTP and on the real clock, without devices, in an empty folder.
 * It is neither started nor stopped here.
 */
export function newKiosk(options: Partial<KioskOptions>, { settings, ...unusual }: Unusual = {}) {
  const {
    dataDirectory = temporaryFolder(),
    version = '0.1.0',
    logger = new RecordingLogger(),
    settingsFile = openSettingsFile(Conf, { directory: dataDirectory, version, logger }),
    fetch = openHttp({ logger }).fetch,
  } = unusual;
  if (settings !== undefined) settingsFile.write(settings);
  const kiosk = createKiosk(
    {
      ...{ dataDirectory, exportFolder: dataDirectory, version, logger, settingsFile, fetch },
      ...{ clock: systemClock, keyProtector: plainKeyProtector, hid: null, workers: WORKERS },
      ...unusual,
    },
    { baseUrl: null, demo: null, fault: null, ...options },
  );
  return { kiosk, settingsFile, dataDirectory };
}

/** All that a kiosk shows from now on. */
export function watch(kiosk: Kiosk) {
  const states: KioskState[] = [];
  const verdicts: ShownVerdict[] = [];
  kiosk.onState((state) => {
    states.push(state);
    const {
      verdict: { shown: verdict },
    } = state;
    if (verdict !== null && verdict.sequence > (verdicts.at(-1)?.sequence ?? 0)) {
      verdicts.push(verdict);
    }
  });
  return { states, verdicts };
}

/** Calls the kiosk as its page does. */
export function callsOf(kiosk: Kiosk, logger = new RecordingLogger()) {
  const dispatch = createDispatcher(kiosk, {
    accepts: () => true,
    mayCall: kiosk.mayCall,
    logger,
  });
  return <N extends KioskCallName>(name: N, request: KioskRequest<N>) =>
    dispatch(CALL_CHANNELS[name], null, request);
}
