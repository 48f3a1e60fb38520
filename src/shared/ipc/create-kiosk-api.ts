import type { KioskState } from '#shared/model/kiosk-state.ts';
import { CALL_CHANNELS, STATE_CHANGED } from './channels.ts';
import type { KioskApi, KioskCallName, KioskPlatform } from './kiosk-api.ts';

/** What carries calls and events between the renderer and main. */
export interface KioskTransport {
  readonly platform: KioskPlatform;
  invoke(channel: string, request: unknown): Promise<unknown>;
  subscribe(channel: string, listener: (payload: unknown) => void): () => void;
}

/**
 * The kiosk's API over a transport: Electron's IPC, a WebSocket, or a fake in tests. It only names
 * channels; main parses every request, and the renderer trusts main's answers.
 */
export function createKioskApi(transport: KioskTransport): KioskApi {
  const call = <N extends KioskCallName>(name: N): KioskApi[N] =>
    ((request: unknown) => transport.invoke(CALL_CHANNELS[name], request)) as KioskApi[N];

  return {
    platform: transport.platform,
    state: call('state'),
    useServer: call('useServer'),
    forgetServer: call('forgetServer'),
    signIn: call('signIn'),
    signOut: call('signOut'),
    filterOptions: call('filterOptions'),
    lastOffered: call('lastOffered'),
    select: call('select'),
    scan: call('scan'),
    lookUpOnly: call('lookUpOnly'),
    missScan: call('missScan'),
    keepRhythms: call('keepRhythms'),
    useWedge: call('useWedge'),
    serialPorts: call('serialPorts'),
    useSerial: call('useSerial'),
    forgetScanner: call('forgetScanner'),
    tryScanners: call('tryScanners'),
    checkHealth: call('checkHealth'),
    unlock: call('unlock'),
    lock: call('lock'),
    setPin: call('setPin'),
    resetPin: call('resetPin'),
    changeSettings: call('changeSettings'),
    setLanguage: call('setLanguage'),
    venueLogo: call('venueLogo'),
    useLogo: call('useLogo'),
    findTickets: call('findTickets'),
    admitFound: call('admitFound'),
    statistics: call('statistics'),
    refreshTickets: call('refreshTickets'),
    nextPerformances: call('nextPerformances'),
    discrepancies: call('discrepancies'),
    acknowledgeDiscrepancies: call('acknowledgeDiscrepancies'),
    sendScansAgain: call('sendScansAgain'),
    exportDiscrepancies: call('exportDiscrepancies'),
    history: call('history'),
    exportHistory: call('exportHistory'),
    mendLedger: call('mendLedger'),
    saveSupportBundle: call('saveSupportBundle'),
    rehearse: call('rehearse'),
    quit: call('quit'),
    lookForUpdate: call('lookForUpdate'),
    installUpdate: call('installUpdate'),
    programmeBoard: call('programmeBoard'),
    programmeMonth: call('programmeMonth'),
    programmeSeries: call('programmeSeries'),
    programmePerformances: call('programmePerformances'),
    programmeDetail: call('programmeDetail'),
    refreshProgramme: call('refreshProgramme'),
    onState: (listener) =>
      transport.subscribe(STATE_CHANGED, (state) => listener(state as KioskState)),
  };
}
