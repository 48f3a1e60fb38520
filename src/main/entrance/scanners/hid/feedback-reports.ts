import { FEEDBACK_SIGNALS, type FeedbackSignal } from '#shared/model/scanner-feedback.ts';
import { fieldsOf, type ReportField } from './report-descriptor.ts';

/** One report as it is sent: its id first, 0 where the device's reports have none. */
export interface FeedbackReport {
  readonly kind: 'output' | 'feature';
  readonly bytes: Uint8Array;
}

/** What a scanner is sent for each signal that it offers, and what ends it a moment later; may be nothing. */
export type FeedbackReports = {
  readonly [S in FeedbackSignal]?: {
    readonly begin: readonly FeedbackReport[];
    readonly end: readonly FeedbackReport[];
  };
};

/** The usage page of bar code scanners (HID POS usage tables 1.02, section 3). */
const SCANNER_PAGE = 0x8c;
const LED_PAGE = 0x08;
const PREVENT_READ = 0x8c_005f;
const INITIATE_READ = 0x8c_0060;
const GOOD_READ_LED = 0x8c_007d;
const ERROR_BEEP = 0x8c_0085;
const GOOD_READ_BEEP = 0x8c_0086;
const NOT_ON_FILE_BEEP = 0x8c_0087;
const RED_LED = 0x08_0048;
const GREEN_LED = 0x08_0049;

const USAGES: Readonly<Record<FeedbackSignal, readonly number[]>> = {
  good: [GOOD_READ_BEEP, GOOD_READ_LED, GREEN_LED],
  bad: [ERROR_BEEP, RED_LED],
};

/** What is merely commanded: 0 commands nothing, or the state in which a scanner reads. */
const COMMANDS: ReadonlySet<number> = new Set([
  ...[PREVENT_READ, INITIATE_READ, GOOD_READ_LED, ERROR_BEEP, GOOD_READ_BEEP, NOT_ON_FILE_BEEP],
]);

/** The longest report that is sent, in bytes: that of a USB packet at full speed, and its id. */
const LONGEST_REPORT = 65;

/**
 * Returns what a scanner is sent to show a verdict, by the standard usages that its report descriptor offers. Only
 * reports of commands are used: a report that also holds settings, a maker's own data or something unknown is never
 * sent, since all of it would be set.
 */
export function feedbackReports(descriptor: Uint8Array): FeedbackReports {
  const reports = commandReports(fieldsOf(descriptor));
  const offered = FEEDBACK_SIGNALS.flatMap((signal) => {
    if (!reports.some((report) => setsAny(report, USAGES[signal]))) return [];
    // The light of the signal before may still be on.
    const begun = reports.filter((each) => setsAny(each, USAGES[signal]) || hasToEnd(each));
    const ended = reports.filter(hasToEnd);
    const begin = begun.map((each) => reportOf(each, USAGES[signal]));
    return [[signal, { begin, end: ended.map((each) => reportOf(each, [])) }] as const];
  });
  return Object.fromEntries(offered);
}

/** The fields of one report, all of them. */
type WholeReport = readonly ReportField[];

function commandReports(fields: readonly ReportField[]): readonly WholeReport[] {
  const reports = new Map<string, WholeReport>();
  for (const field of fields) {
    const report = `${field.kind} ${field.id}`;
    reports.set(report, [...(reports.get(report) ?? []), field]);
  }
  const signals = FEEDBACK_SIGNALS.flatMap((signal) => USAGES[signal]);
  return [...reports.values()].filter(
    (report) =>
      setsAny(report, signals) && report.every(isCommand) && sizeOf(report) <= LONGEST_REPORT,
  );
}

/** Whether a field is written, of the scanner itself, and no harm is done by 0. */
function isCommand({ kind, application, usages, isConstant, isVariable }: ReportField): boolean {
  if (kind === 'input' || pageOf(application) !== SCANNER_PAGE) return false;
  if (isConstant) return true;
  // In a feature report it is the setting whether there is such a light at all.
  const isSetting = kind === 'feature' && usages.includes(GOOD_READ_LED);
  return (
    isVariable &&
    usages.length > 0 &&
    usages.every((usage) => COMMANDS.has(usage) || pageOf(usage) === LED_PAGE) &&
    !isSetting
  );
}

/** Whether a report stays as it was sent until it is sent otherwise: a light, or a command that is no change. */
function hasToEnd(report: WholeReport): boolean {
  const signals = FEEDBACK_SIGNALS.flatMap((signal) => USAGES[signal]);
  const lights = signals.filter((usage) => usage === GOOD_READ_LED || pageOf(usage) === LED_PAGE);
  return report.some((field) => setsAny([field], field.isRelative ? lights : signals));
}

function setsAny(report: WholeReport, usages: readonly number[]): boolean {
  return report.some((field) => usages.some((usage) => indexOf(field, usage) !== -1));
}

/** Which of a group of fields has this usage, from 0; -1: none. */
function indexOf({ usages, count, size, isConstant }: ReportField, usage: number): number {
  const index = usages.indexOf(usage);
  return isConstant || size === 0 || index >= count ? -1 : index;
}

/** The report in which these usages are 1, and all else 0. */
function reportOf(report: WholeReport, usages: readonly number[]): FeedbackReport {
  const bytes = new Uint8Array(sizeOf(report));
  bytes[0] = report[0]?.id ?? 0;
  for (const field of report) {
    for (const usage of usages) {
      const index = indexOf(field, usage);
      if (index === -1) continue;
      const bit = 8 + field.offset + index * field.size;
      const byte = Math.floor(bit / 8);
      bytes[byte] = (bytes[byte] ?? 0) | (1 << (bit % 8));
    }
  }
  return { kind: report[0]?.kind === 'feature' ? 'feature' : 'output', bytes };
}

/** The length of a report with its id, in bytes. */
function sizeOf(report: WholeReport): number {
  const bits = report.reduce((sum, { size, count }) => sum + size * count, 0);
  return 1 + Math.ceil(bits / 8);
}

function pageOf(usage: number): number {
  return Math.floor(usage / 0x1_0000);
}
