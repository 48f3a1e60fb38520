import { errorFact } from '#main/base/log/error-fact.ts';
import type { Logger } from '#main/base/ports.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import type { Autostart } from '#shared/model/app-window.ts';

export interface AutostartParts {
  readonly kiosk: {
    state(): KioskState;
    onState(listener: (state: KioskState) => void): () => void;
  };
  /** Registers or removes the autostart with the system; throws the system's error. */
  readonly tell: (on: boolean) => void;
  readonly onOutcome: (outcome: Autostart) => void;
  readonly logger: Logger;
}

/** Has the system start the kiosk by itself, or not, as the settings say: now, and when they change. */
export function followAutostart({ kiosk, tell, onOutcome, logger }: AutostartParts): void {
  let told: boolean | null = null;
  const follow = ({ settings, machine: { rehearsal, demo } }: KioskState): void => {
    // The settings of a rehearsal or a demonstration do not apply to the real kiosk.
    if (rehearsal || demo !== null || settings.autostart === told) return;
    told = settings.autostart;
    try {
      tell(told);
      onOutcome('possible');
    } catch (error) {
      logger.error('the system does not start the kiosk by itself', errorFact(error));
      onOutcome('failed');
    }
  };
  kiosk.onState(follow);
  follow(kiosk.state());
}
