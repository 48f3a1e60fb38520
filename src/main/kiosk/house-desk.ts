import { randomBytes } from 'node:crypto';
import { errorFact } from '#main/base/log/error-fact.ts';
import type { Clock, Logger } from '#main/base/ports.ts';
import { brokerSchema, isNear } from '#main/settings/address-schemas.ts';
import { hostBroker } from '#main/venue/hosted-broker.ts';
import { joinHouse } from '#main/venue/join-house.ts';
import type { Membership } from '#main/venue/membership.ts';
import { offerJoining, type OpenJoinOffer } from '#main/venue/join-offer.ts';
import {
  JOIN_CODE_LASTS,
  SHORTEST_PASSPHRASE,
  type HostRefusal,
  type HouseNotKept,
  type HouseRefusal,
  type HouseSetup,
  type JoinFailure,
  type JoinOffer,
  type NoJoinOffer,
  type TypedHouse,
} from '#shared/model/join.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { HouseMembership, OwnMembership } from './house-membership.ts';

/** As whom doors come in where one of them is the broker. */
const USER = 'doors';
/** MQTT's own port. */
const USUAL_PORT = 1883;
const SECRET_BYTES = 18;

export interface HouseDeskPorts {
  readonly membership: HouseMembership;
  /** The IPv4 addresses of this machine at which others can reach it. */
  readonly addresses: () => readonly string[];
  readonly clock: Pick<Clock, 'now' | 'after'>;
  readonly logger: Logger;
  /** Called when this kiosk is a door of another house, or of none. */
  readonly onChange: () => void;
}

/** Where people make this kiosk a door of their house: by typing, by a code, or by being the broker. */
export class HouseDesk {
  readonly #ports: HouseDeskPorts;
  #offer: OpenJoinOffer | null = null;
  #offered: HouseSetup['offer'] = null;
  #joining: HouseSetup['joining'] = null;
  #stopWaiting: () => void = () => undefined;

  constructor(ports: HouseDeskPorts) {
    this.#ports = ports;
  }

  get view(): Omit<HouseSetup, 'trouble'> {
    const { membership } = this.#ports;
    const own = membership.read();
    return {
      broker: own?.broker ?? null,
      user: own?.user ?? null,
      hasPassword: (own?.password ?? null) !== null,
      isManaged: membership.isManaged,
      isBrokerHere: (own?.brokerHere ?? null) !== null,
      offer: this.#offered,
      joining: this.#joining,
    };
  }

