import type { App } from 'electron';

/** Rejects untrusted certificates, and offers no client certificate of this machine. */
export function keepCertificateErrors(app: App): void {
  app.on('certificate-error', (_event, _contents, _url, _error, _certificate, trust) =>
    trust(false),
  );
  app.on('select-client-certificate', (event, _contents, _url, _certificates, choose) => {
    event.preventDefault();
    choose();
  });
}
