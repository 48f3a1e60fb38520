import { assertNever } from '#shared/assert-never.ts';
import type { ScannerFeedback } from '#shared/model/scanner-feedback.ts';
import type {
  MissReason,
  ScannerChannel,
  ScannerHealth,
  ScannerState,
} from '#shared/model/scanner.ts';
import type { KioskSettings } from '#shared/model/settings.ts';
import type { Format } from '#renderer/lib/format.ts';
import { isolated } from '#renderer/lib/selection-text.ts';
import { m } from '#renderer/i18n/messages.ts';
import { adviceOf, type Advice } from '#renderer/lib/advice.ts';

type BrokenState = Exclude<ScannerState['type'], 'ready' | 'asleep' | 'keyboard-mode' | 'slow'>;

/** A scanner that has to be looked after before it reads. */
export type BrokenScanner = ScannerHealth & {
  readonly state: Extract<ScannerState, { type: BrokenState }>;
};

/** Whether a scanner has to be looked after before it reads. */
export function isBroken(scanner: ScannerHealth): scanner is BrokenScanner {
  const { type } = scanner.state;
  // A slow one reads.
  return type !== 'ready' && type !== 'asleep' && type !== 'keyboard-mode' && type !== 'slow';
}

/** Whether a scanner is expected until it is set up no more: it cannot be forgotten where it is listed. */
export function isSetUp({ channel }: ScannerHealth): boolean {
  return channel === 'serial' || channel === 'camera';
}

/** How a scanner is called: as it calls itself, to stand inside a sentence, or what it is. */
export function scannerName({ name, channel }: ScannerHealth): string {
  if (name !== '') return isolated(name);
  return channel === 'camera' ? m.scanners_camera() : m.scanners_keyboard();
}

/** The line of a udev rule that lets whoever sits at the screen read a maker's scanners. */
const udevLine = (vendor: string) =>
  `KERNEL=="hidraw*", SUBSYSTEM=="hidraw", ATTRS{idVendor}=="${vendor}", TAG+="uaccess", GROUP="plugdev", MODE="0660"`;

/** What is done about a scanner's state, in sentences, what to do at once first; none: nothing. */
export function remedyOf({ state, channel }: ScannerHealth): readonly string[] {
  const isSerial = channel === 'serial';
  const isCamera = channel === 'camera';
  switch (state.type) {
    case 'ready':
      return [];
    case 'asleep':
      return [m.scanners_remedies_asleep_1()];
    case 'gone':
      if (isCamera) return [m.scanners_remedies_goneCamera_1(), m.scanners_remedies_gone_2()];
      return isSerial
        ? [m.scanners_remedies_goneSerial_1(), m.scanners_remedies_goneSerial_2()]
        : [m.scanners_remedies_gone_1(), m.scanners_remedies_gone_2()];
    case 'no-permission':
      if (isCamera) return [m.scanners_remedies_noPermissionCamera_1()];
      if (isSerial)
        return [
          m.scanners_remedies_noPermissionSerial_1(),
          m.scanners_remedies_noPermissionSerial_2(),
        ];
      return state.vendor === null
        ? [
            m.scanners_remedies_noPermissionHid_1(),
            m.scanners_remedies_noPermissionHid_2(),
            m.scanners_remedies_noPermissionHid_3(),
          ]
        : [
            m.scanners_remedies_noPermissionUdev_1(),
            m.scanners_remedies_noPermissionUdev_2(),
            m.scanners_remedies_noPermissionUdev_3({ line: udevLine(state.vendor) }),
          ];
    case 'in-use':
      return [m.scanners_remedies_inUse_1(), m.scanners_remedies_inUse_2()];
    case 'keyboard-mode':
      return [m.scanners_remedies_keyboardMode_1(), m.scanners_remedies_keyboardMode_2()];
    case 'dark':
      return [m.scanners_remedies_dark_1()];
    case 'slow':
      return [m.scanners_remedies_slow_1()];
    case 'unreadable':
      return [
        isSerial ? m.scanners_remedies_unreadableSerial_1() : m.scanners_remedies_unreadableHid_1(),
      ];
    case 'failed':
      return [
        m.scanners_remedies_failed_1(),
        m.scanners_remedies_failed_2({ detail: isolated(state.detail) }),
      ];
    default:
      return assertNever(state);
  }
}

/** What is done about a scanner that should show verdicts itself and does not, in sentences; none: nothing. */
export function feedbackRemedyOf(
  { feedback }: ScannerHealth,
  { scannerFeedback }: Pick<KioskSettings, 'scannerFeedback'>,
): readonly string[] {
  const isFailing = scannerFeedback && feedback?.type === 'able' && feedback.isFailing;
  return isFailing ? [m.scanners_remedies_feedback_1()] : [];
}

/** Whether a scanner that is open shows verdicts itself, or why not. */
export function feedbackWords(
  feedback: ScannerFeedback,
  channel: ScannerChannel,
  isOn: boolean,
): string {
  switch (feedback.type) {
    case 'able':
      if (feedback.isFailing) return m.scannerSetup_feedback_failing();
      return isOn ? m.scannerSetup_feedback_on() : m.scannerSetup_feedback_off();
    case 'unknown':
      return m.scannerSetup_feedback_unknown();
    case 'none':
      if (channel === 'serial') return m.scannerSetup_feedback_noneSerial();
      return channel === 'wedge'
        ? m.scannerSetup_feedback_noneWedge()
        : m.scannerSetup_feedback_none();
    default:
      return assertNever(feedback);
  }
}

/** How a scanner is, in a word or two, and all that can be done about it; '' for nothing. */
export function scannerStateWords(scanner: ScannerHealth) {
  const { type } = scanner.state;
  return {
    state: isBroken(scanner) ? 'stop' : type === 'asleep' || type === 'slow' ? 'attention' : 'good',
    what: m[`scanners_states_${type}` as const](),
    advice: remedyOf(scanner).join(' '),
  } as const;
}

/** A scanner in a line: its name, how it is, and what it has read; `now` on the kiosk's clock. */
export function scannerFact(format: Format, scanner: ScannerHealth, now: number): string {
  const { lastReadAt, codes, garbled, state } = scanner;
  const read =
    lastReadAt === null
      ? m.scanners_nothingRead()
      : m.scanners_lastRead({
          when: format.since(lastReadAt, now),
          age: format.duration(now - lastReadAt),
          count: codes,
          shown: format.count(codes),
        });
  const parts = [scannerName(scanner), m[`scanners_states_${state.type}` as const](), read];
  if (garbled > 0)
    parts.push(m.scanners_notWhole({ count: garbled, shown: format.count(garbled) }));
  return parts.join(' · ');
}

/** What is said of a scan that was not taken in; `isOpen`: the door is. */
export function missedWords(reason: MissReason, isOpen: boolean): Advice {
  if (reason !== 'door-closed') return adviceOf(`scanners_missed_${reason}`);
  return isOpen ? adviceOf('scanners_missedLetsNobody') : adviceOf('scanners_missedNotOpen');
}
