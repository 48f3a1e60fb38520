import { systemClock } from '#main/base/system-clock.ts';
import { withTimeout } from '#main/base/with-timeout.ts';
import { MqttClient, type IClientOptions } from 'mqtt';
import { createConnection, isIP, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectSecurely } from 'node:tls';
import { offlineReason } from '#main/platform/ticketing/offline-reason.ts';
import type { VenueTrouble } from '#shared/model/venue.ts';
import { limitedStream } from './limited-stream.ts';

/** How long is waited before the broker is tried again, in milliseconds; each kiosk waits a little differently. */
const AGAIN_AFTER = 1_000;
/** How long the broker may take to answer, in milliseconds. */
const CONNECTING = 5_000;
/** How often the broker is asked whether it is there, in seconds. */
const KEEPALIVE = 10;

/** How the broker is reached. */
export interface BrokerAddress {
  /** `mqtt://host:port` or `mqtts://host:port`. */
  readonly url: string;
  readonly user: string | null;
  readonly password: string | null;
  /** Certificates in PEM that vouch for the broker, instead of the system's. */
  readonly ca: string | null;
}

export interface LinkPorts {
  readonly broker: BrokerAddress;
  /** What is listened to. */
  readonly topics: readonly string[];
  /** Called when the broker has let this kiosk in, and is asked for what is said at the topics. */
  readonly onTaken: () => void;
  readonly onUp: () => void;
  /** Called when there is no connection (any more), and whenever another attempt has failed. */
  readonly onDown: (why: VenueTrouble) => void;
  readonly onMessage: (topic: string, sealed: Buffer) => void;
  /** Called when a packet was dropped: it was too large, or had a QoS that doors do not use. */
  readonly onDropped: () => void;
}

/** A connection to the broker, which comes back by itself. */
export interface Link {
  /** Sends at once or not at all. */
  send(topic: string, sealed: Buffer): void;
  /** Resolves when it is closed; what was sent last goes out, if the broker takes it. */
  close(): Promise<void>;
}

/** CONNACK's codes for a user that is not taken: 4 and 5. */
const NOT_TAKEN: readonly unknown[] = [4, 5];

/** Connects to the broker, and listens. */
export function openLink(ports: LinkPorts): Link {
  const { broker, topics, onTaken, onUp, onDown, onMessage, onDropped } = ports;
  const options: IClientOptions = {
    protocolVersion: 4,
    clean: true,
    keepalive: KEEPALIVE,
    connectTimeout: CONNECTING,
    reconnectPeriod: Math.round(AGAIN_AFTER * (1 + Math.random())),
    reconnectOnConnackError: true,
    // What is not sent now is made up for later: nothing piles up.
    queueQoSZero: false,
    resubscribe: false,
    ...(broker.user !== null && { username: broker.user }),
    ...(broker.password !== null && { password: broker.password }),
  };
  /** What was wrong first with the connection under way: the rest follows from it. */
  let trouble: VenueTrouble | null = null;
  let isUp = false;
  let isClosed = false;
  const client = new MqttClient(() => {
    trouble = null;
    return streamTo(broker, () => {
      if (!isClosed) onDropped();
    });
  }, options);
  client.on('connect', () => {
    onTaken();
    client.subscribe([...topics], { qos: 0 }, (error, _, answer) => {
      if (isClosed) return;
      if (error === null) {
        isUp = true;
        onUp();
      } else if (answer !== undefined) {
        // Rights are given while kiosks wait for them: only another attempt tells.
        trouble = 'no-rights';
        client.stream.destroy();
      }
    });
  });
  client.on('message', (topic, payload) => {
    if (!isClosed) onMessage(topic, payload);
  });
  client.on('error', (error) => {
    trouble ??= troubleOf(error);
  });
  client.on('close', () => {
    isUp = false;
    if (!isClosed) onDown(trouble ?? 'unreachable');
  });
  return {
    send(topic, sealed) {
      // Where the broker takes nothing, this must not fill the memory; what is left out is made up for.
      if (!isUp || isCrowded(client)) return;
      client.publish(topic, sealed, { qos: 0 });
    },
    async close() {
      isClosed = true;
      if (!isUp) {
        client.end(true);
        return;
      }
      // What was sent last still goes out, if the broker takes it.
      const ended = new Promise<void>((resolve) => client.end(false, {}, () => resolve()));
      await withTimeout(systemClock, LAST_WORDS, ended, undefined);
      client.stream.destroy();
    },
  };
}

/** How long the link waits at its end for a broker that takes nothing, in milliseconds. */
const LAST_WORDS = 500;

/** How many bytes may wait for a broker that does not read. */
const MOST_WAITING = 8_000_000;

function isCrowded({ stream }: MqttClient): boolean {
  return stream.writableLength > MOST_WAITING;
}

/**
 * Opens a connection to the broker; failures arrive as its `error` event. Every client of a broker connects this way,
 * so that nobody who publishes there can fill this machine's memory.
 *
 * @param onDropped called when a packet was left out
 */
export function streamTo(broker: BrokerAddress, onDropped: () => void): Duplex {
  return limitedStream(socketTo(broker), onDropped);
}

function socketTo({ url, ca }: BrokerAddress): Socket {
  const { protocol, hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  if (protocol !== 'mqtts:') return createConnection({ host, port: Number(port || 1883) });
  try {
    return connectSecurely({
      ...{ host, port: Number(port || 8883) },
      ...(isIP(host) === 0 && { servername: host }),
      ...(ca !== null && { ca }),
      // Explicit, because NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment would otherwise accept any certificate.
      rejectUnauthorized: true,
    });
  } catch (error) {
    // Certificates that are none are known before anything is connected: this is an attempt that failed, too.
    if (!(error instanceof Error)) throw error;
    return new Socket().destroy(error);
  }
}

/** Why a broker is not reached. */
export function troubleOf(error: Error): VenueTrouble {
  const code = 'code' in error ? error.code : null;
  if (NOT_TAKEN.includes(code)) return 'refused';
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') return 'certificate-date';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'certificate-name';
  return offlineReason(error) === 'tls' ? 'certificate' : 'unreachable';
}
