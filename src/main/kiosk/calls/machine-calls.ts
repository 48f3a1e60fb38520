import type { EnvironmentMonitor } from '#main/operations/health/environment-monitor.ts';
import type { KioskHandlers } from '#main/base/ipc/handlers.ts';
import type { LedgerKeeper } from '#main/ledger/keeper.ts';
import type { AppWindow } from '#main/base/app-window.ts';
import type { SupportBundle } from '#main/operations/support/bundle.ts';
import type { Updates } from '#main/operations/updates/updates.ts';
import { err, ok } from '#shared/result.ts';

export interface MachineCallParts {
  readonly environment: Pick<EnvironmentMonitor, 'check'>;
  readonly keeper: Pick<LedgerKeeper, 'fault' | 'reopen'>;
  readonly supportBundle: Pick<SupportBundle, 'save'>;
  readonly startAgain?: () => void;
  /** Missing where the kiosk has no window of its own, only a page. */
  readonly appWindow?: AppWindow;
  /** Missing where no newer version is ever looked for. */
  readonly updates?: Updates;
}

type MachineCalls = Pick<
  KioskHandlers,
  | 'checkHealth'
  | 'mendLedger'
  | 'saveSupportBundle'
  | 'quit'
  | 'swapSides'
  | 'lookForUpdate'
  | 'installUpdate'
>;

/** Calls about the machine that the kiosk runs on, and about the kiosk as a program on it. */
export function machineCalls(parts: MachineCallParts): MachineCalls {
  const { environment, keeper, supportBundle, startAgain, appWindow, updates } = parts;
  return {
    checkHealth: () => environment.check(),
    async mendLedger() {
      // The system’s key store is asked only once per process, so a restart is needed.
      if (keeper.fault?.code === 'no-key') startAgain?.();
      else await keeper.reopen();
      return ok(null);
    },
    saveSupportBundle: () => supportBundle.save(),
    quit() {
      if (!appWindow?.state().canClose) return err({ type: 'nothing-to-close' });
      appWindow.quit();
      return ok(null);
    },
    swapSides() {
      appWindow?.swapSides();
      return ok(null);
    },
    lookForUpdate() {
      void updates?.look();
      return ok(null);
    },
    installUpdate: () => updates?.install() ?? err({ type: 'no-update' }),
  };
}
