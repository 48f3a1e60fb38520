import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { plugIn, WHY_NO_PTY } from './pty-scanner.ts';
import { startSerialKiosk } from './serial-kiosk.ts';

/** For how long; `SERIAL_RUSH_SECONDS=60` is the whole minute. */
const SECONDS = Number(process.env['SERIAL_RUSH_SECONDS'] ?? 5);
const EVERY = 100;

test.skipIf(WHY_NO_PTY !== null).each([
  ['an end of CR', 'cr', '\r'],
  ['an end of CR LF', 'crlf', '\r\n'],
  ['a pause', 'pause', ''],
])(
  `ten codes a second with %s are all read, in order (${WHY_NO_PTY ?? 'socat'})`,
  { timeout: SECONDS * 2000 + 10_000 },
  async (_how, end, characters) => {
    const path = join(temporaryFolder(), 'scanner');
    const scanner = await plugIn(path);
    const kiosk = startSerialKiosk([{ path, end, pauseMs: 50 }]);
    await kiosk.becomes('ready');
    const codes = Array.from({ length: SECONDS * 10 }, (_, index) => `00-${index}-ü`);
    const begin = performance.now();
    for (const [index, code] of codes.entries()) {
      // The pace of the scanner is what is tried here, so time is real.
      await setTimeout(Math.max(0, begin + index * EVERY - performance.now()));
      const bytes = Buffer.from(code + characters);
      // Where an end is sent, a part, then the rest: a character may be cut in two. Where there is
      // none, a busy machine's own pauses must not look like the scanner's.
      const half = end === 'pause' ? 0 : index % bytes.length;
      if (end === 'pause') await kiosk.reads(...codes.slice(0, index));
      scanner.send(bytes.subarray(0, half));
      scanner.send(bytes.subarray(half));
    }
    await kiosk.reads(...codes);
    expect(kiosk.source.health()).toMatchObject([{ codes: codes.length, garbled: 0 }]);
  },
);
