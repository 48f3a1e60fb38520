import { BlockList, isIPv6 } from 'node:net';

/** The address at which metrics are served. */
export interface Place {
  /** An IP address of this machine, or the wildcard address. */
  readonly address: string;
  readonly port: number;
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Whether it can be reached from this machine alone. */
export function isLoopback(address: string): boolean {
  return LOOPBACK.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** The URL of the metrics. */
export function urlOf(place: Place): string {
  return `http://${hostOf(place)}/metrics`;
}

/** The values of a Host header that are accepted for an address on loopback. */
export function namesOf(place: Place): readonly string[] {
  return [hostOf(place), `localhost:${place.port}`];
}

function hostOf({ address, port }: Place): string {
  return `${isIPv6(address) ? `[${address}]` : address}:${port}`;
}
