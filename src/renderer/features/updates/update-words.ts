import { m } from '#renderer/i18n/messages.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { CallFailure } from '#shared/ipc/kiosk-api.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import type { UpdateRefusal } from '#shared/model/update.ts';
import { updateObstacle } from '#shared/model/update-obstacle.ts';
import { adviceOf } from '#renderer/lib/advice.ts';
import { callFailureWords } from '#renderer/lib/failure-words.ts';
import { good, known, type Line, type Reading } from '#renderer/lib/readiness-line.ts';
import { isolated } from '#renderer/lib/selection-text.ts';

/** Where the words are read: beside what installs it, or where people are sent there. */
type Place = 'settings' | 'elsewhere';

/** Which version runs here, and how it is with newer ones. */
export function updateLine(reading: Pick<Reading, 'state' | 'format' | 'now'>): Line {
  const { facts, ...line } = newerLine(reading, 'elsewhere');
  return { ...line, facts: [`${isolated(`Usher ${reading.state.machine.version}`)}.`, ...facts] };
}

/** How it is with newer versions. */
export function newerLine(
  { state, format, now }: Pick<Reading, 'state' | 'format' | 'now'>,
  place: Place,
): Line {
  const {
    machine: { update },
  } = state;
  switch (update.type) {
    case 'none':
      return good(m.update_none());
    case 'no-key': {
      const isAsked = state.settings.updateFeed !== null;
      return {
        state: isAsked ? 'attention' : 'good',
        facts: [m.update_noKey_what()],
        remedy: isAsked ? m.update_noKey_advice() : null,
      };
    }
    case 'current':
      return good(
        update.lookedAt === null
          ? m.update_notYet()
          : m.update_current({ when: format.since(update.lookedAt, now) }),
      );
    case 'looking':
      return good(m.update_looking());
    case 'downloading':
      return good(
        m.update_downloading({
          version: isolated(update.version),
          percent: format.percent(update.share),
        }),
      );
    case 'ready':
      return readyLine({ state, format, now }, update, place);
    case 'by-hand': {
      return {
        state: 'attention',
        facts: [m.update_byHand_what({ version: isolated(update.version) })],
        remedy: m.update_byHand_advice(),
      };
    }
    case 'installing':
      return good(m.update_installing({ version: isolated(update.version) }));
    case 'failed': {
      const { what, advice } = adviceOf(`update_failed_${update.reason}`);
      const isBeside = place === 'settings' && update.reason === 'not-a-feed';
      const remedy = isBeside ? m['update_here_not-a-feed']() : advice;
      return { state: 'attention', facts: [what], remedy };
    }
    default:
      return assertNever(update);
  }
}

/** Whether to lead to the settings: to install the version, or to correct the feed. */
export function isForTheSettings(update: KioskState['machine']['update']): boolean {
  return update.type === 'ready' || (update.type === 'failed' && update.reason === 'not-a-feed');
}

/** It needs nothing if it is installed by itself. */
function readyLine(
  { state, format, now }: Pick<Reading, 'state' | 'format' | 'now'>,
  { version, way }: Extract<KioskState['machine']['update'], { type: 'ready' }>,
  place: Place,
): Line {
  const { updateHour } = state.settings;
  const isByItself = way === 'by-itself' && updateHour !== null;
  const obstacle = updateObstacle(state, isByItself ? { now } : null);
  const facts = known([
    m.update_ready({ version: isolated(version) }),
    isByItself && m.update_atHour({ time: isolated(format.clock(updateHour * 60)) }),
    obstacle !== null && m[`update_waits_${obstacle}`](),
  ]);
  if (isByItself && obstacle !== 'no-pin') return { state: 'good', facts, remedy: null };
  return { state: 'attention', facts, remedy: howToInstall(way, place) };
}

function howToInstall(way: 'by-itself' | 'on-word', place: Place): string {
  const install = m.update_install();
  switch (place) {
    case 'settings':
      return way === 'by-itself'
        ? m.update_here_onWord({ install })
        : m.update_here_administrator({ install });
    case 'elsewhere':
      return way === 'by-itself' ? m.update_onWord() : m.update_administrator();
    default:
      return assertNever(place);
  }
}

/** Why an update that was asked for was not installed. */
export function updateRefusalWords(of: UpdateRefusal | CallFailure): string {
  switch (of.type) {
    case 'not-now':
      return m[`update_waits_${of.obstacle}`]();
    case 'no-update':
      return m.update_noUpdate();
    case 'failed':
      return adviceOf(`update_failed_${of.reason}`).what;
    case 'call-refused':
    case 'locked':
    case 'internal':
      return callFailureWords(of).what;
    default:
      return assertNever(of);
  }
}
