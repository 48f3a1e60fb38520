import { Echoes } from '#main/scanners/echoes.ts';
import type { ScannerChannel } from '#shared/model/scanner.ts';
import { expect, test } from 'vitest';

const WINDOW = 2_500;

test.each<[string, [string, ScannerChannel, number][], boolean[]]>([
  ['a code on both channels counts once', read(['A', 'hid', 0], ['A', 'wedge', 40]), [false, true]],
  ['whichever comes first', read(['A', 'wedge', 0], ['A', 'hid', 5]), [false, true]],
  ['another code is another ticket', read(['A', 'hid', 0], ['B', 'wedge', 40]), [false, false]],
  [
    'the same channel reads it twice: no echo, but a repeat',
    read(['A', 'hid', 0], ['A', 'hid', 900]),
    [false, false],
  ],
  [
    'read twice, and each comes twice',
    read(['A', 'hid', 0], ['A', 'wedge', 40], ['A', 'hid', 2_400], ['A', 'wedge', 2_540]),
    [false, true, false, true],
  ],
  [
    'after the window it was read anew',
    read(['A', 'hid', 0], ['A', 'wedge', WINDOW + 1]),
    [false, false],
  ],
  [
    'two guests in between do not hide it',
    read(['A', 'hid', 0], ['B', 'hid', 20], ['A', 'wedge', 40], ['B', 'wedge', 60]),
    [false, false, true, true],
  ],
])('%s', (_what, readings, echoes) => {
  const heard = new Echoes(WINDOW);
  expect(
    readings.map(([code, channel, readAt]) => heard.isEcho({ code, channel, readAt })),
  ).toEqual(echoes);
});

function read(...readings: [string, ScannerChannel, number][]) {
  return readings;
}
