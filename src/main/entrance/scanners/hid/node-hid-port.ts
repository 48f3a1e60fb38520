import { watch } from 'node:fs';
import type * as nodeHidModule from 'node-hid';
import type { ScannerState } from '#shared/model/scanner.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { isHidraw, isSuspended, readDescriptor } from './linux-sysfs.ts';
import type { HidDevice, HidListener, HidPort, OpenHid } from './port.ts';
import { whyNotOpened } from './why-not-opened.ts';

type NodeHid = Pick<typeof nodeHidModule, 'devicesAsync' | 'HIDAsync' | 'setDriverType'>;

/**
 * The HID devices of this machine, by node-hid; on Linux through hidraw, which needs no root.
 *
 * @param load loads node-hid when devices are first asked for, and not before: a machine that cannot
 *   load its native part has no HID devices, and a kiosk all the same
 */
export function nodeHidPort(load: () => Promise<NodeHid> = () => import('node-hid')): HidPort {
  const nodeHid = async () => {
    const loaded = await load();
    loaded.setDriverType('hidraw');
    return loaded;
  };
  return {
    list: () => list(nodeHid),
    open: (device, listener) => open(nodeHid, device, listener),
    descriptor: (path) => readDescriptor(path),
    isAsleep: (path) => isSuspended(path),
    watch: watchDevices,
  };
}

async function list(
  nodeHid: () => Promise<NodeHid>,
): Promise<Result<readonly HidDevice[], string>> {
  try {
    const { devicesAsync } = await nodeHid();
    return ok((await devicesAsync()).flatMap(toDevice));
  } catch (error) {
    return err(wordsOf(error));
  }
}

function toDevice(device: nodeHidModule.Device): readonly HidDevice[] {
  if (device.path === undefined) return [];
  return [
    {
      path: device.path,
      vendor: device.vendorId,
      product: device.productId,
      serial: device.serialNumber ?? '',
      name: [device.manufacturer, device.product].filter(Boolean).join(' ').trim(),
      usagePage: device.usagePage ?? 0,
      usage: device.usage ?? 0,
    },
  ];
}

async function open(
  nodeHid: () => Promise<NodeHid>,
  found: HidDevice,
  listener: HidListener,
): Promise<Result<OpenHid, ScannerState>> {
  try {
    const { HIDAsync } = await nodeHid();
    const device = await HIDAsync.open(found.path, { nonExclusive: true });
    let told = true;
    device.on('error', () => {
      if (told) listener.onLost();
      told = false;
    });
    // node-hid notices that a device is gone only while there is a listener for data.
    device.on('data', (report: Uint8Array) => {
      if (told) listener.onReport(report);
    });
    return ok({
      close: async () => {
        told = false;
        await device.close();
      },
    });
  } catch (error) {
    return err(await whyNotOpened(found, wordsOf(error)));
  }
}

/**
 * On Linux devices come and go, and are given to the user, as files in `/dev`. Elsewhere, and where the
 * folder cannot be watched, there are no hints.
 */
function watchDevices(onHint: () => void): () => void {
  if (process.platform !== 'linux') return () => undefined;
  try {
    const watcher = watch('/dev', (_, name) => {
      if (name !== null && isHidraw(name)) onHint();
    });
    watcher.on('error', () => watcher.close());
    return () => watcher.close();
  } catch {
    return () => undefined;
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
