/**
 * Chromium's switches that open the kiosk to whoever can change how it is started: debuggers, pages
 * without their rules, certificates without their checks, and programs in its place.
 */
const FORBIDDEN = [
  'allow-running-insecure-content',
  'auto-open-devtools-for-tabs',
  'browser-subprocess-path',
  'custom-devtools-frontend',
  'disable-extensions-except',
  'disable-site-isolation-trials',
  'disable-web-security',
  'enable-blink-features',
  'gpu-launcher',
  'host-resolver-rules',
  'host-rules',
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  'js-flags',
  'load-extension',
  'log-net-log',
  'net-log-capture-mode',
  'ppapi-plugin-launcher',
  'remote-allow-origins',
  'remote-debugging-address',
  'remote-debugging-io-pipes',
  'remote-debugging-pipe',
  'remote-debugging-port',
  'renderer-cmd-prefix',
  'single-process',
  'ssl-key-log-file',
  'unsafely-treat-insecure-origin-as-secure',
  'use-fake-device-for-media-stream',
  'use-fake-ui-for-media-stream',
  'utility-cmd-prefix',
];

/**
 * Takes the forbidden switches away, so that a kiosk starts whatever it was started with. It must run
 * before Electron is ready: then they are read.
 *
 * @param {{ hasSwitch(name: string): boolean, removeSwitch(name: string): void }} commandLine
 * @returns {string[]} those that were given
 */
const removeSwitches = (commandLine) => {
  const given = FORBIDDEN.filter((name) => commandLine.hasSwitch(name));
  for (const name of given) commandLine.removeSwitch(name);
  return given;
};

module.exports = { removeSwitches };
