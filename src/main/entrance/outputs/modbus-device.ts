import { createConnection, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { ModbusWay } from '#shared/model/output.ts';
import { err } from '#shared/result.ts';
import { done, type OutputDevice } from './device.ts';
import {
  answerIn,
  COIL_OFF,
  COIL_ON,
  READ_COILS,
  READ_INPUTS,
  requestFrame,
  WRITE_COIL,
  type ModbusAnswer,
  type ModbusRequest,
} from './modbus-frames.ts';

/** How long until a device is tried again that still closes a connection, in milliseconds. */
const BETWEEN_TRIES = 50;

/**
 * A coil of a Modbus TCP device, and a discrete input of it, where one is set. The connection stays open between
 * commands, as far as the device lets it; there is one alone, because many small devices have no more.
 */
export function modbusDevice(way: ModbusWay): OutputDevice {
  let socket: Socket | null = null;
  let transaction = 0;
  /** A connection was cut off here: a device that takes one at a time may refuse the next for a moment. */
  let isClosing = false;

  /** Sends one question, and waits for its answer until the signal. Whatever goes wrong ends the connection. */
  async function ask(
    question: Pick<ModbusRequest, 'function' | 'address' | 'value'>,
    signal: AbortSignal,
  ): Promise<ModbusAnswer> {
    const connection = socket?.destroyed === false ? socket : connect();
    transaction = (transaction + 1) % 0x10000;
    const request = { ...question, transaction, unit: way.unit };
    const answer = await exchange(connection, request, signal);
    if (!answer.ok && answer.error === 'unreachable' && isClosing) {
      // Nothing was sent: it was never connected. Only so may it be tried again.
      if (await hasPaused(signal)) return ask(question, signal);
    }
    // An exception is an answer; after anything else nobody knows what still comes.
    if (!answer.ok && answer.error !== 'refused') {
      isClosing = answer.error === 'timeout';
      connection.destroy();
    }
    return answer;
  }

  function connect(): Socket {
    const connection = createConnection({ host: way.host, port: way.port, noDelay: true });
    connection.on('connect', () => (isClosing = false));
    connection.on('error', () => connection.destroy());
    // A device that closes its end is gone, even if it would still listen.
    connection.on('end', () => connection.destroy());
    // What comes without a question is nobody's answer.
    connection.on('data', () => {
      if (connection.listenerCount('data') === 1) connection.destroy();
    });
    // A kiosk can end while a device keeps its connection.
    connection.unref();
    socket = connection;
    return connection;
  }

  const { coil, input: inputAt } = way;
  const write = (value: number, signal: AbortSignal) =>
    ask({ function: WRITE_COIL, address: coil, value }, signal);
  const input =
    inputAt === null
      ? null
      : (signal: AbortSignal) => ask({ function: READ_INPUTS, address: inputAt, value: 1 }, signal);

  return {
    on: async (_command, signal) => done(await write(COIL_ON, signal)),
    off: async (signal) => done(await write(COIL_OFF, signal)),
    async look(signal) {
      const there = await ask({ function: READ_COILS, address: coil, value: 1 }, signal);
      // An input that the device does not have is known before the first guest.
      return done(there.ok && input !== null ? await input(signal) : there);
    },
    ...(input !== null && { input }),
    close() {
      socket?.destroy();
      return Promise.resolve();
    },
  };
}

/** Waits a moment; returns false if the signal comes first. */
function hasPaused(signal: AbortSignal): Promise<boolean> {
  return pause(BETWEEN_TRIES, true, { signal }).catch(() => false);
}

function exchange(
  socket: Socket,
  request: ModbusRequest,
  signal: AbortSignal,
): Promise<ModbusAnswer> {
  return new Promise((resolve) => {
    let bytes = Buffer.alloc(0);
    const end = (answer: ModbusAnswer): void => {
      socket.off('data', take).off('close', onClose);
      signal.removeEventListener('abort', onAbort);
      resolve(answer);
    };
    const take = (chunk: Buffer): void => {
      bytes = Buffer.concat([bytes, chunk]);
      const answer = answerIn(bytes, request);
      if (answer !== null) end(answer);
    };
    const onClose = (): void => end(err('unreachable'));
    const onAbort = (): void => {
      // Before it is connected what was written waits: it must not go out later.
      socket.destroy();
      end(err('timeout'));
    };
    socket.on('data', take).on('close', onClose);
    signal.addEventListener('abort', onAbort);
    socket.write(requestFrame(request));
  });
}
