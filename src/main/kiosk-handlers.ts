import type { KioskState } from '#shared/model/kiosk-state.ts';
import { ok } from '#shared/result.ts';
import type { Admission } from './admission/admission.ts';
import { filterOf } from './door/selection-rules.ts';
import type { TicketCache } from './cache/ticket-cache.ts';
import type { Discrepancies } from './discrepancies.ts';
import type { Door } from './door/door.ts';
import type { KioskHandlers } from './ipc/handlers.ts';
import type { LedgerKeeper } from './ledger/keeper.ts';
import type { PlatformLink } from './platform-link.ts';
import type { Programme } from './programme/programme.ts';
import type { Clock, Fetch, Logger } from './ports.ts';
import { cleanCode } from './scanners/clean-code.ts';
import type { SettingsFile } from './settings/settings-file.ts';
import type { Shift } from './shift.ts';
import { checkServer } from './ticketing/check-server.ts';

interface Services {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly settingsFile: SettingsFile;
  readonly link: PlatformLink;
  readonly shift: Shift;
  readonly door: Door;
  readonly admission: Admission;
  readonly programme: Programme;
  readonly cache: Pick<TicketCache, 'refresh' | 'forget'>;
  readonly discrepancies: Discrepancies;
  readonly keeper: Pick<LedgerKeeper, 'mend'>;
  /** False while nothing can be recorded, and while the operator, or the kiosk, is leaving. */
  readonly mayScan: () => boolean;
  readonly state: () => KioskState;
  /** The platform offers tickets of this client to choose from. */
  readonly onOffered: (clientId: number) => void;
  readonly onChange: () => void;
}

/** What each call of a renderer does. Requests are parsed before they come here. */
export function createKioskHandlers(services: Services): KioskHandlers {
  const { clock, settingsFile, link, shift, door, admission, programme } = services;
  const { cache, discrepancies, keeper } = services;

  async function workWith(server: string | null): Promise<void> {
    settingsFile.write({ server });
    if (server === (link.client?.baseUrl ?? null)) return;
    // First, because it is about the platform that is being left.
    await shift.signOut();
    link.connect(server);
    cache.forget();
    services.onChange();
  }

  return {
    state: () => ok(services.state()),

    async useServer({ address }) {
      const checked = await checkServer(address, services);
      if (!checked.ok) return checked;
      await workWith(checked.value);
      return ok(null);
    },

    async forgetServer() {
      await workWith(null);
      return ok(null);
    },

    signIn: ({ username, password }) => shift.signIn(username, password),

    async signOut() {
      await shift.signOut();
      return ok(null);
    },

    async filterOptions() {
      const offered = await shift.filterOptions();
      const [first] = offered.ok ? offered.value : [];
      if (first !== undefined) services.onOffered(first.id);
      return offered;
    },

    select({ selection }) {
      shift.close();
      if (selection !== null && link.client !== null) door.open(selection, link.client.baseUrl);
      return ok(null);
    },

    scan({ code: raw, source }) {
      const code = cleanCode(source === 'manual' ? raw.trim() : raw);
      const { selection } = door;
      if (code === null || selection === null || link.client === null || !services.mayScan()) {
        return ok({ taken: false });
      }
      const opening = { platform: link.client.baseUrl, filter: filterOf(selection) };
      admission.take({ code, source, at: clock.now() }, opening);
      return ok({ taken: true });
    },

    refreshTickets() {
      void cache.refresh();
      return ok(null);
    },
    discrepancies: ({ before }) => discrepancies.page(before),
    acknowledgeDiscrepancies({ ids }) {
      const done = discrepancies.acknowledge(ids);
      services.onChange();
      return done;
    },
    exportDiscrepancies: () => discrepancies.export(),
    async mendLedger() {
      await keeper.mend();
      return ok(null);
    },

    programmeBoard: () => ok(programme.board()),
    programmeMonth: ({ year, month }) => ok(programme.month(year, month)),
    programmeSeries: () => ok(programme.series()),
    programmePerformances: (scope) => ok(programme.performances(scope)),
    programmeDetail: ({ productionId }) => ok(programme.detail(productionId)),
    refreshProgramme() {
      programme.refresh();
      return ok(null);
    },
  };
}
