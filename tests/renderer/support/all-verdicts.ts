import type { ShownVerdict, VerdictReason } from '#shared/model/verdict.ts';
import {
  admission,
  apiError,
  inMinutes,
  NOW,
  PATRON,
  refusal,
  sentTo,
  snapshotRefusal,
  TICKET,
  verdict,
  WENT_OUT,
} from './builders.ts';

/** Every reason that a verdict can have; each with all that staff would read of it. */
export const VERDICTS: Record<VerdictReason['type'], readonly ShownVerdict[]> = {
  admitted: [admission({ patron: PATRON, successHtml: '<b>Lounge</b>' })],
  'platform-error': Array.from({ length: 18 }, (_, index) =>
    refusal(apiError(index + 1, { messageHtml: '<b>Ask Otto</b>' })),
  ),
  copy: ([9, 10, 11, 12, 13] as const).map((code) => snapshotRefusal(code)),
  'no-answer': [verdict('undecided', { type: 'no-answer', cause: 'dns' })],
  'not-signed-in': [verdict('undecided', { type: 'not-signed-in' })],
  valid: [verdict('checked', { type: 'valid', copyFrom: NOW }, { ticket: TICKET })],
  'not-known': [verdict('checked', { type: 'not-known' })],
  'not-listed': [
    verdict('undecided', { type: 'not-listed', copyFrom: NOW, because: { type: 'old' } }),
  ],
  'not-on': [verdict('undecided', { type: 'not-on', start: inMinutes(90) })],
  'word-awaited': [verdict('undecided', { type: 'word-awaited' })],
  unclear: (['possibly-spent', 'refused-since', 'unheard', 'too-many'] as const).map((because) =>
    verdict('undecided', { type: 'unclear', because }),
  ),
  'doubted-claim': [
    verdict('undecided', { type: 'doubted-claim', door: 'Stage door', at: inMinutes(-4) }),
    verdict('undecided', { type: 'doubted-claim', door: null, at: inMinutes(-4) }),
  ],
  held: [verdict('held', { type: 'held', door: 'Stage door', since: NOW })],
  'came-back': [
    verdict('admit', { type: 'came-back', leftAt: inMinutes(-10) }, { ticket: TICKET }),
  ],
  'went-out': [
    verdict('exit', WENT_OUT),
    verdict('exit', { ...WENT_OUT, until: null }),
    verdict('exit', { ...WENT_OUT, mayReturn: false, isStray: true }),
  ],
  'house-full': [verdict('held', { type: 'house-full', capacity: 900 })],
  overruled: [
    verdict('admit', {
      ...{ type: 'overruled', of: 'x', kind: 'reject', code: 13, cause: 'goodwill' },
      isListed: false,
    }),
  ],
  elsewhere: [sentTo()],
};
