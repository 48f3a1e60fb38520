import type { App } from 'electron';

/** A certificate that is not trusted stays so, and no certificate of this machine is shown around. */
export function keepCertificateErrors(app: App): void {
  app.on('certificate-error', (_event, _contents, _url, _error, _certificate, trust) =>
    trust(false),
  );
  app.on('select-client-certificate', (event, _contents, _url, _certificates, choose) => {
    event.preventDefault();
    choose();
  });
}
