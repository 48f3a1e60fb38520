import type { KioskState } from '#shared/model/kiosk-state.ts';
import { ok } from '#shared/result.ts';
import type { Admission } from './admission/admission.ts';
import { filterOf } from './door/selection-rules.ts';
import type { Door } from './door/door.ts';
import type { KioskHandlers } from './ipc/handlers.ts';
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
  readonly state: () => KioskState;
  /** The platform offers tickets of this client to choose from. */
  readonly onOffered: (clientId: number) => void;
  readonly onChange: () => void;
}

/** What each call of a renderer does. Requests are parsed before they come here. */
export function createKioskHandlers(services: Services): KioskHandlers {
  const { clock, settingsFile, link, shift, door, admission, programme } = services;

  async function workWith(server: string | null): Promise<void> {
    settingsFile.write({ server });
    if (server === (link.client?.baseUrl ?? null)) return;
    // Begun first, because it is about the platform that is being left.
    const signedOut = shift.signOut();
    link.connect(server);
    services.onChange();
    await signedOut;
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
      if (code === null || selection === null) return ok({ taken: false });
      admission.take({ code, source, at: clock.now() }, filterOf(selection));
      return ok({ taken: true });
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
