import { MqttClient } from 'mqtt';
import { streamTo, troubleOf, type BrokerAddress } from '#main/venue/link.ts';
import type { VenueTrouble } from '#shared/model/venue.ts';
import type { OutputTrouble, OutputWay } from '#shared/model/output.ts';
import { err, ok } from '#shared/result.ts';
import type { Clock } from '#main/base/ports.ts';
import type { Done, OutputDevice } from './device.ts';

/** How often the broker is asked whether it is there, in seconds. */
const KEEPALIVE = 10;

export interface MqttDeviceParts {
  readonly way: Extract<OutputWay, { type: 'mqtt' }>;
  /** The broker of the house; null: there is none. */
  readonly broker: () => BrokerAddress | null;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * Whoever listens at the broker of the house. Messages are sent at once or never (QoS 0): with more, mqtt.js would
 * send them when the broker is back, and a gate would open for nobody.
 */
export function mqttDevice({ way, broker, clock }: MqttDeviceParts): OutputDevice {
  let client: MqttClient | null = null;
  /** Where that is connected to. */
  let reached = '';

  async function connect(signal: AbortSignal): Promise<Done> {
    const address = broker();
    if (address === null) return err('no-broker');
    if (client?.connected === true && reached === JSON.stringify(address)) return ok(null);
    await close();
    const connecting = clientOf(address);
    client = connecting;
    reached = JSON.stringify(address);
    const done = await connected(connecting, signal);
    if (!done.ok) await close();
    return done;
  }

  async function close(): Promise<void> {
    client?.end(true);
    client = null;
    await Promise.resolve();
  }

  return {
    async on({ verdict, door, pulse }, signal) {
      const done = await connect(signal);
      if (!done.ok || signal.aborted) return done.ok ? err('timeout') : done;
      const message = JSON.stringify({ verdict: verdict ?? 'test', door, pulse, at: clock.now() });
      return new Promise((resolve) => {
        client?.publish(way.topic, message, { qos: 0 }, (error) =>
          resolve(error ? err('unreachable') : ok(null)),
        );
      });
    },
    look: connect,
    close,
  };
}

function clientOf(address: BrokerAddress): MqttClient {
  // It listens to nothing, so nobody needs to hear of packets that were dropped.
  const client = new MqttClient(() => streamTo(address, () => undefined), {
    protocolVersion: 4,
    clean: true,
    keepalive: KEEPALIVE,
    reconnectPeriod: 0,
    queueQoSZero: false,
    ...(address.user !== null && { username: address.user }),
    ...(address.password !== null && { password: address.password }),
  });
  // Told of where it is waited for; else the next command connects again.
  client.on('error', () => undefined);
  return client;
}

const TROUBLES: Readonly<Record<VenueTrouble, OutputTrouble>> = {
  unreachable: 'unreachable',
  'certificate-date': 'certificate',
  'certificate-name': 'certificate',
  certificate: 'certificate',
  refused: 'unauthorised',
  'no-rights': 'unauthorised',
  'cannot-host': 'unreachable',
};

function connected(client: MqttClient, signal: AbortSignal): Promise<Done> {
  return new Promise((resolve) => {
    client.once('connect', () => resolve(ok(null)));
    client.once('error', (error) => resolve(err(TROUBLES[troubleOf(error)])));
    client.once('close', () => resolve(err('unreachable')));
    signal.addEventListener('abort', () => resolve(err('timeout')));
  });
}
