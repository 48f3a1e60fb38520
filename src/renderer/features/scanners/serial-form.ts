import { bytesOfEscaped } from '#shared/escaped-text.ts';
import { LONGEST_FEEDBACK, type FeedbackTexts } from '#shared/model/scanner-feedback.ts';
import type { SerialEnd, SerialPort, SerialSetting } from '#shared/model/scanner.ts';
import { isolated } from '#renderer/lib/selection-text.ts';

/** What scanners are set to, in bits per second. */
export const COMMON_SPEEDS: readonly number[] = [
  1200, 2400, 4800, 9600, 19_200, 38_400, 57_600, 115_200,
];

export const SERIAL_ENDS = ['cr', 'lf', 'crlf', 'pause'] as const satisfies SerialEnd[];

/** A port as most scanners need it. */
export function newSetting(path: string): SerialSetting {
  return { path, baudRate: 9600, end: 'cr', pauseMs: 50 };
}

/** The signs for what cannot be typed, to stand inside a sentence. */
export const SIGNS = isolated('\\r \\n \\t \\\\ \\xHH');

/** Whether a scanner can be told this. */
export function isFeedbackText(text: string): boolean {
  return text.length <= LONGEST_FEEDBACK && bytesOfEscaped(text) !== null;
}

/** What a scanner is told of verdicts, as it is kept: nothing where nothing was entered. */
export function feedbackOf(texts: FeedbackTexts): Pick<SerialSetting, 'feedback'> {
  return texts.good === '' && texts.bad === '' ? {} : { feedback: { ...texts } };
}

/** A serial port that is plugged in, set up, or both. */
export interface PortLine {
  readonly path: string;
  readonly name: string | null;
  /** Null: it is not used. */
  readonly setting: SerialSetting | null;
  readonly pluggedIn: boolean;
}

/** All serial ports: those that are set up first. `ports`: null while it is not known what is plugged in. */
export function portLines(
  settings: readonly SerialSetting[],
  ports: readonly SerialPort[] | null,
): readonly PortLine[] {
  const used = settings.map((setting) => {
    const port = ports?.find(({ path }) => path === setting.path);
    const pluggedIn = ports === null || port !== undefined;
    return { path: setting.path, name: port?.name ?? null, setting, pluggedIn };
  });
  const free = (ports ?? []).filter(({ path }) => settings.every((one) => one.path !== path));
  return [
    ...used,
    ...free.map(({ path, name }) => ({ path, name, setting: null, pluggedIn: true })),
  ];
}
