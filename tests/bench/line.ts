import diagnostics from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { z } from 'zod';

const CONNECTED = 'undici:client:connected';
const connectedSchema = z.object({
  socket: z.custom<Pick<Socket, 'bytesRead' | 'bytesWritten'>>(),
});

/** What comes and goes over the connections of the kiosk's HTTP. */
export interface Line {
  /** So far, over all of them, in bytes. */
  bytes(): number;
  /** Listens no more. */
  leave(): void;
}

/** Listens to all connections from now on: each counts for itself, and costs no processor by being counted. */
export function listenToTheLine(): Line {
  const sockets: z.infer<typeof connectedSchema>['socket'][] = [];
  const note = (message: unknown): void => {
    sockets.push(connectedSchema.parse(message).socket);
  };
  diagnostics.subscribe(CONNECTED, note);
  return {
    bytes: () =>
      sockets.reduce((sum, { bytesRead, bytesWritten }) => sum + bytesRead + bytesWritten, 0),
    leave: () => void diagnostics.unsubscribe(CONNECTED, note),
  };
}
