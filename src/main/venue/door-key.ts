import {
  createPrivateKey,
  createPublicKey,
  randomBytes,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';

/** What an Ed25519 key has before its 32 bytes: in PKCS #8 if it is private, in SPKI if it is public (RFC 8410). */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');
const KEY_BYTES = 32;
/** How many characters a public key has in base64url. */
const ID_LENGTH = 43;
export const SIGNATURE_BYTES = 64;
/** How many random bytes the ids have that a door makes. */
const RANDOM_BYTES = 16;
/** The most public keys that are kept ready. */
const MOST_READY = 1_000;

/** What is signed: a signature for one purpose is not valid for another. */
type Purpose = 'event' | 'message' | 'hold';

/** The key by which the other doors of a venue know this one. */
export class DoorKey {
  /** The public key, in base64url. It identifies the door. */
  readonly id: string;
  readonly #secret: Uint8Array;
  readonly #key: KeyObject;

  /** @param secret 32 bytes, the same at every start */
  constructor(secret: Uint8Array) {
    this.#secret = secret;
    const key = Buffer.concat([PRIVATE_PREFIX, secret]);
    this.#key = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
    const spki = createPublicKey(this.#key).export({ format: 'der', type: 'spki' });
    this.id = spki.subarray(-KEY_BYTES).toString('base64url');
  }

  /** The secret part, 32 bytes: for the thread that signs. No member of the object, so that nothing writes it. */
  get secret(): Uint8Array {
    return this.#secret;
  }

  /** Returns a new id that shows which door has made it: of an event, or of a run of the kiosk. */
  newId(): string {
    return `${this.id}.${randomBytes(RANDOM_BYTES).toString('base64url')}`;
  }

  sign(purpose: Purpose, content: string | Buffer): Buffer {
    return sign(null, signedBytes(purpose, content), this.#key);
  }
}

/** Returns the id of the door that made an id or an origin; the file's view `believed` does the same. */
export function doorOf(id: string): string {
  return id.slice(0, ID_LENGTH);
}

/** How people tell doors apart that have the same name: 64 bits of the key, in groups of four digits. */
export function fingerprintOf(door: string): string {
  const digits = Buffer.from(door, 'base64url').subarray(0, 8).toString('hex').toUpperCase();
  return (digits.match(/.{4}/g) ?? []).join(' ');
}

/** Whether an id was made by this door. */
export function isOf(door: string, id: string): boolean {
  return id.startsWith(`${door}.`);
}

/** The public keys that were used lately, by the ids of their doors; null: no key. */
const ready = new Map<string, KeyObject | null>();

/** Whether a door has signed this. */
export function isSignedBy(
  door: string,
  purpose: Purpose,
  content: string | Buffer,
  signature: Buffer,
): boolean {
  const key = publicKeyOf(door);
  return (
    key !== null &&
    signature.length === SIGNATURE_BYTES &&
    verify(null, signedBytes(purpose, content), key, signature)
  );
}

function publicKeyOf(door: string): KeyObject | null {
  const known = ready.get(door);
  if (known !== undefined) return known;
  const bytes = Buffer.from(door, 'base64url');
  // Several texts decode to the same bytes: only one of them is the door's id.
  const isKey = bytes.length === KEY_BYTES && bytes.toString('base64url') === door;
  const spki = Buffer.concat([PUBLIC_PREFIX, bytes]);
  const key = isKey ? createPublicKey({ key: spki, format: 'der', type: 'spki' }) : null;
  if (ready.size >= MOST_READY) ready.clear();
  ready.set(door, key);
  return key;
}

function signedBytes(purpose: Purpose, content: string | Buffer): Buffer {
  return Buffer.concat([Buffer.from(`usher/${purpose}\n`), Buffer.from(content)]);
}
