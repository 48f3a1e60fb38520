import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { seal, unseal } from '#main/base/vault/seal.ts';
import type { JoinFailure } from '#shared/model/join.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { joinKey, readJoinCode, type JoinCode } from './join-code.ts';
import { answerPlace, ASK_PLACE } from './join-offer.ts';
import { membershipSchema, type Membership } from './membership.ts';

/** How long the other kiosk may take to answer, in milliseconds. */
const PATIENCE = 5_000;
/** The longest answer, in bytes. */
const LONGEST = 200_000;
const NONCE_BYTES = 16;

type Refused = Extract<JoinFailure, { type: 'no-join-code' | 'not-reached' | 'code-over' }>;

/** Asks the kiosk that shows a code for what makes this one a door of its house; `cancelled` aborts the request. */
export async function joinHouse(
  text: string,
  cancelled: AbortSignal,
): Promise<Result<Membership, Refused>> {
  const code = readJoinCode(text);
  if (code === null) return err({ type: 'no-join-code' });
  const nonce = randomBytes(NONCE_BYTES);
  const answer = await ask(code, seal(joinKey(code, 'ask'), nonce, ASK_PLACE), cancelled);
  if (answer === null) return err({ type: 'not-reached' });
  const plain = unseal(joinKey(code, 'answer'), answer, answerPlace(nonce.toString('hex')));
  const membership = plain && readMembership(plain);
  return membership === null ? err({ type: 'code-over' }) : ok(membership);
}

function readMembership(plain: Buffer): Membership | null {
  try {
    return membershipSchema.safeParse(JSON.parse(plain.toString())).data ?? null;
  } catch {
    return null;
  }
}

/** Returns the answer, whatever it is; null if nobody answers. */
function ask(
  { address, port }: JoinCode,
  question: Buffer,
  cancelled: AbortSignal,
): Promise<Buffer | null> {
  const signal = AbortSignal.any([cancelled, AbortSignal.timeout(PATIENCE)]);
  return new Promise((resolve) => {
    const asking = request(
      { host: address, port, method: 'POST', agent: false, signal },
      (response) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes <= LONGEST) chunks.push(chunk);
          else response.destroy();
        });
        response.on('end', () => resolve(Buffer.concat(chunks)));
        response.on('error', () => resolve(null));
        response.on('close', () => resolve(null));
      },
    );
    asking.on('error', () => resolve(null));
    asking.end(question);
  });
}
