import { readAddress, readHost } from '#main/platform/ticketing/base-url.ts';
import { mayBeAsked } from '#shared/plain-http.ts';
import { z } from 'zod';

/** By the rules for an address that a person types: a file is typed by a person, too. */
export const serverSchema = z.string().transform((typed, context) => {
  const address = readAddress(typed);
  if (address !== null) return address;
  context.addIssue('not an address like https://tickets.example');
  return z.NEVER;
});

/** Likewise, and never over plain http but for this machine. */
export const feedSchema = serverSchema.refine((feed) => mayBeAsked(feed, null), 'use https');

/** A host alone: no port, so that a door is not opened further than it is meant, and no path. */
export const hostSchema = z.string().transform((typed, context) => {
  const host = readHost(typed);
  if (host !== null) return host;
  context.addIssue('not the name of a host like tickets.example');
  return z.NEVER;
});