  /** Takes what somebody has typed; secrets that were left out stay as they are. */
  setUp(typed: TypedHouse): Result<null, HouseRefusal> {
    const own = this.#ports.membership.read();
    const broker = brokerSchema.safeParse(typed.broker);
    if (!broker.success) return err({ type: 'wrong-broker' });
    const key = typed.key?.trim() ?? own?.key ?? '';
    if (key.length < SHORTEST_PASSPHRASE) return err({ type: 'wrong-key' });
    const isSame = own?.broker === broker.data;
    return this.#keep({
      ...{ broker: broker.data, user: typed.user, key },
      // A password is never sent to another machine than the one it was typed for.
      password: typed.password ?? (isSame ? own.password : null),
      ca: isSame ? own.ca : null,
      brokerHere: isSame ? own.brokerHere : null,
    });
  }

  /** Makes this kiosk the broker for the doors of a new house. */
  async host(): Promise<Result<null, HostRefusal>> {
    const address = this.#ports.addresses().find(isNear);
    if (address === undefined) return err({ type: 'no-address' });
    const password = newPassphrase();
    const port = await freePort(address, password);
    if (port === null) return err({ type: 'no-address' });
    return this.#keep({
      ...{ broker: `mqtt://${address}:${port}`, user: USER, password, key: newPassphrase() },
      ...{ ca: null, brokerHere: { address, port } },
    });
  }

  leave(): Result<null, HouseNotKept> {
    return this.#keep(null);
  }

  /** Shows a code with which one other kiosk can join; one that was shown before counts no more. */
  async offer(): Promise<Result<JoinOffer, NoJoinOffer>> {
    const { membership, addresses, clock, logger } = this.#ports;
    this.stopOffering();
    const own = membership.read();
    if (own === null) return err({ type: 'no-venue' });
    const address = addresses().find(isNear) ?? addresses()[0];
    if (address === undefined) return err({ type: 'no-address' });
    const { brokerHere: _, ...handed } = own;
    try {
      const offer = await offerJoining({
        ...{ address, clock },
        membership: { ...handed, broker: seenFromOutside(handed.broker, address) },
        onEnd: (how) => (this.#offered = how),
      });
      this.stopOffering();
      this.#offer = offer;
      this.#offered = 'waiting';
      return ok({ code: offer.code, until: offer.until });
    } catch (error) {
      logger.error('no other kiosk can join: this one cannot listen', errorFact(error));
      return err({ type: 'no-address' });
    }
  }

  /** Waits for nobody any more: the kiosk ends. */
  stop(): void {
    this.stopOffering();
    this.#stopWaiting();
  }

  stopOffering(): void {
    this.#offer?.stop();
    this.#offer = null;
    this.#offered = null;
  }

  /**
   * Begins or ends waiting for a scanner to read a code of another kiosk. It ends by itself, too: nobody who holds
   * out a code much later makes this kiosk another one's.
   */
  awaitCode(on: boolean): void {
    this.#stopWaiting();
    if (this.#joining !== 'asking') this.#joining = on ? 'waiting' : null;
    if (!on) return;
    this.#stopWaiting = this.#ports.clock.after(JOIN_CODE_LASTS, () => this.awaitCode(false));
  }

  /** Takes a code that was read by a scanner. Returns false if nobody waits for one. */
  hearCode(code: string): boolean {
    if (this.#joining === null) return false;
    // A scanner that still looks at the code reads it again.
    const isDone = this.#joining === 'asking' || this.#joining === 'joined';
    if (!isDone) void this.join(code);
    return true;
  }

  /** Makes this kiosk a door of the house of the kiosk that shows this code. */
  async join(code: string): Promise<Result<null, JoinFailure>> {
    this.#joining = 'asking';
    const answer = await joinHouse(code);
    const joined = answer.ok ? this.#joinBy(answer.value) : answer;
    this.#joining = joined.ok ? 'joined' : joined.error.type;
    return joined;
  }

  /** What comes from another kiosk has to be no worse than what somebody types. */
  #joinBy(handed: Membership): Result<null, JoinFailure> {
    const broker = brokerSchema.safeParse(handed.broker);
    if (!broker.success) return err({ type: 'wrong-broker' });
    if (handed.key.length < SHORTEST_PASSPHRASE) return err({ type: 'wrong-key' });
    return this.#keep({ ...handed, broker: broker.data, brokerHere: null });
  }

  #keep(own: OwnMembership | null): Result<null, HouseNotKept> {
    const kept = this.#ports.membership.keep(own);
    if (!kept.ok) return kept;
    this.stopOffering();
    this.#ports.onChange();
    return kept;
  }
}

function newPassphrase(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** Returns the usual port, or any where that is taken; null where this machine cannot listen at all. */
async function freePort(address: string, password: string): Promise<number | null> {
  for (const port of [USUAL_PORT, 0]) {
    try {
      const tried = await hostBroker({ address, port, user: USER, password });
      await tried.close();
      return tried.port;
    } catch {
      // The next one may be free.
    }
  }
  return null;
}

/** A broker on this very machine has another address for the other kiosks. */
function seenFromOutside(broker: string, address: string): string {
  const url = new URL(broker);
  const isHere = ['localhost', '[::1]'].includes(url.hostname) || url.hostname.startsWith('127.');
  if (!isHere || address.startsWith('127.')) return broker;
  return `${url.protocol}//${address}${url.port === '' ? '' : `:${url.port}`}`;
}
