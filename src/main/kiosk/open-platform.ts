import { EnvironmentMonitor } from '#main/operations/health/environment-monitor.ts';
import type { CommonParts } from '#main/kiosk/kiosk.ts';
import type { ScanMetrics } from '#main/operations/metrics/scan-metrics.ts';
import { Breaker } from '#main/sync/breaker.ts';
import { sealedSessionStore } from '#main/platform/ticketing/sealed-session-store.ts';
import { Session } from '#main/platform/ticketing/session.ts';
import { sealedBy } from '#main/base/vault/sealed-file.ts';
import { mayBeAsked } from '#shared/plain-http.ts';
import { join } from 'node:path';
import { PlatformAtDoor } from './platform-at-door.ts';
import { PlatformConnection } from './platform-connection.ts';

export interface PlatformParts extends CommonParts {
  /** Counts the platform's answers; missing where nobody asks for metrics. */
  readonly metrics: Pick<ScanMetrics, 'noteRoundTrip'> | undefined;
}

/** How the kiosk stands with the platform. */
export interface PlatformServices {
  readonly connection: PlatformConnection;
  readonly session: Session;
  readonly breaker: Breaker;
  readonly environment: EnvironmentMonitor;
  /** The platform as the door asks it about tickets. */
  readonly platformAtDoor: PlatformAtDoor;
}

/**
 * Whatever is between the kiosk and the platform. What is asked goes through the connection; of its answers
 * the session, the breaker and the surroundings learn, and all three ask through it themselves.
 */
export function openPlatform(parts: PlatformParts): PlatformServices {
  const { ports, vault, platformClock, metrics, onChange } = parts;
  const { clock, logger, settingsFile, dataDirectory } = ports;
  const breaker = new Breaker({
    clock,
    probe: (timeLimit) => connection.probe(timeLimit),
    onChange,
  });
  const session: Session = new Session({
    ...{ clock, platformClock, onChange },
    client: () => connection.client,
    formerClient: (baseUrl) =>
      mayBeAsked(baseUrl, settingsFile.read().plainHttpHost) ? connection.former(baseUrl) : null,
    store: sealedSessionStore(sealedBy(vault, join(dataDirectory, 'session.sealed'), 'session')),
    logger: logger.scope('session'),
  });
  const environment = new EnvironmentMonitor({
    ...{ clock, vault, breaker, onChange },
    logger: logger.scope('health'),
    folder: dataDirectory,
    keyStore: ports.keyProtector.store ?? null,
    probe: (timeLimit) => connection.probe(timeLimit),
    ...(ports.settingsRights && { settingsRights: ports.settingsRights }),
  });
  const connection: PlatformConnection = new PlatformConnection({
    ...{ clock, platformClock, breaker, session },
    fetch: ports.fetch,
    logger: logger.scope('platform'),
    onRoundTrip(took) {
      environment.noteRoundTrip(took);
      metrics?.noteRoundTrip(took);
    },
    onConnect: () => environment.forgetPlatform(),
  });
  const platformAtDoor = new PlatformAtDoor({ clock, breaker, session, connection });
  return { connection, session, breaker, environment, platformAtDoor };
}
