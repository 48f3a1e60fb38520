import type { TicketCache } from '#main/cache/ticket-cache.ts';
import type { Door } from '#main/door/door.ts';
import type { LookUpMode } from '#main/door/look-up-mode.ts';
import type { Finder } from '#main/find/finder.ts';
import type { Surroundings } from '#main/health/surroundings.ts';
import type { KioskHandlers } from '#main/ipc/handlers.ts';
import type { KioskOptions } from '#main/kiosk-ports.ts';
import type { LedgerKeeper } from '#main/ledger/keeper.ts';
import type { Lock } from '#main/lock/lock.ts';
import { resetPin } from '#main/lock/reset-pin.ts';
import type { Clock, Fetch, Logger } from '#main/ports.ts';
import type { Programme } from '#main/programme/programme.ts';
import type { Discrepancies } from '#main/records/discrepancies.ts';
import type { History } from '#main/records/history.ts';
import type { Scanners } from '#main/scanners/scanners.ts';
import { listSerialPorts } from '#main/scanners/serial/list-ports.ts';
import { changeSettings, speak, useLogo } from '#main/settings/operator.ts';
import type { SettingsFile } from '#main/settings/settings-file.ts';
import type { Settings } from '#main/settings/settings.ts';
import type { Shell } from '#main/shell.ts';
import type { SupportBundle } from '#main/support/bundle.ts';
import { checkServer } from '#main/ticketing/check-server.ts';
import type { Updates } from '#main/updates/updates.ts';
import type { LedgerTrouble, ManagedRefusal } from '#shared/ipc/kiosk-api.ts';
import type { Counters } from '#shared/model/counters.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { PlatformLink } from './platform-link.ts';
import type { Shift } from './shift.ts';

interface Services {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly settingsFile: SettingsFile;
  readonly link: PlatformLink;
  readonly shift: Shift;
  readonly door: Door;
  readonly scanners: Scanners;
  readonly lookUpMode: LookUpMode;
  readonly finder: Finder;
  readonly lock: Lock;
  readonly programme: Programme;
  readonly cache: Pick<TicketCache, 'refresh' | 'forget'>;
  readonly discrepancies: Discrepancies;
  readonly history: History;
  readonly keeper: Pick<LedgerKeeper, 'fault' | 'mend'>;
  readonly supportBundle: Pick<SupportBundle, 'save'>;
  readonly startAgain?: () => void;
  readonly surroundings: Pick<Surroundings, 'check'>;
  /** Missing where there are no rehearsals. */
  readonly rehearsal: KioskOptions['rehearsal'];
  /** Missing where nothing is ours but the page. */
  readonly shell?: Shell;
  /** Missing where no newer version is ever looked for. */
  readonly updates?: Updates;
  readonly counters: (hours: number) => Result<Counters, LedgerTrouble>;
  readonly state: () => KioskState;
  /** The platform offers tickets of this client to choose from. */
  readonly onOffered: (clientId: number) => void;
  readonly onChange: () => void;
}

/** What each call of a renderer does. Requests are parsed before they come here. */
export function createKioskHandlers(services: Services): KioskHandlers {
  const { settingsFile, link, shift, door, lookUpMode, lock, scanners, programme } = services;
  const { cache, discrepancies, history, keeper } = services;

  /** Refuses to change what a file sets for the kiosk; null: it may be changed. */
  function refusalOf(setting: keyof Settings): Result<never, ManagedRefusal> | null {
    return settingsFile.managed.includes(setting) ? err({ type: 'managed' }) : null;
  }

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
      const refusal = refusalOf('server');
      if (refusal !== null) return refusal;
      const { plainHttpHost } = settingsFile.read();
      const checked = await checkServer(address, { ...services, plainHttpHost });
      if (!checked.ok) return checked;
      await workWith(checked.value);
      return ok(null);
    },

    async forgetServer() {
      const refusal = refusalOf('server');
      if (refusal !== null) return refusal;
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

    scan({ code, source }) {
      const taken = source === 'wedge' ? scanners.typedByScanner(code) : scanners.typedByHand(code);
      return ok({ taken });
    },
    lookUpOnly({ on }) {
      lookUpMode.set(on && door.selection !== null);
      return ok(null);
    },
    missScan({ reason }) {
      scanners.missedByKeyboard(reason);
      return ok(null);
    },
    keepRhythms({ rhythms }) {
      scanners.keepRhythms(rhythms);
      return ok(null);
    },
    useWedge({ wedge }) {
      const refusal = refusalOf('wedge');
      if (refusal !== null) return refusal;
      scanners.useWedge(wedge);
      return ok(null);
    },
    serialPorts: async () => ok(await listSerialPorts()),
    async useSerial({ serial }) {
      const refusal = refusalOf('serialScanners');
      if (refusal !== null) return refusal;
      await scanners.useSerial(serial);
      return ok(null);
    },
    forgetScanner({ id }) {
      scanners.forget(id);
      return ok(null);
    },
    tryScanners({ on }) {
      scanners.try(on);
      return ok(null);
    },

    checkHealth: () => services.surroundings.check(),
    unlock: ({ pin }) => lock.unlock(pin),
    lock() {
      lock.lock();
      return ok(null);
    },
    async setPin({ pin }) {
      await lock.setPin(pin);
      return ok(null);
    },
    resetPin: (request) =>
      resetPin(
        {
          lock,
          // Those who rehearse are made up, and their passwords are no secret; the PIN is the door's.
          client: () => (services.rehearsal?.isOn ? null : link.client),
          session: () => shift.session(),
        },
        request,
      ),

    changeSettings({ change }) {
      // Whoever says where updates come from says what runs here.
      if ((change.updateFeed ?? null) !== null && !lock.state().hasPin) {
        return err({ type: 'needs-pin', settings: ['updateFeed'] });
      }
      const changed = changeSettings(settingsFile, change, link.client?.baseUrl ?? null);
      services.onChange();
      return changed;
    },
    speak({ language }) {
      const spoken = speak(settingsFile, language);
      services.onChange();
      return spoken;
    },
    venueLogo: () => ok(settingsFile.read().venueLogo),
    useLogo({ image }) {
      const used = useLogo(settingsFile, image);
      services.onChange();
      return used;
    },

    findTickets: ({ query }) => services.finder.find(query),
    admitFound: ({ id }) => services.finder.admit(id),

    counters: ({ hours }) => services.counters(hours),

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
    history: ({ filter, before }) => history.page(filter, before),
    exportHistory: ({ filter }) => history.export(filter),
    saveSupportBundle: () => services.supportBundle.save(),
    async mendLedger() {
      // The system’s key store is asked once in the life of a process.
      if (keeper.fault?.code === 'no-key') services.startAgain?.();
      else await keeper.mend();
      return ok(null);
    },
    quit() {
      if (services.shell === undefined) return err({ type: 'nothing-to-close' });
      services.shell.quit();
      return ok(null);
    },
    lookForUpdate() {
      void services.updates?.look();
      return ok(null);
    },
    installUpdate: () => services.updates?.install() ?? err({ type: 'no-update' }),
    rehearse: ({ on }) => services.rehearsal?.switchTo(on) ?? err({ type: 'no-rehearsal' }),

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
