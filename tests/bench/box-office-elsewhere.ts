import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { EmbeddedMessage } from '#box-office/embedded.ts';
import type { DemoGuide } from '#shared/model/demo-guide.ts';

const EMBEDDED = fileURLToPath(import.meta.resolve('#box-office/embedded.ts'));

export interface BoxOfficeElsewhere {
  readonly baseUrl: string;
  readonly guide: DemoGuide;
  readonly close: () => Promise<void>;
}

/** A box office with so many tickets in a process of its own: what it takes is not this one's. */
export async function openBoxOfficeElsewhere(tickets: number): Promise<BoxOfficeElsewhere> {
  const child = fork(EMBEDDED, ['--tickets', String(tickets)]);
  const [message] = (await once(child, 'message')) as [EmbeddedMessage];
  if (message.type === 'failed') throw new Error(message.message);
  const { baseUrl, guide } = message;
  return {
    ...{ baseUrl, guide },
    async close() {
      child.send({ type: 'stop' });
      await once(child, 'exit');
    },
  };
}
