import { err, ok, type Result } from '#shared/result.ts';
import type { ScannerState, SerialSetting } from '#shared/model/scanner.ts';
import { SerialPortStream } from '@serialport/stream';
import { stat } from 'node:fs/promises';
import { whyNotOpened } from './why-not-opened.ts';

/** A port that is open, and locked against other programs. */
export interface OpenPort {
  /** Resolves when the port is closed, by this program or because the device is gone. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
  /** Hands bytes to the system; resolves with false if it does not take them. */
  write(bytes: Uint8Array): Promise<boolean>;
  /** Whether the path still leads to the device that was opened. */
  isStillThere(): Promise<boolean>;
}

/** Opens a port; on failure returns the resulting state of the scanner. */
export async function openPort(
  { path, baudRate }: Pick<SerialSetting, 'path' | 'baudRate'>,
  onBytes: (bytes: Uint8Array) => void,
): Promise<Result<OpenPort, ScannerState>> {
  try {
    // Loaded only when there is a port to open: a kiosk without serial scanners must not depend on
    // it.
    const { autoDetect } = await import('@serialport/bindings-cpp');
    const stream = new SerialPortStream({
      binding: autoDetect(),
      path,
      baudRate,
      lock: true,
      autoOpen: false,
    });
    const closed = watch(stream, onBytes);
    const failure = await new Promise<Error | null>((resolve) => stream.open(resolve));
    if (failure !== null) return err(await whyNotOpened(path, failure.message));
    const place = await placeOf(path);
    return ok({
      closed,
      close() {
        if (stream.isOpen) stream.close();
        return closed;
      },
      write: (bytes) =>
        new Promise((resolve) => {
          stream.write(Buffer.from(bytes), (error) =>
            resolve(error === null || error === undefined),
          );
          // A stream that was destroyed may never answer.
          void closed.then(() => resolve(false));
        }),
      isStillThere: async () => place === (await placeOf(path)),
    });
  } catch (error) {
    return err({ type: 'failed', detail: String(error) });
  }
}

function watch(stream: SerialPortStream, onBytes: (bytes: Uint8Array) => void): Promise<void> {
  return new Promise((resolve) => {
    // The stream can end, or fail, while the port is still open and locked; the end is reported
    // when the port is closed.
    const end = (): void => {
      if (stream.isOpen) stream.close();
      else if (!stream.closing) resolve();
    };
    stream.on('data', onBytes);
    for (const event of ['end', 'error', 'close']) stream.on(event, end);
  });
}

/**
 * Identifies the device behind a path, to notice when another one has taken its place; null if
 * there is none.
 */
async function placeOf(path: string): Promise<string | null> {
  // Windows' ports are no files; there, reading from a port whose device is gone fails anyway.
  if (process.platform === 'win32') return path;
  return stat(path).then(
    ({ dev, ino, rdev }) => `${dev} ${ino} ${rdev}`,
    () => null,
  );
}
