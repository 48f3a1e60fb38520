import type { ForkBoxOffice } from '#main/rehearsal/demo/box-office-process.ts';
import { emptyFolder } from '#main/rehearsal/demo/empty-folder.ts';
import { startDemo } from '#main/rehearsal/demo/start-demo.ts';
import type { Kiosk } from '#main/kiosk/kiosk.ts';
import { errorFact } from '#main/base/log/error-fact.ts';
import type { Clock, Fetch, Logger } from '#main/base/ports.ts';
import { createHttp } from '#main/platform/ticketing/http.ts';
import type { DemoGuide } from '#shared/model/demo-guide.ts';
import type { RehearsalFailure } from '#shared/model/rehearsal.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { createSwitchableHttp } from './switchable-http.ts';
import { onlyTo } from './only-to.ts';
import { openForWhatIsOn } from './open-for-what-is-on.ts';

/** The parts of a rehearsal's kiosk that differ from the real door's. */
export interface OfRehearsal {
  /** Connects to the embedded box office only. */
  readonly fetch: Fetch;
  readonly logger: Logger;
  readonly dataDirectory: string;
  readonly baseUrl: string;
  readonly guide: DemoGuide;
}

export interface RehearsalParts {
  readonly fork: ForkBoxOffice;
  readonly clock: Clock;
  readonly logger: Logger;
  /** A folder for the rehearsals of this kiosk only, empty at the start of each. */
  readonly folder: string;
  readonly createKiosk: (parts: OfRehearsal) => Kiosk;
}

/** A rehearsal that is ready to begin. */
export interface Rehearsal {
  readonly kiosk: Kiosk;
  readonly dataDirectory: string;
  /** Starts its kiosk, and opens its door for a performance that is on. */
  begin(): Promise<void>;
  /** Stops its kiosk, then the box office. May be called again. */
  end(): Promise<void>;
}

/** Starts a box office, and assembles a kiosk that connects to no other. */
export async function prepareRehearsal(
  { fork, clock, logger, folder, createKiosk }: RehearsalParts,
  signal: AbortSignal,
): Promise<Result<Rehearsal, RehearsalFailure>> {
  const boxOffice = await startDemo({ fork, clock, logger, signal });
  if (!boxOffice.ok) return err({ type: 'rehearsal-failed' });
  const { baseUrl, guide } = boxOffice.value;
  const ownLogger = logger.scope('rehearsal');
  const http = createSwitchableHttp(() => createHttp({ logger: ownLogger }));
  try {
    const dataDirectory = emptyFolder(folder);
    const fetch = onlyTo(baseUrl, http.fetch);
    const kiosk = createKiosk({ fetch, logger: ownLogger, dataDirectory, baseUrl, guide });
    return ok({
      kiosk,
      dataDirectory,
      async begin() {
        await kiosk.start();
        if (!(await openForWhatIsOn(kiosk.handlers, guide, clock.now()))) {
          ownLogger.warn('the door is for the trainee to open');
        }
      },
      async end() {
        await kiosk.suspend('switching');
        await boxOffice.value.stop();
        await http.disconnect();
      },
    });
  } catch (error) {
    logger.error('there is no room for a rehearsal', errorFact(error));
    await boxOffice.value.stop();
    return err({ type: 'rehearsal-failed' });
  }
}
