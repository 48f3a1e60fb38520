import { BlockList, isIPv6 } from 'node:net';

/** Where numbers are read. */
export interface Place {
  /** An IP address of this machine, or that of all of them. */
  readonly address: string;
  readonly port: number;
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Whether nobody but this machine gets there. */
export function isLoopback(address: string): boolean {
  return LOOPBACK.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** As it is asked for. */
export function urlOf(place: Place): string {
  return `http://${hostOf(place)}/metrics`;
}

/** What a Host header may say of a place on loopback. */
export function namesOf(place: Place): readonly string[] {
  return [hostOf(place), `localhost:${place.port}`];
}

function hostOf({ address, port }: Place): string {
  return `${isIPv6(address) ? `[${address}]` : address}:${port}`;
}
