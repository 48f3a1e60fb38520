import type { SnapshotScope } from '#main/snapshot/model.ts';
import {
  answerOf,
  lentFactsSchema,
  NO_NEIGHBOURS,
  type LentFacts,
  type Neighbours,
  type OwnCopy,
} from '#main/snapshot/neighbours.ts';
import { FACTS_PIECE } from '#main/snapshot/lending.ts';
import type { Clock } from '#main/base/ports.ts';
import type { HeldCopy } from '#main/venue/copy-messages.ts';
import type { CopyElsewhere, HouseCopies, WantedCopy } from '#main/venue/house-copies.ts';
import { MINUTE } from '#shared/time.ts';
import type { CopyMarks } from '#main/venue/house-keys.ts';

/** How long it may take to take over a copy, in milliseconds. */
const LONGEST_TAKE_OVER = 10 * MINUTE;

/** How many pieces are asked for ahead: as many as are on their way while one is read. */
const AHEAD = 4;

export interface NeighbourPorts {
  readonly venue: {
    readonly copies: HouseCopies;
    readonly copyMarks: () => Promise<CopyMarks | null>;
  };
  readonly clock: Pick<Clock, 'steady'>;
  /** Whether this kiosk could ask the platform now. */
  readonly canDownload: () => boolean;
  /** Whether something of patrons is shown here, so that another user's copy will not do. */
  readonly showsPatrons: () => boolean;
}

/** The other doors of the house as the snapshots see them: doors that may have the same tickets. */
export class HouseNeighbours implements Neighbours {
  readonly #ports: NeighbourPorts;

  constructor(ports: NeighbourPorts) {
    this.#ports = ports;
  }

  async find(scope: SnapshotScope, own: OwnCopy | null, signal: AbortSignal) {
    const { copies } = this.#ports.venue;
    const marks = await this.#ports.venue.copyMarks();
    if (marks === null) return NO_NEIGHBOURS.find(scope, own, signal);
    for (;;) {
      const wanted = this.#wanted(scope, marks);
      const known = this.#known(own);
      const found = await copies.find(wanted, known, signal);
      if ('done' in found) return { type: 'platform', done: found.done } as const;
      if (found.copy.download === known?.download) {
        return { type: 'confirmed', platformTime: found.copy.asOf } as const;
      }
      const facts = readFacts(await found.piece(FACTS_PIECE, signal));
      if (facts !== null && isWhatWasTold(facts, found.copy, wanted)) {
        const stream = answerOf(this.#piecesOf(facts, found, signal));
        return { type: 'copy', facts, stream, spoil: () => found.spoil() } as const;
      }
      if (!signal.aborted) found.spoil();
    }
  }

  /** Whether another door has a newer copy than this one's. */
  async hasNewer(scope: SnapshotScope, own: OwnCopy | null): Promise<boolean> {
    const { venue } = this.#ports;
    const marks = await venue.copyMarks();
    return marks !== null && venue.copies.hasNewer(this.#wanted(scope, marks), this.#known(own));
  }

  #wanted({ baseUrl, filter, username }: SnapshotScope, marks: CopyMarks): WantedCopy {
    const { canDownload, showsPatrons } = this.#ports;
    return {
      tickets: marks.ofTickets(baseUrl, filter),
      user: marks.ofUser(baseUrl, username),
      mustBeOwn: showsPatrons(),
      canDownload: canDownload(),
    };
  }

  /**
   * The pieces of a copy elsewhere, in their order; null: one has not come. A door that never hands over all of it
   * must not keep this one from the platform.
   */
  async *#piecesOf(
    { pieces }: LentFacts,
    { piece }: CopyElsewhere,
    signal: AbortSignal,
  ): AsyncGenerator<string | null> {
    const { clock } = this.#ports;
    const until = clock.steady() + LONGEST_TAKE_OVER;
    const coming: Promise<string | null>[] = [];
    let asked = 0;
    for (let read = 0; read < pieces; read += 1) {
      while (asked < pieces && coming.length < AHEAD) {
        asked += 1;
        coming.push(piece(asked, signal));
      }
      const body = (await coming.shift()) ?? null;
      yield clock.steady() > until ? null : body;
    }
  }

  #known(own: OwnCopy | null): { readonly download: string; readonly asOf: number } | null {
    // What has no patrons is of no use where they are shown.
    if (own === null || (own.isOfAnother && this.#ports.showsPatrons())) return null;
    return { download: own.download, asOf: Math.round(own.platformTime) };
  }
}

/** Whether the facts are those of the copy that was told of, no newer, and with patrons where they are shown. */
function isWhatWasTold(facts: LentFacts, copy: HeldCopy, { mustBeOwn }: WantedCopy): boolean {
  if (facts.download !== copy.download || (mustBeOwn && facts.isOfAnother)) return false;
  return Math.round(facts.platformTime) <= copy.asOf;
}

function readFacts(body: string | null): LentFacts | null {
  try {
    return lentFactsSchema.safeParse(JSON.parse(body ?? '')).data ?? null;
  } catch {
    return null;
  }
}
