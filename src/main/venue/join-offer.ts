import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '#main/base/ports.ts';
import { UnauthenticatedConnections } from '#main/base/unauthenticated-connections.ts';
import { seal, unseal } from '#main/base/vault/seal.ts';
import { JOIN_CODE_LASTS, type JoinOffer } from '#shared/model/join.ts';
import { joinKey, newSecret, writeJoinCode } from './join-code.ts';
import type { Membership } from './membership.ts';

/** The longest question, in bytes. */
const LONGEST = 1_000;
/** How long a question may take, in milliseconds. */
const QUICK = 5_000;
/** Connections of machines that have not shown yet that they have the code. */
const UNAUTHENTICATED = { perMachine: 4, total: 16 };

/** What a question is sealed for, and its answer. */
export const ASK_PLACE = 'usher/join/ask';
export const answerPlace = (nonce: string): string => `usher/join/answer/${nonce}`;

export interface JoinOfferPorts {
  /** An address of this machine that the other kiosk can reach. */
  readonly address: string;
  readonly membership: Membership;
  readonly clock: Pick<Clock, 'now' | 'after'>;
  /** Called when another kiosk has used the code, or nobody can any more. */
  readonly onEnd: (how: 'taken' | 'over') => void;
}

export interface OpenJoinOffer extends JoinOffer {
  stop(): void;
}

/**
 * Waits for one other kiosk that has read the code, and hands it what it needs to be a door of this house. Whoever
 * lacks the code learns nothing, and does not use it up. Throws the system's errors where it cannot listen.
 */
export async function offerJoining(ports: JoinOfferPorts): Promise<OpenJoinOffer> {
  const { address, membership, clock, onEnd } = ports;
  const secret = newSecret();
  const server = createServer((request, response) => void answer(request, response));
  const lines = new Set<Socket>();
  const strangers = new UnauthenticatedConnections(UNAUTHENTICATED);
  server.on('connection', (line) => {
    lines.add(line);
    line.on('close', () => lines.delete(line));
    strangers.add(line);
  });
  server.requestTimeout = QUICK;
  server.headersTimeout = QUICK;
  server.listen(0, address);
  await once(server, 'listening');
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('not listening');

  let isOver = false;
  let answered: Socket | null = null;
  const callOff = clock.after(JOIN_CODE_LASTS, () => end('over'));
  function end(how: 'taken' | 'over' | null): void {
    if (isOver) return;
    isOver = true;
    callOff();
    server.close();
    // The one with the code still gets its answer.
    for (const line of lines) if (line !== answered) line.destroy();
    if (how !== null) onEnd(how);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = await bodyOf(request);
    const nonce = asked && unseal(joinKey({ secret }, 'ask'), asked, ASK_PLACE)?.toString('hex');
    response.setHeader('connection', 'close');
    if (isOver || nonce === null || nonce === undefined) {
      response.writeHead(404).end();
      return;
    }
    answered = request.socket;
    end('taken');
    const plain = Buffer.from(JSON.stringify(membership));
    response.end(seal(joinKey({ secret }, 'answer'), plain, answerPlace(nonce)));
  }

  return {
    code: writeJoinCode({ address, port: bound.port, secret }),
    until: clock.now() + JOIN_CODE_LASTS,
    stop: () => end(null),
  };
}

/** Null where it is too long, or breaks off. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > LONGEST) return null;
      chunks.push(chunk);
    }
  } catch {
    return null;
  }
  return Buffer.concat(chunks);
}
