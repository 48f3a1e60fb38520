import type { Clock, Logger } from '#main/base/ports.ts';
import type { TicketingClient } from '#main/platform/ticketing/client.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { OfflineReason } from '#shared/model/connection.ts';
import type { ServiceWords } from '#shared/model/programme.ts';
import type { Month } from '../month-grid.ts';
import type { ProgrammeView, WorkerAnswer, WorkerTask } from './messages.ts';
import { programmeWorker, type ProgrammeWorker } from './worker-handle.ts';

/** How a refresh ended. */
export type RefreshOutcome =
  | { readonly type: 'kept'; readonly service: ServiceWords }
  | { readonly type: 'problem'; readonly problem: OfflineReason }
  /** Null if the reason is not an error of the platform. */
  | { readonly type: 'refused'; readonly service: ServiceWords | null }
  /** The copy could not be written; with SQLite's code. */
  | { readonly type: 'failed'; readonly code: string }
  | { readonly type: 'aborted' };

/** The views that are fetched together, and committed together or not at all. */
export interface Batch {
  readonly views: readonly ProgrammeView[];
  /** Whether these are the whole programme. */
  readonly whole: boolean;
}

/** All future performances, and the calendar of this month and the next, whose weeks include today. */
export function wholeProgramme(thisMonth: Month, nextMonth: Month): Batch {
  const views: ProgrammeView[] = [
    { type: 'series' },
    { type: 'events' },
    { type: 'calendar', ...thisMonth },
    { type: 'calendar', ...nextMonth },
  ];
  return { views, whole: true };
}

export function oneMonth(month: Month): Batch {
  return { views: [{ type: 'calendar', ...month }], whole: false };
}

export interface RefreshParts {
  readonly client: TicketingClient;
  readonly clock: Clock;
  readonly task: WorkerTask;
  /** The worker's file. */
  readonly workerFile: string;
  readonly logger: Logger;
  /** Resolves when no scan waits to be decided. */
  readonly pause: () => Promise<void>;
  readonly signal: AbortSignal;
}

/** Fetches a batch from the platform and writes its answers to the copy. */
export async function refreshBatch(parts: RefreshParts, batch: Batch): Promise<RefreshOutcome> {
  const worker = programmeWorker(parts.workerFile, parts.task, parts.clock);
  try {
    for (const view of batch.views) {
      const outcome = await refreshView(parts, worker, view);
      if (outcome !== null) return outcome;
    }
    if (parts.signal.aborted) return { type: 'aborted' };
    return outcomeOf(await worker.keep(batch.whole), parts.logger) ?? { type: 'aborted' };
  } finally {
    await worker.end();
  }
}

/** Null if it succeeded. */
async function refreshView(
  { client, task, logger, pause, signal }: RefreshParts,
  worker: ProgrammeWorker,
  view: ProgrammeView,
): Promise<RefreshOutcome | null> {
  await pause();
  const body = await askFor(client, task.clientRef.clientId, view, signal);
  const answer = body.ok ? await worker.read(view, body.value, pause) : body;
  if (answer.ok) return outcomeOf(answer.value, logger);
  switch (answer.error.type) {
    case 'aborted':
      return answer.error;
    case 'offline':
      return { type: 'problem', problem: answer.error.reason };
    case 'refused':
      return { type: 'refused', service: null };
    default:
      return assertNever(answer.error);
  }
}

function askFor(
  client: TicketingClient,
  clientId: number,
  view: ProgrammeView,
  signal: AbortSignal,
) {
  switch (view.type) {
    case 'series':
      return client.series({ clientId }, { signal });
    case 'events':
      return client.events({ clientId }, { signal });
    case 'calendar':
      return client.calendar({ clientId }, { year: view.year, month: view.month }, { signal });
    default:
      return assertNever(view);
  }
}

function outcomeOf(answer: WorkerAnswer, logger: Logger): RefreshOutcome | null {
  switch (answer.type) {
    case 'read':
      if (answer.unreadable > 0) {
        const { readable, unreadable } = answer;
        logger.warn('a part of the programme cannot be read', { readable, unreadable });
      }
      return null;
    case 'kept':
      return answer;
    case 'refused':
      logger.warn('the platform does not give its programme', { reason: answer.reason });
      return { type: 'refused', service: answer.service };
    case 'unreadable':
      return { type: 'problem', problem: 'not-the-platform' };
    case 'failed':
      logger.error('the programme could not be kept', { code: answer.code });
      return answer;
    default:
      return assertNever(answer);
  }
}
