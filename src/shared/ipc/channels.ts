import { CALL_NAMES, type KioskCallName } from './calls.ts';

/** The channel of each call: `useBaseUrl` goes over `kiosk:use-base-url`. */
export const CALL_CHANNELS = Object.fromEntries(
  CALL_NAMES.map((name) => [name, `kiosk:${hyphenated(name)}`]),
) as Readonly<Record<KioskCallName, string>>;

/** The only channel for messages from main that are no answers: slices of the state that have changed. */
export const STATE_CHANGED = 'kiosk:state-changed';

function hyphenated(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
