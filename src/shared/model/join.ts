import type { VenueTrouble } from './venue.ts';

/** How each code begins with which a kiosk joins a house: no kiosk takes it for a ticket. */
const PREFIX = 'USHERJOIN';

/** Without what people put between the characters when they type or print it, and in capitals. */
export function plainJoinCode(text: string): string {
  return text.replace(/[\s-]/g, '').toUpperCase();
}

/** Whether a scanned or typed text is to join a house, and no ticket. */
export function isJoinCode(text: string): boolean {
  return plainJoinCode(text).startsWith(PREFIX);
}

/** Returns the part of a code after its prefix; null if it is no such code. */
export function joinPart(text: string): string | null {
  return isJoinCode(text) ? plainJoinCode(text).slice(PREFIX.length) : null;
}

/** Returns the code with this part after its prefix. */
export function joinCodeOf(part: string): string {
  return `${PREFIX}${part}`;
}

/** Returns the code as people read and type it: in groups. */
export function joinCodeInGroups(code: string): string {
  return [PREFIX, ...(code.slice(PREFIX.length).match(/.{1,4}/g) ?? [])].join('-');
}

/** For how long a code counts, in milliseconds. */
export const JOIN_CODE_LASTS = 5 * 60_000;

/** A code with which one other kiosk can join, once. Whoever has it can read what the doors tell each other. */
export interface JoinOffer {
  readonly code: string;
  /** Until when it counts; in milliseconds since the epoch, on the kiosk's clock. */
  readonly until: number;
}

export type NoJoinOffer =
  /** This kiosk is alone. */
  | { readonly type: 'no-venue' }
  /** This machine has no address at which another kiosk could reach it. */
  | { readonly type: 'no-address' }
  /** Its dialog was closed, or the kiosk locked, before the code could be shown. */
  | { readonly type: 'code-over' };

export type JoinFailure =
  /** It is no such code, or was typed with a mistake. */
  | { readonly type: 'no-join-code' }
  /** The kiosk that shows the code cannot be reached from here. */
  | { readonly type: 'not-reached' }
  /** The code was used already, is over, or is of another kiosk. */
  | { readonly type: 'code-over' }
  /** No dialog takes a code, or it was closed, expired or locked while the other kiosk was asked. */
  | { readonly type: 'not-waiting' }
  | HouseRefusal;

/** Why the way to the other doors stays as it was. */
export type HouseNotKept =
  /** The settings file of many kiosks says it. */
  | { readonly type: 'managed' }
  /** Without its key store, or with a disk that takes nothing, this kiosk can keep no secret. */
  | { readonly type: 'no-key-store' }
  /** A rehearsal or demonstration meets no other doors. */
  | { readonly type: 'rehearsal' };

export type HouseRefusal =
  | HouseNotKept
  /** The broker's address cannot be used. */
  | { readonly type: 'wrong-broker' }
  /** The house's key is too short, or missing. */
  | { readonly type: 'wrong-key' };

export type HostRefusal =
  | HouseNotKept
  | { readonly type: 'no-address' }
  /** This kiosk is a door of a venue already, and has to leave that one first. */
  | { readonly type: 'member' }
  /** It was locked before the membership could be written. */
  | { readonly type: 'locked' };

/** How this kiosk is a door of its house, without any secret. */
export interface HouseSetup {
  /** Where the doors meet, `mqtt://host:port` or `mqtts://host:port`; null: this kiosk is alone. */
  readonly broker: string | null;
  readonly user: string | null;
  readonly hasPassword: boolean;
  /** The settings file of many kiosks says it. */
  readonly isManaged: boolean;
  /** This kiosk is the broker for the others. */
  readonly isBrokerHere: boolean;
  readonly trouble: VenueTrouble | null;
  /** What has become of the code that was shown last. */
  readonly offer: 'waiting' | 'taken' | 'over' | null;
  /** What has become of a scanned code; `not-waiting`: the dialog takes none any more; null: none is open. */
  readonly joining: 'waiting' | 'asking' | 'confirming' | 'joined' | JoinFailure['type'] | null;
  /** While `confirming`: the broker to which the code would move this kiosk; else null. */
  readonly newBroker: string | null;
}

/** Whether a password can be read on the way to this broker: without TLS, on another machine. */
export function isInTheClear(broker: string): boolean {
  const [, host = ''] = /^mqtt:\/\/(\[[^\]]*\]|[^:/]*)/i.exec(broker.trim()) ?? [];
  return host !== '' && !/^(localhost|127\.[\d.]*|\[::1\])$/i.test(host);
}

/** What a person types to let this kiosk meet the other doors. */
export interface TypedHouse {
  readonly broker: string;
  readonly user: string | null;
  /** Null: as it was. */
  readonly password: string | null;
  /** The passphrase of the house; null: as it was. */
  readonly key: string | null;
}

/** The shortest passphrase of a house, in characters. */
export const SHORTEST_PASSPHRASE = 16;
