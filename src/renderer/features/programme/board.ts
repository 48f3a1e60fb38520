import {
  LONGEST_PERFORMANCE,
  type ProgrammeBoard,
  type ProgrammePerformance,
} from '#shared/model/programme.ts';

/** Whether a performance has begun. Doors that are open all day begin with nothing that one could miss. */
export function hasBegun({ start, times }: ProgrammePerformance, now: number): boolean {
  return times.type === 'starts' && start <= now;
}

function isOn({ start, times }: ProgrammePerformance, now: number): boolean {
  return times.type === 'doors' || now - start < LONGEST_PERFORMANCE;
}

/** A board as it is hung up: what plays next as a poster, the others beside it. */
export interface HungBoard {
  /** Null: all that there is has been cancelled. */
  readonly poster: ProgrammePerformance | null;
  /** In their order, today's first. */
  readonly others: readonly ProgrammePerformance[];
}

/**
 * What guests most likely come for is the poster: today's next start; where nothing starts any more, what is on; and
 * after that whatever comes first on another day.
 */
export function hungUp({ today, next }: ProgrammeBoard, now: number): HungBoard {
  const takesPlace = ({ standing }: ProgrammePerformance) => standing !== 'cancelled';
  const isToCome = (each: ProgrammePerformance) => each.times.type === 'starts' && each.start > now;
  const ofToday = today.filter(takesPlace);
  const poster = ofToday.find(isToCome) ?? ofToday[0] ?? next.find(takesPlace) ?? null;
  return { poster, others: [...today, ...next].filter((each) => each !== poster) };
}

/** A board without performances that are over; null if none is left. */
export function stillOn(board: ProgrammeBoard, now: number): ProgrammeBoard | null {
  const today = board.today.filter((performance) => isOn(performance, now));
  return today.length + board.next.length === 0 ? null : { today, next: board.next };
}
