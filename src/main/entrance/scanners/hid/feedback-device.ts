import type { Clock } from '#main/base/ports.ts';
import { FEEDBACK_SIGNALS } from '#shared/model/scanner-feedback.ts';
import type { FeedbackDevice } from '../feedback.ts';
import type { FeedbackReport, FeedbackReports } from './feedback-reports.ts';
import type { OpenHid } from './port.ts';

/** How long a light stays on, in milliseconds. */
export const FEEDBACK_PULSE = 700;

/** An open scanner's own light and beeper, as far as its reports offer them. */
export function hidFeedback(
  open: OpenHid,
  reports: FeedbackReports,
  clock: Pick<Clock, 'after'>,
): FeedbackDevice {
  let endNow: (() => void) | null = null;
  let isClosed = false;

  const send = ({ kind, bytes }: FeedbackReport): Promise<boolean> =>
    kind === 'output' ? open.sendOutput(bytes) : open.sendFeature(bytes);

  async function sendAll(all: readonly FeedbackReport[]): Promise<boolean> {
    for (const report of all) {
      if (!(await send(report))) return false;
    }
    return true;
  }

  return {
    signals: FEEDBACK_SIGNALS.filter((signal) => reports[signal] !== undefined),
    async show(signal) {
      const { begin, end } = reports[signal] ?? { begin: [], end: [] };
      endNow = null;
      const isShown = await sendAll(begin);
      // A light that came on before the next report was refused, or while the scanner was let go of, goes off again.
      if (!isShown || isClosed) void sendAll(end);
      if (!isShown || isClosed || end.length === 0) return isShown;
      const ending = (): void => {
        // A newer one may have begun; then it ends that, too.
        if (endNow !== ending) return;
        endNow = null;
        callOff();
        void sendAll(end);
      };
      const callOff = clock.after(FEEDBACK_PULSE, ending);
      endNow = ending;
      return true;
    },
    close() {
      isClosed = true;
      endNow?.();
    },
  };
}
