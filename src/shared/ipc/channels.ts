import type { KioskCallName } from './kiosk-api.ts';

/** The channel of each call. A call without a channel, or a channel without a call, does not compile. */
export const CALL_CHANNELS = {
  state: 'kiosk:state',
  useServer: 'kiosk:use-server',
  forgetServer: 'kiosk:forget-server',
  signIn: 'kiosk:sign-in',
  signOut: 'kiosk:sign-out',
  filterOptions: 'kiosk:filter-options',
  select: 'kiosk:select',
  scan: 'kiosk:scan',
  lookUpOnly: 'kiosk:look-up-only',
  missScan: 'kiosk:miss-scan',
  keepRhythms: 'kiosk:keep-rhythms',
  useWedge: 'kiosk:use-wedge',
  serialPorts: 'kiosk:serial-ports',
  useSerial: 'kiosk:use-serial',
  forgetScanner: 'kiosk:forget-scanner',
  tryScanners: 'kiosk:try-scanners',
  checkHealth: 'kiosk:check-health',
  counters: 'kiosk:counters',
  refreshTickets: 'kiosk:refresh-tickets',
  discrepancies: 'kiosk:discrepancies',
  acknowledgeDiscrepancies: 'kiosk:acknowledge-discrepancies',
  exportDiscrepancies: 'kiosk:export-discrepancies',
  history: 'kiosk:history',
  exportHistory: 'kiosk:export-history',
  mendLedger: 'kiosk:mend-ledger',
  programmeBoard: 'kiosk:programme-board',
  programmeMonth: 'kiosk:programme-month',
  programmeSeries: 'kiosk:programme-series',
  programmePerformances: 'kiosk:programme-performances',
  programmeDetail: 'kiosk:programme-detail',
  refreshProgramme: 'kiosk:refresh-programme',
} as const satisfies Record<KioskCallName, string>;

/** The one channel on which main speaks without being asked: each new state. */
export const STATE_CHANGED = 'kiosk:state-changed';
