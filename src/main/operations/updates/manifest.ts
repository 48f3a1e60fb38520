import type { UpdateFailure } from '#shared/model/update.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { z } from 'zod';

/** The largest version that is downloaded, in bytes. */
const LARGEST_UPDATE = 1024 ** 3;
/** The prefix of all signed bytes: a signature of other content never verifies as one of a manifest. */
const PREFIX = 'usher-update-1\n';
/** Printable ASCII: no two texts look alike, and none has a second encoding. */
const PLAIN = /^[\x20-\x7e]+$/;

const fileSchema = z.object({
  /** The name of a file next to the manifest. */
  name: z.string().regex(/^[A-Za-z0-9][\w .+()-]{0,199}$/),
  /** Base64, of 64 bytes. */
  sha512: z.base64().length(88),
  size: z.int().positive().max(LARGEST_UPDATE),
  isAdminRightsRequired: z.boolean().optional(),
});

const manifestSchema = z.object({
  channel: z.string(),
  system: z.string(),
  version: z.string().regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/),
  /** The newest schema of the ledger that this version reads. */
  ledgerSchema: z.int().positive(),
  signed: z.iso.datetime(),
  expires: z.iso.datetime(),
  files: z.array(fileSchema).min(1).max(20),
  /** The share of kiosks that get the update, in percent. */
  stagingPercentage: z.number().min(0).max(100).optional(),
  minimumSystemVersion: z.string().max(50).optional(),
});

/** What a feed says about one version for one system, as `npm run sign-feed` writes it. */
export type Manifest = z.infer<typeof manifestSchema>;

/** The feed's file: the manifest as text, and signatures of exactly this text. */
const envelopeSchema = z.object({
  manifest: z.string(),
  signatures: z.array(z.string()).max(8).default([]),
});

/** Why a manifest is refused. */
export type ManifestFailure = Extract<
  UpdateFailure,
  'not-a-feed' | 'untrusted' | 'other-channel' | 'expired' | 'outdated'
>;

/** What a kiosk accepts manifests by. */
export interface ManifestRules {
  /** Ed25519; a signature of any of them suffices. */
  readonly keys: readonly KeyObject[];
  readonly channel: string;
  readonly system: string;
  /** In milliseconds since the epoch, as {@link newest}. */
  readonly now: number;
  /** When the newest manifest was signed that was accepted so far; 0: none was. */
  readonly newest: number;
}

/** Returns the bytes that are signed for a manifest. */
export function signedBytes(manifest: string): Buffer {
  return Buffer.from(PREFIX + manifest);
}

/** Reads a public key: base64 of the DER form (SPKI). Null: it is not an Ed25519 key. */
export function readPublicKey(text: string): KeyObject | null {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    return null;
  }
}

/**
 * Reads a signed manifest. Its exact text is verified before anything in it is parsed.
 */
export function readManifest(
  text: string,
  { keys, channel, system, now, newest }: ManifestRules,
): Result<Manifest, ManifestFailure> {
  const envelope = envelopeSchema.safeParse(parsed(text));
  if (!envelope.success) return err('not-a-feed');
  const { manifest: signedText, signatures } = envelope.data;
  if (!PLAIN.test(signedText) || !isSigned(signedText, signatures, keys)) return err('untrusted');
  const content = parsed(signedText);
  // Only one form is accepted: no duplicate members, for instance.
  if (JSON.stringify(content) !== signedText) return err('not-a-feed');
  const read = manifestSchema.safeParse(content);
  if (!read.success) return err('not-a-feed');
  const manifest = read.data;
  if (manifest.channel !== channel || manifest.system !== system) return err('other-channel');
  if (Date.parse(manifest.signed) < newest) return err('outdated');
  // The time at which the newest manifest was signed has passed, whatever the clock says.
  if (Date.parse(manifest.expires) <= Math.max(now, newest)) return err('expired');
  return ok(manifest);
}

function isSigned(
  text: string,
  signatures: readonly string[],
  keys: readonly KeyObject[],
): boolean {
  const bytes = signedBytes(text);
  return signatures.some((signature) =>
    keys.some((key) => verify(null, bytes, key, Buffer.from(signature, 'base64'))),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
