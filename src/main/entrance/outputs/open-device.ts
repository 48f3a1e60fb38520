import type { Clock, Fetch } from '#main/base/ports.ts';
import type { BrokerAddress } from '#main/venue/link.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { OutputSetting } from '#shared/model/output.ts';
import type { HidPort } from '../scanners/hid/port.ts';
import type { OutputDevice } from './device.ts';
import { httpDevice } from './http-device.ts';
import { modbusDevice } from './modbus-device.ts';
import { mqttDevice } from './mqtt-device.ts';
import { relayDevice } from './relay-device.ts';
import { serialDevice } from './serial-device.ts';

/** What devices are reached by. */
export interface DeviceParts {
  readonly clock: Pick<Clock, 'now'>;
  /** Null on machines without support for HID devices. */
  readonly hid: HidPort | null;
  /** Sends every request once, and to no other address. */
  readonly fetch: Fetch;
  readonly broker: () => BrokerAddress | null;
  /** What an output over HTTP sends as Authorization. */
  readonly authorizationOf: (output: string) => string | null;
}

/** The device of an output. Nothing is opened before it is needed. */
export function openDevice({ name, way }: OutputSetting, parts: DeviceParts): OutputDevice {
  switch (way.type) {
    case 'http':
      return httpDevice({ ...parts, way, authorization: () => parts.authorizationOf(name) });
    case 'modbus':
      return modbusDevice(way);
    case 'mqtt':
      return mqttDevice({ ...parts, way });
    case 'serial':
      return serialDevice(way);
    case 'relay':
      return relayDevice(way, parts.hid);
    default:
      return assertNever(way);
  }
}
