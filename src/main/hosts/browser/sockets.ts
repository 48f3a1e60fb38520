import { createDispatcher, type Dispatch } from '#main/base/ipc/dispatcher.ts';
import type { SideHandlers } from '#main/base/ipc/handlers.ts';
import type { Logger } from '#main/base/ports.ts';
import type { HostedKiosk } from '#main/kiosk/kiosk.ts';
import { STATE_CHANGED } from '#shared/ipc/channels.ts';
import { LARGEST_ENTRANCE_FILE } from '#shared/model/entrance-file.ts';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';

/**
 * The longest message that is accepted, in bytes: the largest file of entrances and some more, so that one that is
 * slightly too large is refused with an explanation.
 */
export const LONGEST_MESSAGE = 2 * LARGEST_ENTRANCE_FILE + 1024;

/**
 * How many bytes may be buffered for a browser that does not read: many times what is sent at once. A
 * sleeping tab reads nothing for hours; when it reconnects it asks for the state once, as after a reload.
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

/** What a side is of the kiosk: all of it, or what guests may have. */
interface Side extends Pick<HostedKiosk, 'mayCall'> {
  readonly handlers: SideHandlers | null;
  onState(listener: (state: unknown, update: unknown) => void): () => void;
}

/** The connections of one side's pages. */
export interface OpenSide {
  /** The path at which they are asked for. */
  readonly path: string;
  readonly take: (request: IncomingMessage, stream: Duplex, head: Buffer) => void;
  readonly close: () => void;
}

/**
 * Takes connections for a side of the kiosk, answers their calls, and tells each of new states.
 *
 * @param onPages called with whether there is a page of it
 */
export function openSide(
  side: Side,
  path: string,
  logger: Logger,
  onPages: (areThere: boolean) => void = () => undefined,
): OpenSide {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: LONGEST_MESSAGE });
  const dispatch = createDispatcher<WebSocket>(side, {
    accepts: (socket) => sockets.clients.has(socket),
    mayCall: side.mayCall,
    logger,
  });
  const stopStates = side.onState((_state, payload) => {
    for (const socket of sockets.clients) send(socket, { channel: STATE_CHANGED, payload });
  });
  return {
    path,
    take(request, stream, head) {
      sockets.handleUpgrade(request, stream, head, (socket) => {
        answerCalls(socket, dispatch);
        onPages(true);
        socket.once('close', () => onPages(sockets.clients.size > 0));
      });
    },
    close() {
      stopStates();
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
    },
  };
}

/** Answers the calls that arrive over a socket; closes the socket at a message that is no call. */
function answerCalls(socket: WebSocket, dispatch: Dispatch<WebSocket>): void {
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
  // On a message that is too long or a broken frame, the library closes the socket; nothing else needs to
  // be done.
  socket.on('error', () => {});
}

function send(socket: WebSocket, message: unknown): void {
  if (socket.readyState !== WebSocket.OPEN) return;
  if (socket.bufferedAmount <= MOST_UNREAD) socket.send(JSON.stringify(message));
  // Not with a closing frame, which would be queued behind everything that is buffered.
  else socket.terminate();
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
