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

/** What a rehearsal's kiosk is made of that is not the real door's. */
export interface OfRehearsal {
  /** Reaches the embedded box office alone. */
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
  /** For the rehearsals of this kiosk alone: each begins with nothing in it. */
  readonly folder: string;
  readonly createKiosk: (parts: OfRehearsal) => Kiosk;
}

/** A rehearsal that can begin. */
export interface Rehearsal {
  readonly kiosk: Kiosk;
  readonly dataDirectory: string;
  /** Starts its kiosk, and opens its door for what is on. */
  begin(): Promise<void>;
  /** Suspends its kiosk, then ends the box office. Calling it again does no harm. */
  end(): Promise<void>;
}

/** Starts a box office, and puts a kiosk together that knows no other. */
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
