import diagnostics from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { z } from 'zod';

const connectedSchema = z.object({
  socket: z.custom<Pick<Socket, 'bytesRead' | 'bytesWritten'>>(),
});

const sockets: z.infer<typeof connectedSchema>['socket'][] = [];
// Each connection counts for itself, and costs no processor by being counted.
diagnostics.subscribe('undici:client:connected', (message) => {
  sockets.push(connectedSchema.parse(message).socket);
});

/** What has come and gone over all connections of the kiosk's HTTP so far, in bytes. */
export function bytesOnTheLine(): number {
  return sockets.reduce((sum, { bytesRead, bytesWritten }) => sum + bytesRead + bytesWritten, 0);
}
