import { randomBytes } from 'node:crypto';
import { errorFact } from '#main/base/log/error-fact.ts';
import type { Clock, Logger } from '#main/base/ports.ts';
import { brokerSchema, isNear } from '#main/settings/address-schemas.ts';
import { hostBroker } from '#main/venue/hosted-broker.ts';
import { offerJoining, type OpenJoinOffer } from '#main/venue/join-offer.ts';
import {
  SHORTEST_PASSPHRASE,
  type HostRefusal,
  type HouseNotKept,
  type HouseRefusal,
  type HouseSetup,
  type JoinOffer,
  type NoJoinOffer,
  type TypedHouse,
} from '#shared/model/join.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { HouseMembership, OwnMembership } from './house-membership.ts';
import { Joining } from './joining.ts';

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
  readonly isUnlocked: () => boolean;
  /** Called when this kiosk is a door of another house, or of none. */
  readonly onChange: () => void;
}

/** Where people make this kiosk a door of their house: by typing, by a code, or by being the broker. */
export class HouseDesk {
  readonly #ports: HouseDeskPorts;
  #offer: OpenJoinOffer | null = null;
  #offered: HouseSetup['offer'] = null;
  /** Counts offers, so that one that was stopped before it listened is not opened. */
  #offers = 0;
  /** How this kiosk joins by a code of another one. */
  readonly joining: Joining;

  constructor(ports: HouseDeskPorts) {
    this.#ports = ports;
    this.joining = new Joining({
      clock: ports.clock,
      isUnlocked: ports.isUnlocked,
      isMember: () => ports.membership.read() !== null,
      keep: (membership) => this.#keep({ ...membership, brokerHere: null }),
    });
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
      joining: this.joining.view,
      newBroker: this.joining.newBroker,
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
      // Whoever types the same key at another door has no salt to type.
      salt: typed.key === null ? (own?.salt ?? '') : '',
      brokerHere: isSame ? own.brokerHere : null,
    });
  }

  /** Makes this kiosk the broker for the doors of a new house. A kiosk that is in a house has to leave that one first. */
  async host(): Promise<Result<null, HostRefusal>> {
    const obstacle = this.#mayNotHost();
    if (obstacle !== null) return err(obstacle);
    const address = this.#ports.addresses().find(isNear);
    if (address === undefined) return err({ type: 'no-address' });
    const password = newPassphrase();
    const port = await freePort(address, password);
    if (port === null) return err({ type: 'no-address' });
    // It may have joined a house, or been locked, while the port was tried.
    const since = this.#mayNotHost();
    if (since !== null) return err(since);
    return this.#keep({
      ...{ broker: `mqtt://${address}:${port}`, user: USER, password },
      ...{ key: newPassphrase(), salt: newPassphrase() },
      ...{ ca: null, brokerHere: { address, port } },
    });
  }

  /** Why this kiosk must not become the broker of a new house; null: it may. */
  #mayNotHost(): HostRefusal | null {
    const { membership, isUnlocked } = this.#ports;
    if (!isUnlocked()) return { type: 'locked' };
    if (membership.read() === null) return null;
    return { type: membership.isManaged ? 'managed' : 'member' };
  }

  leave(): Result<null, HouseNotKept> {
    return this.#keep(null);
  }

  /** Shows a code with which one other kiosk can join; one that was shown before expires. */
  async offer(): Promise<Result<JoinOffer, NoJoinOffer>> {
    const { membership, addresses, clock, logger, isUnlocked } = this.#ports;
    this.stopOffering();
    const started = this.#offers;
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
      // Its dialog was closed, or the kiosk locked, before this one listened.
      if (this.#offers !== started || !isUnlocked()) {
        offer.stop();
        return err({ type: 'code-over' });
      }
      this.#offer = offer;
      this.#offered = 'waiting';
      return ok({ code: offer.code, until: offer.until });
    } catch (error) {
      logger.error('no other kiosk can join: this one cannot listen', errorFact(error));
      return err({ type: 'no-address' });
    }
  }

  /** The kiosk ends: it neither offers nor joins any more. */
  stop(): void {
    this.stopOffering();
    this.joining.close();
  }

  /** The kiosk was locked: a code that is shown expires, and no code is taken. */
  onLocked(): void {
    if (this.#offered === 'waiting') {
      this.stopOffering();
      this.#offered = 'over';
    }
    this.joining.expire();
  }

  stopOffering(): void {
    this.#offers += 1;
    this.#offer?.stop();
    this.#offer = null;
    this.#offered = null;
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
