import { isUnguarded } from '#main/entrance/door/door.ts';
import type { KioskHandlers } from '#main/base/ipc/handlers.ts';
import type { HelpCall } from '#main/entrance/help/help-call.ts';
import {
  firstStartOf,
  goOnWithFirstStart,
  noteAnswersIn,
  type StartedAs,
} from '#main/kiosk/first-start.ts';
import type { KioskOptions } from '#main/kiosk/kiosk.ts';
import type { Lock } from '#main/operations/lock/lock.ts';
import { resetPin } from '#main/operations/lock/reset-pin.ts';
import { changeSettings, setLanguage, useLogo } from '#main/kiosk/settings-in-force.ts';
import type { SettingsFile } from '#main/settings/settings-file.ts';
import { err, ok } from '#shared/result.ts';
import type { PlatformConnection } from '../platform-connection.ts';
import type { OperatorSession } from '../operator-session.ts';

export interface OperatorCallParts {
  readonly settingsFile: SettingsFile;
  readonly connection: PlatformConnection;
  readonly operatorSession: OperatorSession;
  readonly lock: Lock;
  readonly help: HelpCall;
  /** How this kiosk was started. */
  readonly startedAs: StartedAs;
  /** Missing where there are no rehearsals. */
  readonly rehearsal: KioskOptions['rehearsal'];
}

type OperatorCalls = Pick<
  KioskHandlers,
  | 'unlock'
  | 'lock'
  | 'setPin'
  | 'resetPin'
  | 'changeSettings'
  | 'goOnWithFirstStart'
  | 'setLanguage'
  | 'venueLogo'
  | 'useLogo'
  | 'rehearse'
>;

/** Calls about the lock, and about what it protects: settings and rehearsals. */
export function operatorCalls(parts: OperatorCallParts): OperatorCalls {
  const { settingsFile, connection, operatorSession, lock, rehearsal } = parts;

  return {
    async unlock({ pin }) {
      const unlocked = await lock.unlock(pin);
      // Whoever was called is there.
      if (unlocked.ok) parts.help.end();
      return unlocked;
    },
    lock() {
      lock.lock();
      return ok(null);
    },
    async setPin({ pin }) {
      if (pin === null && isUnguarded(settingsFile.read(), false)) {
        return err({ type: 'needs-pin', settings: ['audience'] });
      }
      await lock.setPin(pin);
      return ok(null);
    },
    resetPin: (request) =>
      resetPin(
        {
          lock,
          // The users of a rehearsal are invented and their passwords are not secret, so they
          // cannot unlock the kiosk; the PIN is the real one.
          client: () => (rehearsal?.isOn ? null : connection.client),
          session: () => operatorSession.session(),
        },
        request,
      ),

    changeSettings({ change }) {
      // Whoever can choose the update feed can choose what software runs here, so it needs a PIN.
      if ((change.updateFeed ?? null) !== null && !lock.state().hasPin) {
        return err({ type: 'needs-pin', settings: ['updateFeed'] });
      }
      const isAboutGuests = 'audience' in change || 'guestsWithoutPin' in change;
      const changed = { ...settingsFile.read(), ...change };
      // The first start asks for the PIN last. Without one the door does not open, whatever was answered.
      const isPinAsked = firstStartOf(settingsFile, parts.startedAs).at !== 'over';
      if (isAboutGuests && !isPinAsked && isUnguarded(changed, lock.state().hasPin)) {
        return err({ type: 'needs-pin', settings: ['audience'] });
      }
      const answer = changeSettings(settingsFile, change, connection.client?.baseUrl ?? null);
      if (answer.ok) noteAnswersIn(change, settingsFile);
      return answer;
    },
    goOnWithFirstStart: (to) => goOnWithFirstStart(settingsFile, parts.startedAs, to),
    setLanguage: ({ language }) => setLanguage(settingsFile, language),
    venueLogo: () => ok(settingsFile.read().venueLogo),
    useLogo: ({ image }) => useLogo(settingsFile, image),
    rehearse: ({ on }) => rehearsal?.switchTo(on) ?? err({ type: 'no-rehearsal' }),
  };
}
