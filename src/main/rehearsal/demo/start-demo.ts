import type { Clock, Logger } from '#main/base/ports.ts';
import { unlessAborted } from '#main/base/unless-aborted.ts';
import { withTimeout } from '#main/base/with-timeout.ts';
import type { DemoGuide } from '#shared/model/demo-guide.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { BoxOfficeProcess, ForkBoxOffice } from './box-office-process.ts';
import { listeningMessageSchema } from './listening-message.ts';

/** How long the box office may take to make its data and listen, in milliseconds. */
export const LONGEST_START = 20_000;
/** How long it may take to close, in milliseconds, before its process is killed. */
export const LONGEST_STOP = 1000;

/** The box office that a demonstration runs against. */
export interface Demo {
  readonly baseUrl: string;
  readonly guide: DemoGuide;
  /** Ends the box office. Stop the kiosk first, so that its token can still be revoked. */
  stop(): Promise<void>;
}

export interface DemoParts {
  readonly fork: ForkBoxOffice;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Aborted when the box office is no longer wanted: ends what has been started. */
  readonly signal?: AbortSignal;
  /** Called when the box office has ended without being stopped. */
  readonly onLoss?: () => void;
}

/** Starts the embedded box office in a process of its own and waits until it listens. */
export async function startDemo({
  fork,
  clock,
  logger,
  signal = new AbortController().signal,
  onLoss,
}: DemoParts): Promise<Result<Demo, 'demo-failed'>> {
  const boxOffice = fork();
  const ended = new Promise<'ended'>((resolve) => boxOffice.onEnd(() => resolve('ended')));
  const answer = Promise.race([firstMessage(boxOffice), ended]);
  const first = await withTimeout(clock, LONGEST_START, unlessAborted(answer, signal), 'late');
  if (first === null || first === 'late' || first === 'ended') {
    logger.error('the embedded box office did not start', { why: first ?? 'called off' });
    boxOffice.kill();
    return err('demo-failed');
  }
  const listening = listeningMessageSchema.safeParse(first.message);
  if (!listening.success) {
    logger.error('the embedded box office did not start', { why: 'unexpected message' });
    boxOffice.kill();
    return err('demo-failed');
  }
  const { baseUrl, guide } = listening.data;
  let isStopped = false;
  void ended.then(() => {
    if (isStopped) return;
    logger.error('the embedded box office has ended by itself');
    onLoss?.();
  });
  return ok({
    baseUrl,
    guide,
    async stop() {
      isStopped = true;
      boxOffice.post({ type: 'stop' });
      if ((await withTimeout(clock, LONGEST_STOP, ended, 'late')) === 'late') boxOffice.kill();
    },
  });
}

function firstMessage(boxOffice: BoxOfficeProcess): Promise<{ message: unknown }> {
  return new Promise((resolve) => boxOffice.onMessage((message) => resolve({ message })));
}
