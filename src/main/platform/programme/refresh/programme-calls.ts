import type { ProgrammePart, ServiceWords } from '#shared/model/programme.ts';

/** What one refresh is about. */
export interface WorkerTask {
  /** The copy's file. */
  readonly file: string;
  readonly clientRef: { readonly baseUrl: string; readonly clientId: number };
  readonly stamp: { readonly now: number; readonly wall: number };
}

/** Answers to a body, or to the request to commit. */
export type WorkerAnswer =
  | {
      readonly type: 'read';
      readonly readable: number;
      /** How many records violate the spec and were left out. */
      readonly unreadable: number;
      /** The service's own messages in the body. */
      readonly service: ServiceWords;
    }
  /** The platform reported errors (spec 7.1). The other bodies are not affected. */
  | { readonly type: 'refused'; readonly reason: string; readonly service: ServiceWords }
  /** The body is no answer of the platform. The other bodies are not affected. */
  | { readonly type: 'unreadable' }
  | { readonly type: 'kept' }
  /** The copy could not be written; everything is rolled back. */
  | { readonly type: 'failed'; readonly code: string };

/** What the thread of a refresh can be asked. When it is ended, it rolls back what was not committed. */
export interface ProgrammeCalls {
  begin(task: WorkerTask): void;
  /** A piece of the next body. */
  piece(bytes: Uint8Array): void;
  /** Reads the body whose pieces were sent, which the platform has sent for this part. */
  body(part: ProgrammePart): WorkerAnswer;
  /** Discards the pieces of a body that broke off. */
  discard(request: null): void;
  /** Commits all bodies that could be read since the last commit. */
  keep(request: null): WorkerAnswer;
}
