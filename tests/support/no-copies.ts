import type { OwnCopies } from '#main/venue/venue.ts';

/** A door without a copy of the tickets. */
export const NO_COPIES: OwnCopies = {
  held: () => [],
  lend: () => null,
  onNews: () => undefined,
};
