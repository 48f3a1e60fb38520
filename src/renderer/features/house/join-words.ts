import { m } from '#renderer/i18n/messages.ts';
import { callFailureWords } from '#renderer/lib/failure-words.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { CallFailure } from '#shared/ipc/kiosk-api.ts';
import {
  SHORTEST_PASSPHRASE,
  type HostRefusal,
  type HouseRefusal,
  type JoinFailure,
  type NoJoinOffer,
} from '#shared/model/join.ts';

export type SetupFailure = HouseRefusal | HostRefusal | JoinFailure | NoJoinOffer;

/** Why this kiosk is no door of the house yet, or shows no code, and what to do. */
export function setupFailureWords(failure: SetupFailure | CallFailure): string {
  switch (failure.type) {
    case 'call-refused':
    case 'locked':
    case 'internal': {
      const { what, advice } = callFailureWords(failure);
      return `${what} ${advice}`.trim();
    }
    case 'wrong-key':
      return m['join_wrong-key']({ least: String(SHORTEST_PASSPHRASE) });
    case 'member':
    case 'managed':
    case 'no-key-store':
    case 'rehearsal':
    case 'wrong-broker':
    case 'no-address':
    case 'no-join-code':
    case 'not-reached':
    case 'code-over':
    case 'not-waiting':
    case 'no-venue':
      return m[`join_${failure.type}`]();
    default:
      return assertNever(failure);
  }
}
