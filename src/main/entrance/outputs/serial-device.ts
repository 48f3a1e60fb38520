import { bytesOfEscaped } from '#shared/escaped-text.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { OutputTrouble, OutputWay } from '#shared/model/output.ts';
import type { ScannerState } from '#shared/model/scanner.ts';
import { err, ok } from '#shared/result.ts';
import { openPort, type OpenPort } from '../scanners/serial/open-port.ts';
import type { Done, OutputDevice } from './device.ts';

/** Something at a serial port that understands a text. */
export function serialDevice(way: Extract<OutputWay, { type: 'serial' }>): OutputDevice {
  let port: OpenPort | null = null;

  /** Opens the port, unless it is open and still leads to the same device. */
  async function open(): Promise<Done> {
    if (port !== null && !(await port.isStillThere())) await close();
    if (port !== null) return ok(null);
    const opened = await openPort(way, () => undefined);
    if (!opened.ok) return err(troubleOf(opened.error));
    const own = opened.value;
    port = own;
    void own.closed.then(() => {
      if (port === own) port = null;
    });
    return ok(null);
  }

  async function say(text: string, signal: AbortSignal): Promise<Done> {
    const opened = await open();
    if (!opened.ok) return opened;
    // It may have taken too long to open.
    if (signal.aborted) return err('timeout');
    const isTaken = await port?.write(bytesOfEscaped(text) ?? new Uint8Array());
    if (isTaken === true) return ok(null);
    await close();
    return err('gone');
  }

  async function close(): Promise<void> {
    const open = port;
    port = null;
    await open?.close();
  }

  return {
    on: (_command, signal) => say(way.on, signal),
    ...(way.off !== '' && { off: (signal: AbortSignal) => say(way.off, signal) }),
    look: open,
    close,
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
    case 'unreadable':
    case 'keyboard-mode':
      return 'failed';
    default:
      return assertNever(type);
  }
}
