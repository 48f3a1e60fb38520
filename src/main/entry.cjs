/*
 * Electron's entry. Schemes must be registered before Electron is ready, and whether an ES module is
 * loaded by then depends on who loads it; this file is. Everything else is in index.ts.
 */
const { protocol } = require('electron');

protocol.registerSchemesAsPrivileged([
  // Its pages get an origin of their own and count as secure; nothing else is granted.
  { scheme: 'app', privileges: { standard: true, secure: true } },
]);

void import('../../out/main/index.js');
