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

/** A board without performances that are over; null if none is left. */
export function stillOn(board: ProgrammeBoard, now: number): ProgrammeBoard | null {
  const today = board.today.filter((performance) => isOn(performance, now));
  return today.length + board.next.length === 0 ? null : { today, next: board.next };
}
