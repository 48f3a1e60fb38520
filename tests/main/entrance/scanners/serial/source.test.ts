import { LONGEST_CODE } from '#shared/model/scan.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { eventually } from '#tests/support/eventually.ts';
import { spawn } from 'node:child_process';
import { chmodSync, lstatSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { plugIn, WHY_NO_PTY } from './pty-scanner.ts';
import { startSerialKiosk } from './serial-kiosk.ts';

const WRONG_SPEED = Uint8Array.from([0xe6, 0x00, 0x98, 0x80, 0x1e, 0xf8, 0x06, 0x0d]);

/** Where a scanner may be plugged in. */
function socket(name = 'scanner'): string {
  return join(temporaryFolder(), name);
}

describe.skipIf(WHY_NO_PTY !== null)(`over a pseudo-terminal (${WHY_NO_PTY ?? 'socat'})`, () => {
  test('a code is passed on exactly, with the scanner it came from', async () => {
    const path = socket();
    const scanner = await plugIn(path);
    const kiosk = startSerialKiosk([{ path }]);
    await kiosk.becomes('ready');
    scanner.send('\u001d0104 aB\u001d21Ünï\r\n');
    await kiosk.reads('\u001d0104 aB\u001d21Ünï');
    expect(kiosk.readings[0]).toMatchObject({ channel: 'serial', device: path, symbology: null });
    expect(kiosk.source.health()).toMatchObject([
      {
        id: path,
        channel: 'serial',
        codes: 1,
        garbled: 0,
        lastReadAt: expect.any(Number) as number,
      },
    ]);
    expect(kiosk.logger.lines.join()).not.toContain('0104');
    expect(kiosk.missed).toEqual([]);
  });

  test('a verdict is told to the scanner by the texts that are set up, over the port that is read', async () => {
    const path = socket();
    const scanner = await plugIn(path);
    const feedback = { good: '\\x16\\x07\\r', bad: '\\x1B8' };
    const kiosk = startSerialKiosk([{ path, feedback }]);
    await kiosk.becomes('ready');
    expect(kiosk.source.health()[0]?.feedback).toMatchObject({ signals: ['good', 'bad'] });
    scanner.send('GUEST\r');
    await kiosk.reads('GUEST');
    const ends: boolean[] = [];
    kiosk.source.feedbackOf(path)?.give('good', (isShown) => ends.push(isShown));
    await eventually(() => expect(scanner.told()).toBe('\x16\x07\r'));
    kiosk.source.feedbackOf(path)?.give('bad', (isShown) => ends.push(isShown));
    await eventually(() => expect(scanner.told()).toBe('\x16\x07\r\x1b8'));
    await eventually(() => expect(ends).toEqual([true, true]));
    scanner.send('NEXT\r');
    await kiosk.reads('GUEST', 'NEXT');
    expect(kiosk.missed).toEqual([]);
  });

  test.each([
    ['nothing is set up', undefined, { type: 'none' }],
    ['only the bad one is set up', { bad: 'E' }, { signals: ['bad'] }],
  ])('a scanner for which %s is told nothing good', async (_what, feedback, said) => {
    const path = socket();
    const scanner = await plugIn(path);
    const kiosk = startSerialKiosk([{ path, ...(feedback && { feedback }) }]);
    await kiosk.becomes('ready');
    expect(kiosk.source.health()[0]?.feedback).toMatchObject(said);
    const ends: boolean[] = [];
    kiosk.source.feedbackOf(path)?.give('good', (isShown) => ends.push(isShown));
    expect(ends).toEqual([false]);
    scanner.send('GUEST\r');
    await kiosk.reads('GUEST');
    expect(scanner.told()).toBe('');
  });

  test('a scanner that takes nothing any more loses its verdicts, and is read when it can send again', async () => {
    const path = socket();
    const scanner = await plugIn(path);
    const kiosk = startSerialKiosk([{ path, feedback: { good: 'G'.repeat(200) } }]);
    await kiosk.becomes('ready');
    scanner.send('BEFORE\r');
    await kiosk.reads('BEFORE');
    scanner.hang();
    // What the system keeps for it is full at some time.
    let isShown = true;
    for (let tries = 0; isShown && tries < 1_000; tries++) {
      isShown = await new Promise<boolean>((resolve) => {
        kiosk.source.feedbackOf(path)?.give('good', resolve);
      });
    }
    expect(isShown).toBe(false);
    expect(kiosk.source.health()).toMatchObject([
      { state: { type: 'ready' }, feedback: { isFailing: true } },
    ]);
    const before = scanner.told().length;
    scanner.goOn();
    scanner.send('AFTER\r');
    await kiosk.reads('BEFORE', 'AFTER');
    await eventually(() => expect(scanner.told().length).toBeGreaterThan(before));
    const complaints = kiosk.logger.lines.filter((line) => line.includes('did not show a verdict'));
    expect(complaints).toHaveLength(1);
    await kiosk.source.stop();
  });

  test('a hanging scanner does not keep the kiosk from closing its port', async () => {
    const path = socket();
    const scanner = await plugIn(path);
    const kiosk = startSerialKiosk([{ path, feedback: { bad: 'B'.repeat(200) } }]);
    await kiosk.becomes('ready');
    scanner.hang();
    let isShown = true;
    while (isShown) {
      isShown = await new Promise<boolean>((resolve) => {
        kiosk.source.feedbackOf(path)?.give('bad', resolve);
      });
    }
    await kiosk.source.stop();
    expect(kiosk.source.feedbackOf(path)).toBeNull();
  });

  test('what came is shown byte by byte, whole codes and the rest alike', async () => {
    const path = socket();
    const scanner = await plugIn(path);
    const kiosk = startSerialKiosk([{ path }]);
    await kiosk.becomes('ready');
    const sent = ['12\r\n', '\u0002\u00073\r', 'half'];
    for (const part of sent) scanner.send(part);
    await eventually(() =>
      expect(Buffer.concat(kiosk.raw.map(({ bytes }) => bytes)).toString()).toBe(sent.join('')),
    );
    expect(kiosk.raw[0]).toMatchObject({ channel: 'serial', device: path });
  });

  test.each([
    ['LF', 'lf', '\n'],
    ['CR LF', 'crlf', '\r\n'],
  ])('%s ends a code', async (_name, end, characters) => {
    const path = socket();
    const scanner = await plugIn(path);
    const kiosk = startSerialKiosk([{ path, end }]);
    await kiosk.becomes('ready');
    scanner.send(`1${characters}2${characters}`);
    await kiosk.reads('1', '2');
  });

  test('a pause ends a code', async () => {
    const path = socket();
    const scanner = await plugIn(path);
    const kiosk = startSerialKiosk([{ path, end: 'pause', pauseMs: 50 }]);
    await kiosk.becomes('ready');
    scanner.send('first');
    await kiosk.reads('first');
    scanner.send('second');
    await kiosk.reads('first', 'second');
  });

  test('the longest code is read, a longer one refused and counted', async () => {
    const path = socket();
    const scanner = await plugIn(path);
    const kiosk = startSerialKiosk([{ path }]);
    await kiosk.becomes('ready');
    const longest = 'é'.repeat(LONGEST_CODE);
    scanner.send(`${longest}\r${longest}x\r12\r`);
    await kiosk.reads(longest, '12');
    expect(kiosk.source.health()).toMatchObject([
      { codes: 2, garbled: 1, state: { type: 'ready' } },
    ]);
    expect(kiosk.missed).toMatchObject([{ channel: 'serial', device: path, reason: 'too-long' }]);
    expect(kiosk.logger.lines.join()).toContain('more than any code has');
  });

  test('a port that vanishes in the middle of a code is gone, and read again when it is back', async () => {
    const path = socket();
    const scanner = await plugIn(path);
    const kiosk = startSerialKiosk([{ path }]);
    await kiosk.becomes('ready');
    scanner.send('12\r34');
    await kiosk.reads('12');
    await scanner.unplug();
    await kiosk.becomes('gone');
    await kiosk.counts(1);
    expect(kiosk.missed).toMatchObject([{ channel: 'serial', device: path, reason: 'garbled' }]);
    // Nothing is left that would lead to whoever gets the number of that terminal next.
    expect(lstatSync(path, { throwIfNoEntry: false })).toBeUndefined();
    const again = await plugIn(path);
    await kiosk.becomes('ready');
    again.send('56\r');
    await kiosk.reads('12', '56');
  });

  test('a scanner that is plugged in later is found', async () => {
    const path = socket();
    const kiosk = startSerialKiosk([{ path }]);
    await kiosk.becomes('gone');
    const scanner = await plugIn(path);
    await kiosk.becomes('ready');
    scanner.send('1\r');
    await kiosk.reads('1');
  });

  test('a scanner at the wrong speed is unreadable, until it is read again', async () => {
    const path = socket();
    const scanner = await plugIn(path);
    const kiosk = startSerialKiosk([{ path }]);
    await kiosk.becomes('ready');
    for (let time = 0; time < 3; time += 1) scanner.send(WRONG_SPEED);
    await kiosk.becomes('unreadable');
    await kiosk.counts(3);
    scanner.send('1\r');
    await kiosk.becomes('ready');
    expect(kiosk.codes()).toEqual(['1']);
  });

  test('a scanner that reads now and then is not unreadable', async () => {
    const path = socket();
    const scanner = await plugIn(path);
    const kiosk = startSerialKiosk([{ path }]);
    await kiosk.becomes('ready');
    for (const part of [WRONG_SPEED, WRONG_SPEED, '1\r', WRONG_SPEED, WRONG_SPEED, '2\r']) {
      scanner.send(part);
    }
    await kiosk.reads('1', '2');
    await kiosk.counts(4);
    expect(kiosk.logger.lines.join()).not.toContain('unreadable');
  });

  test('a scanner whose codes never end is unreadable, and never merges two', async () => {
    const path = socket();
    const scanner = await plugIn(path);
    const kiosk = startSerialKiosk([{ path, end: 'crlf' }]);
    await kiosk.becomes('ready');
    for (const garbled of [1, 2, 3]) {
      scanner.send('1\r');
      await kiosk.counts(garbled);
    }
    await kiosk.becomes('unreadable');
    expect(kiosk.codes()).toEqual([]);
  });

  test('two scanners work side by side', async () => {
    const [left, right] = [socket('left'), socket('right')];
    const [one, other] = [await plugIn(left), await plugIn(right)];
    const kiosk = startSerialKiosk([{ path: left }, { path: right, end: 'lf' }]);
    await kiosk.becomes('ready', 0);
    await kiosk.becomes('ready', 1);
    one.send('1\r');
    await kiosk.reads('1');
    other.send('2\n');
    await kiosk.reads('1', '2');
    expect(kiosk.readings.map(({ device }) => device)).toEqual([left, right]);
  });

  test('a port that another program has is in use, and read once it is free', async () => {
    const path = socket();
    const scanner = await plugIn(path);
    const other = spawn('socat', ['-u', `${path},raw,flock-ex-nb`, '-'], { stdio: 'pipe' });
    onTestFinished(() => void other.kill());
    scanner.send('x');
    await new Promise((resolve) => other.stdout.once('data', resolve));
    const kiosk = startSerialKiosk([{ path }]);
    await kiosk.becomes('in-use');
    other.kill();
    await kiosk.becomes('ready');
    scanner.send('1\r');
    await kiosk.reads('1');
  });

  test('nobody else can lock a port that is open', async () => {
    const path = socket();
    await plugIn(path);
    const kiosk = startSerialKiosk([{ path }, { path }]);
    await eventually(() =>
      expect(
        kiosk.source
          .health()
          .map(({ state }) => state.type)
          .toSorted(),
      ).toEqual(['in-use', 'ready']),
    );
  });

  test('without permission it says so, and is read once it has it', async () => {
    const path = socket();
    const scanner = await plugIn(path);
    chmodSync(path, 0o000);
    const giveBack = asNobody();
    const kiosk = startSerialKiosk([{ path }]);
    await kiosk.becomes('no-permission');
    expect(kiosk.source.health()).toMatchObject([{ state: { vendor: null } }]);
    giveBack();
    chmodSync(path, 0o600);
    await kiosk.becomes('ready');
    scanner.send('1\r');
    await kiosk.reads('1');
  });

  test('after a sleep the port is opened anew, and read', async () => {
    const path = socket();
    const scanner = await plugIn(path);
    const kiosk = startSerialKiosk([{ path }], { halfCode: 600_000 });
    await kiosk.becomes('ready');
    scanner.send('1\r12');
    await kiosk.reads('1');
    kiosk.source.resume();
    await kiosk.counts(1);
    await eventually(() => {
      scanner.send('34\r');
      expect(kiosk.codes()).toContain('34');
    });
    expect(new Set(kiosk.codes())).toEqual(new Set(['1', '34']));
  });

  test('after a sleep a port that could not be opened is tried at once', async () => {
    const path = socket();
    writeFileSync(path, '');
    const kiosk = startSerialKiosk([{ path }], { retry: 600_000 });
    await kiosk.becomes('failed');
    rmSync(path);
    await plugIn(path);
    kiosk.source.resume();
    await kiosk.becomes('ready');
  });

  test('another device that came to the same path is noticed, although nothing else tells', async () => {
    const path = socket();
    await plugIn(`${path}-1`);
    await plugIn(`${path}-2`);
    symlinkSync(`${path}-1`, path);
    const kiosk = startSerialKiosk([{ path }], { retry: 600_000 });
    await kiosk.becomes('ready');
    rmSync(path);
    symlinkSync(`${path}-2`, path);
    await kiosk.becomes('gone');
  });

  test('set up anew, it has its port at once: whoever stopped has let go of it', async () => {
    const path = socket();
    const scanner = await plugIn(path);
    // If the port were still locked, it would stay in use for ten minutes.
    const patient = { retry: 600_000 };
    let last = startSerialKiosk([{ path }], patient);
    for (const end of ['lf', 'cr', 'lf', 'cr']) {
      await last.becomes('ready');
      await last.source.stop();
      last = startSerialKiosk([{ path, end }], patient);
    }
    await last.becomes('ready');
    scanner.send('1\r');
    await last.reads('1');
  });

  test('set up anew while its port is still being opened, it has it at once, too', async () => {
    const path = socket();
    await plugIn(path);
    const first = startSerialKiosk([{ path }]);
    await first.source.stop();
    const second = startSerialKiosk([{ path }], { retry: 600_000 });
    await second.becomes('ready');
    expect(first.source.health()).toMatchObject([{ state: { type: 'gone' } }]);
  });

  test('a scanner that is not expected back is taken out by hand, and goes on until then', async () => {
    const path = socket();
    const scanner = await plugIn(path);
    const kiosk = startSerialKiosk([{ path }]);
    await kiosk.becomes('ready');
    kiosk.source.forget(path);
    scanner.send('1\r');
    await kiosk.reads('1');
  });

  test('stopped, it lets go of the port, and can be started again', async () => {
    const path = socket();
    const scanner = await plugIn(path);
    const first = startSerialKiosk([{ path }]);
    await first.becomes('ready');
    await first.source.stop();
    const second = startSerialKiosk([{ path }]);
    await second.becomes('ready');
    await second.source.stop();
    first.source.start();
    await eventually(() => {
      scanner.send('1\r');
      expect(first.codes()).toContain('1');
    });
    expect(second.codes()).toEqual([]);
  });
});

test.skipIf(process.platform === 'win32')(
  'what is no serial port has failed, with why',
  async () => {
    const path = socket();
    writeFileSync(path, '');
    const kiosk = startSerialKiosk([{ path }]);
    await kiosk.becomes('failed');
  },
);

test('without any scanner set up there is nothing to do', async () => {
  const kiosk = startSerialKiosk([]);
  kiosk.source.resume();
  expect(kiosk.source.health()).toEqual([]);
  await kiosk.source.stop();
});

/** Root may open everything; whoever it is not any more may not. Returns how to be oneself again. */
function asNobody(): () => void {
  const { getuid, seteuid } = process;
  if (getuid?.() !== 0 || seteuid === undefined) return () => {};
  seteuid(65_534);
  let isSelf = false;
  const giveBack = (): void => {
    if (!isSelf) seteuid(0);
    isSelf = true;
  };
  onTestFinished(giveBack);
  return giveBack;
}
