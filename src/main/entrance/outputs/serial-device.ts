import { bytesOfEscaped } from '#shared/escaped-text.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { OutputTrouble, OutputWay } from '#shared/model/output.ts';
import type { ScannerState } from '#shared/model/scanner.ts';
import { err, ok } from '#shared/result.ts';
import { openPort, type OpenPort } from '../scanners/serial/open-port.ts';
import { done, type Done, type OutputDevice } from './device.ts';
import { OneHandle } from './one-handle.ts';

/** Something at a serial port that understands a text. */
export function serialDevice(way: Extract<OutputWay, { type: 'serial' }>): OutputDevice {
  const port = new OneHandle<OpenPort>({
    async open() {
      const opened = await openPort(way, () => undefined);
      if (!opened.ok) return err(troubleOf(opened.error));
      void opened.value.closed.then(() => port.forget(opened.value));
      return opened;
    },
    close: (open) => open.close(),
  });

  /** Opens the port, unless it is open and still leads to the same device. */
  async function open(): ReturnType<typeof port.get> {
    if ((await port.current?.isStillThere()) === false) await port.close();
    return port.get();
  }

  async function say(text: string, signal: AbortSignal): Promise<Done> {
    const opened = await open();
    if (!opened.ok) return opened;
    // It may have taken too long to open.
    if (signal.aborted) return err('timeout');
    if (await opened.value.write(bytesOfEscaped(text) ?? new Uint8Array())) return ok(null);
    await port.close();
    return err('gone');
  }

  return {
    on: (_command, signal) => say(way.on, signal),
    ...(way.off !== '' && { off: (signal: AbortSignal) => say(way.off, signal) }),
    look: async () => done(await open()),
    close: () => port.close(),
  };
}

/** Why a port or a device is not opened. */
export function troubleOf({ type }: ScannerState): OutputTrouble {
  switch (type) {
    case 'gone':
    case 'no-permission':
    case 'in-use':
      return type;
    case 'failed':
    case 'ready':
    case 'asleep':
    case 'dark':
    case 'slow':
    case 'unreadable':
    case 'keyboard-mode':
      return 'failed';
    default:
      return assertNever(type);
  }
}
