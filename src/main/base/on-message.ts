import type { Worker } from 'node:worker_threads';
import type { z } from 'zod';

/**
 * Listens to a thread. A message that does not match the schema ends the thread. An error that is thrown here would end
 * the kiosk.
 *
 * @param end ends the thread, whose `exit` event follows
 */
export function onMessage<Message>(
  worker: Pick<Worker, 'on'>,
  schema: z.ZodType<Message>,
  hear: (message: Message) => void,
  end: () => void,
): void {
  worker.on('message', (message: unknown) => {
    const read = schema.safeParse(message);
    if (read.success) hear(read.data);
    else end();
  });
}
