import { Echoes } from '#main/entrance/scanners/echoes.ts';
import type { ScannerChannel } from '#shared/model/scanner.ts';
import { expect, test } from 'vitest';

const WINDOW = 2_500;

test.each<[string, [string, ScannerChannel, number][], boolean[]]>([
  ['a code on both channels counts once', read(['A', 'hid', 0], ['A', 'wedge', 40]), [false, true]],
  ['whichever comes first', read(['A', 'wedge', 0], ['A', 'hid', 5]), [false, true]],
  [
    'a UPC-A symbol with 12 digits and with 13 counts once',
    read(['036000291452', 'hid', 0], ['0036000291452', 'wedge', 40]),
    [false, true],
  ],
  [
    'and the other way round',
    read(['0036000291452', 'hid', 0], ['036000291452', 'wedge', 40]),
    [false, true],
  ],
  [
    '13 digits without a check digit are another ticket than 12',
    read(['036000291453', 'hid', 0], ['0036000291453', 'wedge', 40]),
    [false, false],
  ],
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
    'a reading has but one echo: what comes after it was read by another scanner',
    read(['A', 'hid', 0], ['A', 'wedge', 40], ['A', 'wedge', 900]),
    [false, true, false],
  ],
  [
    'a reader without echoes that reads it over and over does not make time for one',
    read(['A', 'hid', 0], ['A', 'hid', 2_250], ['A', 'wedge', 2_600]),
    [false, false, false],
  ],
  [
    'two guests in between do not hide it',
    read(['A', 'hid', 0], ['B', 'hid', 20], ['A', 'wedge', 40], ['B', 'wedge', 60]),
    [false, false, true, true],
  ],
])('%s', (_what, readings, echoes) => {
  const heard = new Echoes(() => WINDOW);
  expect(
    readings.map(([code, channel, readAt]) => heard.isEcho({ code, channel, readAt })),
  ).toEqual(echoes);
});

test('what is forgotten has no echo', () => {
  const heard = new Echoes(() => WINDOW);
  heard.isEcho({ code: 'A', channel: 'hid', readAt: 0 });
  heard.forget();
  expect(heard.isEcho({ code: 'A', channel: 'wedge', readAt: 40 })).toBe(false);
});

function read(...readings: [string, ScannerChannel, number][]) {
  return readings;
}
