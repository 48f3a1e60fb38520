import type { Slice } from '#main/base/slice.ts';
import type { MachineSlice, SessionSlice } from '#shared/model/kiosk-state.ts';
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
  /** Counts the platform's answers; missing where metrics are not collected. */
  readonly metrics: Pick<ScanMetrics, 'noteRoundTrip'> | undefined;
  /** Called when the platform has said that the user may not scan for this client (code 7). */
  readonly onBarred: (clientId: number) => void;
  readonly sessionSlice: Slice<SessionSlice>;
  readonly machineSlice: Slice<MachineSlice>;
}

/** The parts that talk to the platform. */
export interface PlatformServices {
  readonly connection: PlatformConnection;
  readonly session: Session;
  readonly breaker: Breaker;
  readonly environment: EnvironmentMonitor;
  /** The platform as the door asks it about tickets. */
  readonly platformAtDoor: PlatformAtDoor;
}

/**
 * Creates everything between the kiosk and the platform. All requests go through the connection;
 * the session, the breaker and the environment monitor learn from its answers, and use it for their
 * own requests.
 */
export function openPlatform(parts: PlatformParts): PlatformServices {
  const { ports, vault, platformClock, metrics, sessionSlice, machineSlice } = parts;
  const { clock, logger, settingsFile, dataDirectory } = ports;
  const breaker = new Breaker({
    clock,
    probe: (timeLimit) => connection.probe(timeLimit),
    onChange: sessionSlice.changed,
  });
  const session: Session = new Session({
    ...{ clock, platformClock },
    client: () => connection.client,
    formerClient: (baseUrl) =>
      mayBeAsked(baseUrl, settingsFile.read().plainHttpHost) ? connection.former(baseUrl) : null,
    store: sealedSessionStore(sealedBy(vault, join(dataDirectory, 'session.sealed'), 'session')),
    logger: logger.scope('session'),
    onChange(state) {
      if (state.status !== 'signed-in') connection.forgetCookies();
      sessionSlice.changed();
    },
  });
  const environment = new EnvironmentMonitor({
    ...{ clock, vault, breaker },
    onChange: machineSlice.changed,
    onMeasured: machineSlice.changedQuietly,
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
      // The answer has told the platform's time.
      sessionSlice.changedQuietly();
    },
    onConnect: () => environment.forgetPlatform(),
  });
  const { onBarred } = parts;
  const platformAtDoor = new PlatformAtDoor({ clock, breaker, session, connection, onBarred });
  return { connection, session, breaker, environment, platformAtDoor };
}
