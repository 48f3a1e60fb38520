import { watch } from 'node:fs';
import type * as nodeHidModule from 'node-hid';
import type { ScannerState } from '#shared/model/scanner.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { isHidraw, isSuspended, readDescriptor } from './linux-sysfs.ts';
import type { HidDevice, HidListener, HidPort, OpenHid } from './port.ts';
import { whyNotOpened } from './why-not-opened.ts';

type NodeHid = Pick<typeof nodeHidModule, 'devicesAsync' | 'HIDAsync' | 'setDriverType'>;

/**
 * The HID devices of this machine through node-hid; on Linux by hidraw, which needs no root.
 *
 * @param load loads node-hid when devices are first needed, not before: on a machine that cannot
 *   load its native part the kiosk runs without HID devices
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
    // node-hid notices the loss of a device, too, only while a `data` listener is attached.
    device.on('data', (report: Uint8Array) => {
      if (told) listener.onReport(report);
    });
    return ok({
      sendOutput: (report) =>
        device.write(Buffer.from(report)).then(
          () => true,
          () => false,
        ),
      sendFeature: (report) =>
        device.sendFeatureReport(Buffer.from(report)).then(
          () => true,
          () => false,
        ),
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
 * On Linux, devices appear as files in `/dev`, and permissions for the user change there. On other
 * systems, and if the folder cannot be watched, `onHint` is never called.
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
