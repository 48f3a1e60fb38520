import { readAddress, readHost } from '#main/platform/ticketing/base-url.ts';
import { mayBeAsked } from '#shared/plain-http.ts';
import { BlockList, isIP } from 'node:net';
import { z } from 'zod';

/** The same rules as for an address that a person types into the kiosk. */
export const serverSchema = z.string().transform((typed, context) => {
  const address = readAddress(typed);
  if (address !== null) return address;
  context.addIssue('not an address like https://tickets.example');
  return z.NEVER;
});

/** The same, and never plain http except for this machine. */
export const feedSchema = serverSchema.refine((feed) => mayBeAsked(feed, null), 'use https');

/** Whether what is sent in the clear to this host stays on this machine, or in a network of one's own. */
export function isNear(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return (
    host === 'localhost' ||
    (isIP(host) !== 0 && NEAR.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4'))
  );
}

const NEAR = new BlockList();
NEAR.addSubnet('127.0.0.0', 8);
NEAR.addSubnet('10.0.0.0', 8);
NEAR.addSubnet('172.16.0.0', 12);
NEAR.addSubnet('192.168.0.0', 16);
NEAR.addSubnet('169.254.0.0', 16);
NEAR.addAddress('::1', 'ipv6');
NEAR.addSubnet('fc00::', 7, 'ipv6');
NEAR.addSubnet('fe80::', 10, 'ipv6');

/** Where the doors of a house meet: an MQTT broker, unencrypted only where others cannot listen. */
export const brokerSchema = z.string().transform((typed, context) => {
  const url = URL.canParse(typed.trim()) ? new URL(typed.trim()) : null;
  const isBroker =
    url !== null && ['mqtt:', 'mqtts:'].includes(url.protocol) && url.hostname !== '';
  const hasMore = url !== null && `${url.username}${url.password}${url.search}${url.hash}` !== '';
  if (!isBroker || hasMore || !['', '/'].includes(url.pathname)) {
    context.addIssue('not an address like mqtts://broker.example:8883');
    return z.NEVER;
  }
  if (url.protocol === 'mqtt:' && !isNear(url.hostname)) {
    context.addIssue('mqtt is for this machine and private networks: use mqtts');
    return z.NEVER;
  }
  return `${url.protocol}//${url.host}`;
});

/** A host only: without a port and a path, so that no more is permitted than intended. */
export const hostSchema = z.string().transform((typed, context) => {
  const host = readHost(typed);
  if (host !== null) return host;
  context.addIssue('not the name of a host like tickets.example');
  return z.NEVER;
});
