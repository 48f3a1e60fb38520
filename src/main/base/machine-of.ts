import { isIPv6 } from 'node:net';

/**
 * Returns what identifies the machine behind an address. Most machines have as many IPv6 addresses as they like, all
 * with the same first 64 bits; those bits of a link-local address are the same for everybody.
 */
export function machineOf(address: string): string {
  if (!isIPv6(address) || /^(?:::ffff:|fe80:)/i.test(address)) return address;
  const [beginning = ''] = address.split('::');
  return [...beginning.split(':'), '0', '0', '0', '0'].slice(0, 4).join(':');
}
