import { bytesOfEscaped } from '#shared/escaped-text.ts';
import { FEEDBACK_SIGNALS, type FeedbackTexts } from '#shared/model/scanner-feedback.ts';
import type { FeedbackDevice } from '../feedback.ts';
import type { OpenPort } from './open-port.ts';

/** A scanner that is told by texts, over the port at which it is read. */
export function serialFeedback(
  port: Pick<OpenPort, 'write'>,
  texts: FeedbackTexts | undefined,
): FeedbackDevice {
  return {
    signals: FEEDBACK_SIGNALS.filter((signal) => texts !== undefined && texts[signal] !== ''),
    show: (signal) => port.write(bytesOfEscaped(texts?.[signal] ?? '') ?? new Uint8Array()),
  };
}
