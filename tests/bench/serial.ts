import { constants, openSync } from 'node:fs';
import { join } from 'node:path';
import { ReadStream } from 'node:tty';
import { openPty, type PtyScanner } from '#tests/main/entrance/scanners/serial/pty.ts';
import { Arrivals } from './arrivals.ts';
import { codeOf, delaysInTurns, type Delay } from './delays.ts';
import { halfAndMost, type Figure } from './figures.ts';
import { inFolder } from './in-folder.ts';
import { startScanners } from './kiosk-scanners.ts';

/**
 * From the write of a code's last byte, at the other end of a pseudo-terminal, to the scan entering
 * the queue; beside another pseudo-terminal that is read by plain Node.
 */
export function measureSerial(codes: number): Promise<Figure[]> {
  return inFolder(async (folder) => {
    const [ourPath, barePath] = [join(folder, 'ours'), join(folder, 'bare')];
    const [ourScanner, bareScanner] = [await openPty(ourPath), await openPty(barePath)];
    const kiosk = await startScanners({ serial: ourPath });
    const bare = readBare(barePath);
    const [ours = [], plain = []] = await delaysInTurns(codes, [
      delayOf(ourScanner, kiosk.entered),
      delayOf(bareScanner, bare.read),
    ]);
    bare.close();
    await kiosk.stop();
    await Promise.all([ourScanner.unplug(), bareScanner.unplug()]);
    const what = 'serial: last byte of a code to the queue';
    return halfAndMost({ what, size: codes, toReach: { most: 5 } }, ours, plain);
  });
}

function delayOf(scanner: PtyScanner, arrivals: Arrivals): Delay {
  return async (turn) => {
    const code = codeOf(turn);
    const arrived = arrivals.next(code);
    const sentAt = performance.now();
    scanner.send(`${code}\r`);
    return (await arrived) - sentAt;
  };
}

function readBare(path: string) {
  const { O_RDWR, O_NOCTTY, O_NONBLOCK } = constants;
  const terminal = new ReadStream(openSync(path, O_RDWR | O_NOCTTY | O_NONBLOCK));
  const read = new Arrivals();
  let line = '';
  terminal.setEncoding('latin1').on('data', (part: string) => {
    line += part;
    if (!line.endsWith('\r')) return;
    read.note(line.slice(0, -1));
    line = '';
  });
  return { read, close: () => terminal.destroy() };
}
