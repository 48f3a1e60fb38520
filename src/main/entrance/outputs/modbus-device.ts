import { createConnection, type Socket } from 'node:net';
import type { OutputWay } from '#shared/model/output.ts';
import { err } from '#shared/result.ts';
import type { Done, OutputDevice } from './device.ts';
import {
  answerIn,
  COIL_OFF,
  COIL_ON,
  READ_COILS,
  requestFrame,
  WRITE_COIL,
  type ModbusRequest,
} from './modbus-frames.ts';

/** A coil of a Modbus TCP device. The connection stays open between commands, as far as the device lets it. */
export function modbusDevice(way: Extract<OutputWay, { type: 'modbus' }>): OutputDevice {
  let socket: Socket | null = null;
  let transaction = 0;

  /** Sends one question, and waits for its answer until the signal. Whatever goes wrong ends the connection. */
  async function ask(
    question: Pick<ModbusRequest, 'function' | 'value'>,
    signal: AbortSignal,
  ): Promise<Done> {
    const connection = socket?.destroyed === false ? socket : connect();
    transaction = (transaction + 1) % 0x10000;
    const request = { ...question, transaction, unit: way.unit, address: way.coil };
    const done = await exchange(connection, request, signal);
    // An exception is an answer; after anything else nobody knows what still comes.
    if (!done.ok && done.error !== 'refused') connection.destroy();
    return done;
  }

  function connect(): Socket {
    const connection = createConnection({ host: way.host, port: way.port, noDelay: true });
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

  return {
    on: (_command, signal) => ask({ function: WRITE_COIL, value: COIL_ON }, signal),
    off: (signal) => ask({ function: WRITE_COIL, value: COIL_OFF }, signal),
    look: (signal) => ask({ function: READ_COILS, value: 1 }, signal),
    close() {
      socket?.destroy();
      return Promise.resolve();
    },
  };
}

function exchange(socket: Socket, request: ModbusRequest, signal: AbortSignal): Promise<Done> {
  return new Promise((resolve) => {
    let bytes = Buffer.alloc(0);
    const end = (done: Done): void => {
      socket.off('data', take).off('close', onClose);
      signal.removeEventListener('abort', onAbort);
      resolve(done);
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
