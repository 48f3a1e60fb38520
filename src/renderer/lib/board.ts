import type { ProgrammeBoard, ProgrammePerformance } from '#shared/model/programme.ts';

/** What began longer ago has no latecomers; milliseconds. */
const NEWS_FOR = 2 * 60 * 60_000;

function isNews({ start, times }: ProgrammePerformance, now: number): boolean {
  return times.type === 'doors' || now - start < NEWS_FOR;
}

/** A board without what began long ago; null: nothing is left of it. */
export function stillOn(board: ProgrammeBoard, now: number): ProgrammeBoard | null {
  const today = board.today.filter((performance) => isNews(performance, now));
  return today.length + board.next.length === 0 ? null : { today, next: board.next };
}
