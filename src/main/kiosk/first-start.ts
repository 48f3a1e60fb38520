import type { SettingsFile } from '#main/settings/settings-file.ts';
import {
  NO_FIRST_START,
  type FirstQuestion,
  type FirstStart,
  type FirstStartRefusal,
} from '#shared/model/first-start.ts';
import type { SettingsChange } from '#shared/model/settings.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { KioskOptions } from './kiosk.ts';

/** What tells that this start asks nothing, whatever has been answered. */
export type StartedAs = Pick<KioskOptions, 'baseUrl' | 'demo' | 'rehearsal'>;

/**
 * How far the first start has come. A kiosk that is given its platform, or that a file sets up, is asked nothing: whoever
 * did that has answered for many kiosks, or only tries one.
 */
export function firstStartOf(
  file: Pick<SettingsFile, 'read' | 'managed'>,
  { baseUrl, demo, rehearsal }: StartedAs,
): FirstStart {
  const isSetUp = baseUrl !== null || demo !== null || file.managed.length > 0;
  return isSetUp || rehearsal?.isOn === true ? NO_FIRST_START : file.read().firstStart;
}

/** Goes on with the first start, or back; once it is over, only what was left out can be put away. */
export function goOnWithFirstStart(
  file: Pick<SettingsFile, 'read' | 'managed' | 'write'>,
  started: StartedAs,
  firstStart: FirstStart,
): Result<null, FirstStartRefusal> {
  if (firstStartOf(file, started).at === 'over' && firstStart.at !== 'over') {
    return err({ type: 'not-asked' });
  }
  file.write({ firstStart });
  return ok(null);
}

/** Which setting answers a question, where one does. */
const ANSWERED_BY: Partial<Record<FirstQuestion, keyof SettingsChange>> = {
  name: 'kioskName',
  audience: 'audience',
};

/** Puts away what was left out at the first start, and has got its answer in the settings since. */
export function noteAnswersIn(
  change: SettingsChange,
  file: Pick<SettingsFile, 'read' | 'write'>,
): void {
  const { firstStart } = file.read();
  const skipped = firstStart.skipped.filter((question) => {
    const setting = ANSWERED_BY[question];
    return setting === undefined || !(setting in change);
  });
  if (skipped.length < firstStart.skipped.length)
    file.write({ firstStart: { ...firstStart, skipped } });
}
