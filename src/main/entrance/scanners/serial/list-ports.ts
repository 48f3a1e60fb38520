import type { SerialPort } from '#shared/model/scanner.ts';
import { realpath } from 'node:fs/promises';
import { listLinuxPorts } from './linux-ports.ts';

/** All serial ports that are plugged in now; also empty where the system does not list them. */
export async function listSerialPorts(): Promise<readonly SerialPort[]> {
  if (process.platform === 'linux') return listLinuxPorts();
  try {
    const { autoDetect } = await import('@serialport/bindings-cpp');
    const ports = await autoDetect().list();
    return ports.map(({ path, manufacturer }) => ({ path, name: manufacturer ?? null }));
  } catch {
    return [];
  }
}

/** The name that the device at this path reports; its path if it reports none. */
export async function serialPortName(path: string): Promise<string> {
  const place = await placeOf(path);
  for (const port of await listSerialPorts()) {
    if ((await placeOf(port.path)) === place) return port.name ?? path;
  }
  return path;
}

function placeOf(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}
