import { m } from '#renderer/i18n/messages.ts';
import { isolated } from '#renderer/lib/selection-text.ts';
import { guestAddress } from '#renderer/lib/side.ts';
import { good, type Line, type Reading } from '#renderer/lib/readiness-line.ts';

/** Whether guests read their side; null: there is none but this screen. */
export function guestsLine({ state }: Pick<Reading, 'state'>): Line | null {
  const {
    settings,
    machine: { appWindow },
  } = state;
  if (settings.audience !== 'both') return null;
  // In a browser people open windows, and choose a display for them.
  const isInBrowser = !appWindow.canClose;
  if (appWindow.showsGuests)
    return good(isInBrowser ? m.guestWindow_shown() : m.guestDisplay_shown());
  return isInBrowser
    ? {
        state: 'attention',
        facts: [m.guestWindow_none()],
        remedy: m.guestWindow_advice({ address: isolated(guestAddress(location)) }),
      }
    : {
        state: 'attention',
        facts: [m.guestDisplay_none_what()],
        remedy: m.guestDisplay_none_advice(),
      };
}
