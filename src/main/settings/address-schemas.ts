import { readAddress, readHost } from '#main/platform/ticketing/base-url.ts';
import { mayBeAsked } from '#shared/plain-http.ts';
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

/** A host only: without a port and a path, so that no more is permitted than intended. */
export const hostSchema = z.string().transform((typed, context) => {
  const host = readHost(typed);
  if (host !== null) return host;
  context.addIssue('not the name of a host like tickets.example');
  return z.NEVER;
});
