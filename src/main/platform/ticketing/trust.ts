import * as tls from 'node:tls';

/**
 * Returns the authorities that HTTPS trusts: those of the runtime, those of the system where the runtime
 * can list them (Node 22.15 and newer), and `certificates` (PEM). Reading those of the system takes some
 * hundred milliseconds: do it once, and not before it is needed.
 */
export function createTrust(certificates: readonly string[]): tls.SecureContext {
  return tls.createSecureContext({ ca: [...new Set([...runtimeCertificates(), ...certificates])] });
}

function runtimeCertificates(): readonly string[] {
  // An older runtime lacks the function, although the types declare it.
  if (typeof tls.getCACertificates !== 'function') return tls.rootCertificates;
  return [...tls.getCACertificates('default'), ...tls.getCACertificates('system')];
}
