import { emptyFolder } from '#main/rehearsal/demo/empty-folder.ts';
import { startDemo } from '#main/rehearsal/demo/start-demo.ts';
import { createKiosk } from '#main/kiosk/create-kiosk.ts';
import { demoSettings } from '#main/settings/demo-settings.ts';
import { createHttp } from '#main/platform/ticketing/http.ts';
import type { Fault } from '#shared/model/kiosk-state.ts';
import { join } from 'node:path';
import { hidOf, httpOptions, type Common, type HostParts, type OpenedKiosk } from './host-parts.ts';

/** Makes the kiosk of a demonstration, with a box office of its own. */
export async function openDemo(
  parts: HostParts,
  common: Common,
  fault: Fault | null,
): Promise<OpenedKiosk> {
  const { forkBoxOffice, clock, logger } = parts;
  const demo = await startDemo({
    ...{ fork: forkBoxOffice, clock, logger },
    onLoss: () => parts.fail?.('the demonstration has lost its box office'),
  });
  const running = demo.ok ? demo.value : null;
  const http = createHttp(httpOptions(parts));
  const dataDirectory =
    running === null ? parts.dataDirectory : emptyFolder(join(parts.dataDirectory, 'demo'));
  const settingsFile = running === null ? common.settingsFile : demoSettings(common.settingsFile);
  const kiosk = createKiosk(
    { ...common, settingsFile, dataDirectory, fetch: http.fetch, hid: hidOf(parts) },
    {
      baseUrl: running?.baseUrl ?? null,
      demo: running?.guide ?? null,
      fault: fault ?? (demo.ok ? null : { type: demo.error }),
    },
  );
  const close = async (): Promise<void> => {
    await kiosk.stop();
    await running?.stop();
    await http.close();
  };
  return {
    kiosk: { ...kiosk, suspend: close },
    dataDirectory: () => dataDirectory,
    close,
    // The next start has a box office of its own, to which this session says nothing.
    suspend: close,
  };
}
