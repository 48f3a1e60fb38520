import * as tls from 'node:tls';

/**
 * Whom HTTPS trusts: the authorities that come with the runtime, those of the system where the
 * runtime can tell them (Node 22.15 and newer), and `certificates` (PEM). Reading those of the system
 * takes some hundred milliseconds: do it once, and not before it is needed.
 */
export function createTrust(certificates: readonly string[]): tls.SecureContext {
  return tls.createSecureContext({ ca: [...new Set([...runtimeCertificates(), ...certificates])] });
}

function runtimeCertificates(): readonly string[] {
  // An older runtime lacks the function, whatever its types say.
  if (typeof tls.getCACertificates !== 'function') return tls.rootCertificates;
  return [...tls.getCACertificates('default'), ...tls.getCACertificates('system')];
}
