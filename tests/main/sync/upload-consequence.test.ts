import { consequenceOf, type Consequence } from '#main/sync/upload-consequence.ts';
import type { UploadFailure } from '#main/sync/upload-failure.ts';
import { UPLOAD_TIMINGS } from '#main/sync/upload-timings.ts';
import { expect, test } from 'vitest';

const ERROR = {
  code: 11,
  key: 'error.ticket',
  name: 'Not a ticket',
  messageHtml: null,
  forceLogout: false,
};
const { hold, retryFirst, longestHold } = UPLOAD_TIMINGS;

function busyFor(retryAfter: number | null): UploadFailure {
  return { type: 'busy', busy: { retryAfter } };
}

function hasHold(ms: number): Partial<Consequence> {
  return { scans: 'kept', isSuspect: false, next: { type: 'hold', for: ms } };
}

const ENTRY = { type: 'entry', error: ERROR, endsSession: false } as const;

test.each<[string, UploadFailure, number, Partial<Consequence>]>([
  ['whoever asked has called it off', { type: 'called-off' }, 3, { next: { type: 'idle' } }],
  ['there is no way to the platform', { type: 'away' }, 1, { isSuspect: false, scans: 'kept' }],
  [
    'it took too long: fewer may be quicker',
    { type: 'too-slow' },
    1,
    { isSuspect: true, scans: 'kept' },
  ],
  ['the platform says for how long it wants to be left alone', busyFor(90_000), 3, hasHold(90_000)],
  ['it does not say for how long', busyFor(null), 3, hasHold(hold)],
  ['it says nothing to speak of', busyFor(0), 3, hasHold(retryFirst)],
  ['it says for days', busyFor(longestHold * 9), 3, hasHold(longestHold)],
  ['the session is over', { type: 'session' }, 3, { barred: 'all', next: { type: 'go on' } }],
  ['this client is not the session’s', { type: 'client' }, 3, { barred: 'client', scans: 'kept' }],
  ['one of several is at fault', ENTRY, 3, { scans: 'kept', isSuspect: true, barred: null }],
  ['the only one is at fault', ENTRY, 1, { scans: { refused: ERROR }, next: { type: 'go on' } }],
  ['and the session is over as well', { ...ENTRY, endsSession: true }, 1, { barred: 'all' }],
  ['the platform stumbles over several', { type: 'moment' }, 3, { scans: 'kept', isSuspect: true }],
  ['the platform stumbles over one', { type: 'moment' }, 1, { scans: 'let pass', barred: null }],
])('what follows for the scans where %s', (_, failure, count, follows) => {
  expect(consequenceOf(failure, count, UPLOAD_TIMINGS)).toMatchObject(follows);
});
