import { err, ok } from '#shared/result.ts';
import { z } from 'zod';
import type { BodyStream } from '#main/platform/ticketing/download.ts';
import type { SnapshotScope } from './model.ts';
import { downloadSchema } from './snapshot-format.ts';

/** The most pieces that a copy may come in: some millions of tickets. */
const MOST_PIECES = 50_000;

/** The most performances that may have been offered before it was downloaded. */
const MOST_OFFERED = 10_000;

/** What a door tells of a snapshot before it hands its tickets over. */
export const lentFactsSchema = downloadSchema
  .pick({
    ...{ download: true, patronsDigest: true, isOfAnother: true },
  })
  .extend({
    // Whole, as every time that is recorded with a verdict: an admission with another one could not be read again.
    platformTime: z.int().min(0),
    offered: z.array(z.int()).max(MOST_OFFERED),
    tickets: z.int().min(0),
    skipped: z.int().min(0),
    /** In how many pieces the tickets come. */
    pieces: z.int().min(0).max(MOST_PIECES),
  });
export type LentFacts = z.infer<typeof lentFactsSchema>;

/** The snapshot that a kiosk has already of the tickets that it wants. */
export interface OwnCopy {
  /** Whether another user downloaded it, so that it has no patrons. */
  readonly isOfAnother: boolean;
  /** The id of the download that it was made of: a digest of its content. */
  readonly download: string;
  /** When it matched the platform's data, ms since the epoch, on the platform's clock. */
  readonly platformTime: number;
}

/** Where the next snapshot comes from. */
export type Source =
  /**
   * Another door has a newer one. The stream ends with an error if that door goes meanwhile; `spoil` is called
   * when what came is no good.
   */
  | {
      readonly type: 'copy';
      readonly facts: LentFacts;
      readonly stream: BodyStream;
      readonly spoil: () => void;
    }
  /** Another door has asked the platform since, and the own one still matches. */
  | { readonly type: 'confirmed'; readonly platformTime: number }
  /** This kiosk is to ask the platform; `done` is called when that has ended, however it has. */
  | { readonly type: 'platform'; readonly done: () => void };

/** The other doors of the house, which may have the same tickets. */
export interface Neighbours {
  /** @param own null: it has none of these tickets, or another user's */
  find(scope: SnapshotScope, own: OwnCopy | null, signal: AbortSignal): Promise<Source>;
}

/** A kiosk that is alone. */
export const NO_NEIGHBOURS: Neighbours = {
  find: () => Promise.resolve({ type: 'platform', done: () => undefined }),
};

/**
 * Puts pieces together to the platform's own answer (spec 2.10), which is read by the same rules.
 *
 * @param pieces as they were lent; null: one has not come
 */
export async function* answerOf(pieces: AsyncIterable<string | null>): BodyStream {
  yield ok(Buffer.from('{"error":false,"errorMessageHTML":null,"errorDetails":null,"tickets":['));
  let isFirst = true;
  for await (const piece of pieces) {
    if (piece === null) {
      yield err({ type: 'offline', reason: 'reset' });
      return;
    }
    yield ok(Buffer.from(isFirst ? piece : `,${piece}`));
    isFirst = false;
  }
  yield ok(Buffer.from(']}'));
}
