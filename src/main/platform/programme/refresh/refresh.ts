import type { Logger } from '#main/base/ports.ts';
import type { TicketingClient } from '#main/platform/ticketing/client.ts';
import type { TicketingFailure } from '#main/platform/ticketing/failure.ts';
import { OF_ONE_ENDPOINT } from '#main/platform/ticketing/trouble.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { OfflineReason } from '#shared/model/connection.ts';
import type { ProgrammePart, ServiceWords } from '#shared/model/programme.ts';
import type { Month } from '../month-grid.ts';
import type { WorkerAnswer, WorkerTask } from './programme-calls.ts';
import { bothWords } from './service-words.ts';
import { programmeWorker, type ProgrammeWorker } from './worker-handle.ts';

/** A part that did not come, and why. */
export interface MissingPart {
  readonly part: ProgrammePart;
  readonly problem: OfflineReason | 'refused';
}

/** How a refresh ended. */
export type RefreshOutcome =
  | {
      readonly type: 'ended';
      /** The others are in the copy. */
      readonly missing: readonly MissingPart[];
      /** The platform's messages that came with its programme; null if none could be read. */
      readonly service: ServiceWords | null;
      /** The platform could not be reached any more, and what was left was not asked for. */
      readonly isCut: boolean;
    }
  /** The copy could not be written; with SQLite's code. */
  | { readonly type: 'failed'; readonly code: string }
  | { readonly type: 'aborted' };

/** The parts that are fetched and committed together. One that does not come leaves the others alone. */
export interface Batch {
  readonly parts: readonly ProgrammePart[];
  /** Whether these are the whole programme. */
  readonly whole: boolean;
}

/** All future performances, and the calendar of this month and the next, whose weeks include today. */
export function wholeProgramme(thisMonth: Month, nextMonth: Month): Batch {
  const parts: ProgrammePart[] = [
    { type: 'series' },
    { type: 'events' },
    { type: 'calendar', ...thisMonth },
    { type: 'calendar', ...nextMonth },
  ];
  return { parts, whole: true };
}

export function oneMonth(month: Month): Batch {
  return { parts: [{ type: 'calendar', ...month }], whole: false };
}

export interface RefreshPorts {
  readonly client: TicketingClient;
  readonly task: WorkerTask;
  /** The worker's file. */
  readonly workerFile: string;
  readonly logger: Logger;
  /** Resolves when no scan waits to be decided. */
  readonly pause: () => Promise<void>;
  readonly signal: AbortSignal;
}

/** Fetches a batch from the platform and writes its answers to the copy. */
export async function refreshBatch(ports: RefreshPorts, batch: Batch): Promise<RefreshOutcome> {
  const worker = programmeWorker(ports.workerFile, ports.task);
  try {
    const missing: MissingPart[] = [];
    let service: ServiceWords | null = null;
    let isCut = false;
    for (const [place, part] of batch.parts.entries()) {
      const end = await refreshPart(ports, worker, part);
      if (end.type === 'failed' || end.type === 'aborted') return end;
      if (end.service !== null) service = service ? bothWords(service, end.service) : end.service;
      if (end.type === 'read') continue;
      ({ isCut } = end);
      const lost = isCut ? batch.parts.slice(place) : [part];
      missing.push(...lost.map((each) => ({ part: each, problem: end.problem })));
      if (isCut) break;
    }
    if (ports.signal.aborted) return { type: 'aborted' };
    if (missing.length < batch.parts.length) {
      const kept = await worker.keep();
      if (kept.type === 'failed') return failed(kept, ports.logger);
    }
    return { type: 'ended', missing, service, isCut };
  } finally {
    await worker.end();
  }
}

/** How the fetching of one part ended. */
type PartEnd =
  | { readonly type: 'read'; readonly service: ServiceWords }
  | {
      readonly type: 'missing';
      readonly problem: MissingPart['problem'];
      readonly service: ServiceWords | null;
      /** The platform cannot be reached, so that the other parts need not be asked for. */
      readonly isCut: boolean;
    }
  | Extract<RefreshOutcome, { type: 'failed' | 'aborted' }>;

async function refreshPart(
  { client, task, logger, pause, signal }: RefreshPorts,
  worker: ProgrammeWorker,
  part: ProgrammePart,
): Promise<PartEnd> {
  await pause();
  const body = await askFor(client, task.clientRef.clientId, part, signal);
  const answer = body.ok ? await worker.read(part, body.value, pause) : body;
  return answer.ok ? endOf(answer.value, part, logger) : endByFailure(answer.error);
}

function askFor(
  client: TicketingClient,
  clientId: number,
  part: ProgrammePart,
  signal: AbortSignal,
) {
  switch (part.type) {
    case 'series':
      return client.series({ clientId }, { signal });
    case 'events':
      return client.events({ clientId }, { signal });
    case 'calendar':
      return client.calendar({ clientId }, { year: part.year, month: part.month }, { signal });
    default:
      return assertNever(part);
  }
}

function endByFailure(failure: TicketingFailure): PartEnd {
  switch (failure.type) {
    case 'aborted':
      return failure;
    case 'refused':
      return { type: 'missing', problem: 'refused', service: null, isCut: false };
    case 'offline': {
      const { reason, busy } = failure;
      const isCut = busy !== undefined || !OF_ONE_ENDPOINT.includes(reason);
      return { type: 'missing', problem: reason, service: null, isCut };
    }
    default:
      return assertNever(failure);
  }
}

function endOf(answer: WorkerAnswer, part: ProgrammePart, logger: Logger): PartEnd {
  switch (answer.type) {
    case 'read': {
      const { readable, unreadable, service } = answer;
      if (unreadable > 0) {
        logger.warn('a part of the programme cannot be read', { ...part, readable, unreadable });
      }
      return { type: 'read', service };
    }
    case 'refused': {
      const { reason, service } = answer;
      logger.warn('the platform does not give a part of its programme', { ...part, reason });
      return { type: 'missing', problem: 'refused', service, isCut: false };
    }
    case 'unreadable':
      return { type: 'missing', problem: 'not-the-platform', service: null, isCut: false };
    case 'failed':
      return failed(answer, logger);
    case 'kept':
      throw new Error('Nothing was to be committed.');
    default:
      return assertNever(answer);
  }
}

function failed(answer: Extract<WorkerAnswer, { type: 'failed' }>, logger: Logger) {
  logger.error('the programme could not be kept', { code: answer.code });
  return answer;
}
