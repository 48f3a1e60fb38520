/**
 * The tests of what Windows may do otherwise: files, folders, processes, sockets, native modules. The others are
 * about rules that are the same everywhere; `npm run test:windows -- COMMAND all` runs them too.
 */
export const TOUCHING: readonly string[] = [
  'tests/main/base',
  'tests/main/hosts',
  'tests/main/kiosk/create-kiosk.test.ts',
  'tests/main/ledger',
  'tests/main/offline/restarts.test.ts',
  'tests/main/operations/lock',
  'tests/main/operations/records/discrepancies.test.ts',
  'tests/main/operations/records/history.test.ts',
  'tests/main/operations/support',
  'tests/main/operations/updates',
  'tests/main/platform/programme/logos.test.ts',
  'tests/main/platform/programme/programme.test.ts',
  'tests/main/platform/ticketing/http.test.ts',
  'tests/main/platform/ticketing/proxy.test.ts',
  'tests/main/platform/ticketing/tls.test.ts',
  'tests/main/rehearsal/demo',
  'tests/main/entrance/scanners/hid',
  'tests/main/entrance/scanners/serial',
  'tests/main/settings',
  'tests/main/snapshot/snapshots.test.ts',
  'tests/main/snapshot/worker.test.ts',
];
