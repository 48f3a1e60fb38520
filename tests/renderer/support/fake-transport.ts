import { CALL_CHANNELS, STATE_CHANGED } from '#shared/ipc/channels.ts';
import { createKioskApi, type KioskTransport } from '#shared/ipc/create-kiosk-api.ts';
import type { KioskCallName } from '#shared/ipc/calls.ts';
import type { KioskAnswer, KioskRequest } from '#shared/ipc/kiosk-api.ts';
import type { HouseSetup } from '#shared/model/join.ts';
import type { GuestState } from '#shared/model/guest-state.ts';
import type { KioskState, WholeState } from '#shared/model/kiosk-state.ts';

type Handler<N extends KioskCallName> = (
  request: KioskRequest<N>,
) => KioskAnswer<N> | Promise<KioskAnswer<N>>;

/** How a kiosk that knows no other doors is set up. */
export const ALONE: HouseSetup = {
  ...{ broker: null, user: null, hasPassword: false, isManaged: false, isBrokerHere: false },
  ...{ trouble: null, offer: null, joining: null, newBroker: null },
};

/** What a page may be sent: an usher's, or a guest's. */
export type AnyState = KioskState | GuestState;

/** The far end of a kiosk's API: answers calls, remembers them, and tells of new states. */
export class FakeMain {
  /** Every call, as `[name, request]`, in the order in which they came. */
  readonly calls: [KioskCallName, unknown][] = [];
  readonly api;
  #state: AnyState;
  #version = 1;
  readonly #listeners = new Set<(payload: unknown) => void>();
  readonly #handlers = new Map<KioskCallName, (request: never) => unknown>();

  constructor(state: AnyState) {
    this.#state = state;
    this.on('state', () => ({ ok: true, value: this.#whole() as WholeState }));
    this.on('filterOptions', () => ({ ok: true, value: [] }));
    this.on('nextPerformances', () => ({ ok: true, value: [] }));
    this.on('lastOffered', () => ({ ok: true, value: null }));
    this.on('scan', () => ({ ok: true, value: { taken: true } }));
    this.on('readByCamera', () => ({ ok: true, value: { taken: true } }));
    for (const name of ['useBaseUrl', 'forgetBaseUrl', 'signIn', 'signOut', 'select'] as const) {
      this.on(name, () => ({ ok: true, value: null }));
    }
    for (const name of ['refreshTickets', 'acknowledgeDiscrepancies', 'mendLedger'] as const) {
      this.on(name, () => ({ ok: true, value: null }));
    }
    for (const name of [
      'lookUpOnly',
      'missScan',
      'noteCamera',
      'keepRhythms',
      'useWedge',
      'useSerial',
    ] as const) {
      this.on(name, () => ({ ok: true, value: null }));
    }
    for (const name of ['forgetScanner', 'tryScanners'] as const) {
      this.on(name, () => ({ ok: true, value: null }));
    }
    this.on('statistics', () => ({
      ok: true,
      value: {
        ...{
          from: 0,
          admitted: 0,
          duplicates: 0,
          undecided: 0,
          lookedUp: 0,
          held: 0,
          wentOut: 0,
          overruled: 0,
          sentElsewhere: 0,
          repeats: 0,
        },
        ...{ refused: [], performances: [], quarters: [] },
      },
    }));
    this.on('findTickets', () => ({ ok: true, value: { tickets: [], total: 0 } }));
    this.on('findTicketsAgain', () => ({ ok: true, value: { tickets: [], total: 0 } }));
    this.on('checkHealth', () => ({ ok: true, value: null }));
    this.on('serialPorts', () => ({ ok: true, value: [] }));
    this.on('discrepancies', () => ({ ok: true, value: { discrepancies: [], before: null } }));
    this.on('exportDiscrepancies', () => ({ ok: true, value: { path: '/out.csv', count: 0 } }));
    this.on('history', () => ({
      ok: true,
      value: { entries: [], before: null, total: 0, seen: 0 },
    }));
    this.on('overruleEvidence', () => ({
      ok: true,
      value: { inside: [], isUsedElsewhere: false, isVoid: false, isUnheard: false, ids: [] },
    }));
    this.on('house', () => ({ ok: true, value: null }));
    this.on('outputs', () => ({ ok: true, value: [] }));
    this.on('entrances', () => ({ ok: true, value: [] }));
    this.on('houseSetup', () => ({ ok: true, value: ALONE }));
    this.on('exportHistory', () => ({ ok: true, value: { path: '/out.csv', count: 0 } }));
    this.on('programmeBoard', () => ({ ok: true, value: { today: [], next: [] } }));
    this.on('programmeSeries', () => ({ ok: true, value: [] }));
    this.on('programmeMonth', (month) => ({
      ok: true,
      value: { ...month, weeks: [], fetchedAt: null },
    }));
    this.on('programmePerformances', () => ({ ok: true, value: { performances: [], total: 0 } }));
    this.on('programmeDetail', () => ({
      ok: true,
      value: { series: null, descriptionHtml: null, performances: [] },
    }));
    this.on('refreshProgramme', () => ({ ok: true, value: null }));
    const transport: KioskTransport = {
      platform: 'electron',
      invoke: (channel, request) => this.#invoke(channel, request),
      subscribe: (channel, listener) => {
        if (channel !== STATE_CHANGED) throw new Error(`nobody speaks on ${channel}`);
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
      },
    };
    this.api = createKioskApi(transport);
  }

  /** How a call is answered from now on. */
  on<N extends KioskCallName>(name: N, handler: Handler<N>): void {
    this.#handlers.set(name, handler);
  }

  /** A new state, told to whoever listens. */
  emit(state: AnyState): void {
    this.#state = state;
    this.#version += 1;
    for (const listener of this.#listeners) listener(this.#whole());
  }

  #whole(): WholeState<AnyState> {
    return { version: this.#version, slices: this.#state };
  }

  /** The requests of one call. */
  requests(name: KioskCallName): unknown[] {
    return this.calls.filter(([called]) => called === name).map(([, request]) => request);
  }

  async #invoke(channel: string, request: unknown): Promise<unknown> {
    const names = Object.keys(CALL_CHANNELS) as KioskCallName[];
    const name = names.find((candidate) => CALL_CHANNELS[candidate] === channel);
    if (name === undefined) throw new Error(`no call has the channel ${channel}`);
    this.calls.push([name, request]);
    return await this.#handlers.get(name)?.(request as never);
  }
}
