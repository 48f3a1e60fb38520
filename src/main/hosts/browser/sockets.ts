import type { Dispatch } from '#main/base/ipc/dispatcher.ts';
import { STATE_CHANGED } from '#shared/ipc/channels.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import { LARGEST_LOGO } from '#shared/model/settings.ts';
import { WebSocket } from 'ws';
import { z } from 'zod';

/** The longest message that is taken, in bytes: the largest logo, with some room to be refused in words. */
export const LONGEST_MESSAGE = 2 * LARGEST_LOGO + 1024;

/**
 * How much may wait for a browser that does not read, in bytes: many times what is told at once. A sleeping
 * tab reads nothing for hours, and asks for the state once when it is back, as after a reload.
 */
export const MOST_UNREAD = 4 * 1024 * 1024;

/** Close codes of RFC 6455, 7.4.1. */
const UNSUPPORTED_DATA = 1003;
const POLICY_VIOLATION = 1008;

const messageSchema = z.strictObject({
  id: z.int(),
  channel: z.string().max(100),
  request: z.unknown(),
});

/** Answers the calls that come over a socket; one that breaks the protocol is closed. */
export function answerCalls(socket: WebSocket, dispatch: Dispatch<WebSocket>): void {
  socket.on('message', (data, isBinary) => {
    if (isBinary || !Buffer.isBuffer(data)) {
      socket.close(UNSUPPORTED_DATA);
      return;
    }
    const message = messageSchema.safeParse(json(data.toString()));
    if (!message.success) {
      socket.close(POLICY_VIOLATION);
      return;
    }
    const { id, channel, request } = message.data;
    void dispatch(channel, socket, request).then((answer) => send(socket, { id, answer }));
  });
  // A message too long, a broken frame: the library closes the socket, and there is nothing to add.
  socket.on('error', () => {});
}

/** Tells a browser of a new state. */
export function sendState(socket: WebSocket, state: KioskState): void {
  send(socket, { channel: STATE_CHANGED, payload: state });
}

function send(socket: WebSocket, message: unknown): void {
  if (socket.readyState !== WebSocket.OPEN) return;
  if (socket.bufferedAmount <= MOST_UNREAD) socket.send(JSON.stringify(message));
  // Terminated without a closing frame, which would wait in the same buffer.
  else socket.terminate();
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
