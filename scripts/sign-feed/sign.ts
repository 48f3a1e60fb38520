import { signedBytes, type Manifest } from '#main/operations/updates/manifest.ts';
import { createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

/** Signs a manifest with each of the keys. Returns the content of the feed's file. */
export function signManifest(manifest: Manifest, keys: readonly KeyObject[]): string {
  const text = JSON.stringify(manifest);
  return signText(text, keys);
}

/** Signs any text as the text of a manifest. */
export function signText(text: string, keys: readonly KeyObject[]): string {
  const bytes = signedBytes(text);
  const signatures = keys.map((key) => sign(null, bytes, key).toString('base64'));
  return `${JSON.stringify({ manifest: text, signatures }, null, 2)}\n`;
}

/** A new private key, as PEM. */
export function newPrivateKey(): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** The public key of a private one, in the form that package.json has it in. */
export function publicKeyOf(privateKey: KeyObject): string {
  return createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64');
}
