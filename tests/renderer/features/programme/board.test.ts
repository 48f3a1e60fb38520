import { describe, expect, test } from 'vitest';
import { hungUp } from '#renderer/features/programme/board.ts';
import { inMinutes, NOW } from '#tests/renderer/support/builders.ts';
import { EXHIBITION, performance } from '#tests/renderer/support/programme.ts';

const at = (performanceId: number, minutes: number) =>
  performance({ performanceId, start: inMinutes(minutes) });
const cancelled = (performanceId: number) =>
  performance({ performanceId, standing: 'cancelled', start: inMinutes(performanceId) });

describe('the poster is', () => {
  test.each([
    ['what starts next today', [EXHIBITION, at(1, -30), at(2, 20), at(3, 60)], [at(4, 900)], 2],
    ['no longer what has just begun', [at(1, 0), at(2, 60)], [], 2],
    ['what is on, where nothing starts any more today', [at(1, -30)], [at(4, 900)], 1],
    ['what is open all day, where that is all', [EXHIBITION], [at(4, 900)], 141],
    ['never what is cancelled', [cancelled(1), at(2, 60)], [], 2],
    ['the first of another day, where today has nothing', [], [at(4, 900), at(5, 1900)], 4],
    ['that, too, where all of today is cancelled', [cancelled(1)], [cancelled(3), at(4, 900)], 4],
    ['nothing, where all is cancelled', [cancelled(1)], [cancelled(2)], null],
  ])('%s', (_, today, next, expected) => {
    const { poster, others } = hungUp({ today, next }, NOW);
    expect(poster?.performanceId ?? null).toBe(expected);
    expect(others).toEqual([...today, ...next].filter((each) => each !== poster));
  });
});
