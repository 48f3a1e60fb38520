import type { ClientRef } from '#shared/model/client-ref.ts';
import { Programme, type ProgrammePorts } from '#main/platform/programme/programme.ts';
import { createTicketingClient } from '#main/platform/ticketing/client.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { WORKERS } from '#tests/support/workers.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { eventually } from '#tests/support/eventually.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { expect, onTestFinished } from 'vitest';
import { openHttp } from '#tests/main/platform/ticketing/support/client.ts';

export const TIME_ZONE = 'America/New_York';
export const CLIENT = 284;

/** Noon on Friday, 20 November 2026, in New York. */
export const NOON = Date.UTC(2026, 10, 20, 17, 0);

interface Options extends Partial<ProgrammePorts> {
  readonly baseUrl: string;
  readonly clock?: FakeClock;
}

/** A kiosk's programme, on a clock that stands until the test moves it. */
export function openProgramme({ baseUrl, ...ports }: Options) {
  const clock = ports.clock ?? new FakeClock(NOON);
  const logger = new RecordingLogger();
  const { fetch } = openHttp();
  const client = createTicketingClient({ baseUrl, fetch, clock, logger });
  const clientRef: { current: ClientRef | null } = { current: { baseUrl, clientId: CLIENT } };
  const programme = new Programme({
    ...{ fetch, clock, logger },
    platformClock: clock,
    random: () => 0.5,
    dataDirectory: ports.dataDirectory ?? temporaryFolder(),
    workerFile: WORKERS.programme,
    client: () => client,
    clientRef: () => clientRef.current,
    timeZone: () => TIME_ZONE,
    isBusy: () => false,
    onChange: () => undefined,
    ...ports,
  });
  onTestFinished(() => programme.stop());
  /** Waits until nothing is being fetched. */
  const settled = () => eventually(() => expect(programme.state().refreshing).toBe(false));
  /** Fetches everything, and waits for it. */
  async function refreshed() {
    programme.follow();
    programme.refresh();
    await settled();
    return programme;
  }
  return { programme, clock, logger, clientRef, settled, refreshed };
}
