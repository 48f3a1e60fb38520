import type { Arrival, ScannerChannel } from '#shared/model/scanner.ts';
import { splitAim } from '#shared/model/aim.ts';
import { decode, terminatorOf } from '#shared/wedge/decode.ts';
import { diagnose, lostIn, TEST_BARCODE, type WedgeProblem } from '#shared/wedge/diagnose.ts';
import type { WedgeRefusal } from '#shared/wedge/frame.ts';
import type { WedgeSettings } from '#shared/wedge/settings.ts';
import type { WedgeFinding } from '#shared/wedge/step.ts';

/** What is wrong with how a scanner gave the test barcode. */
export type TrialProblem =
  | WedgeProblem
  /** It turns upper case to lower and lower to upper by itself. */
  | { readonly type: 'case-swapped' };

/** What came of a scan of the test barcode. */
export type TrialOutcome =
  | { readonly type: 'right' }
  /** `settings`: with these the kiosk reads it right; null where none do. */
  | {
      readonly type: 'wrong';
      readonly problems: readonly TrialProblem[];
      readonly settings: WedgeSettings | null;
      /** As the kiosk understood it. */
      readonly arrived: string;
    }
  /** A barcode that is not the one on the screen. */
  | { readonly type: 'other'; readonly code: string }
  /** Whatever a camera has read: it changes nothing of a code, and does not see this screen. */
  | { readonly type: 'read'; readonly code: string }
  | { readonly type: 'broken'; readonly reason: WedgeRefusal | 'garbled' | 'unfinished' };

/** One scan while scanners are tried. */
export interface TrialScan {
  readonly outcome: TrialOutcome;
  readonly channel: ScannerChannel;
  /** As the scanner calls itself; '' for keyboards. */
  readonly device: string;
  /** The AIM identifier without its bracket, where the scanner says it. */
  readonly symbology: string | null;
  /** What it typed after its code; null: nothing, or no keyboard. */
  readonly end: 'enter' | 'tab' | null;
}

/** Whether these are the same settings. */
export function isSameWedge(a: WedgeSettings, b: WedgeSettings): boolean {
  return (
    a.layout === b.layout &&
    a.capsLock === b.capsLock &&
    a.terminator === b.terminator &&
    a.prefix === b.prefix &&
    a.suffix === b.suffix
  );
}

/** What came of a scan with a keyboard scanner, that is set up like this. */
export function judgeFinding(finding: WedgeFinding, wedge: WedgeSettings): TrialScan {
  const last = finding.strokes.at(-1);
  return {
    outcome: outcomeOfFinding(finding, wedge),
    channel: 'wedge',
    device: '',
    symbology: finding.type === 'code' ? splitAim(finding.code).aim.slice(1) || null : null,
    end: last === undefined ? null : terminatorOf(last, wedge.layout),
  };
}

function outcomeOfFinding(finding: WedgeFinding, wedge: WedgeSettings): TrialOutcome {
  const { problems, settings } = diagnose(finding.strokes, TEST_BARCODE, wedge);
  const isOther = problems.some(({ type }) => type === 'unrecognisable');
  if (finding.type === 'code') {
    if (problems.length === 0) return { type: 'right' };
    if (isOther) return { type: 'other', code: splitAim(finding.code).rest };
  } else if (isOther || problems.length === 0) {
    return { type: 'broken', reason: finding.type === 'refused' ? finding.reason : 'unfinished' };
  }
  const arrived = finding.type === 'code' ? finding.code : decode(finding.strokes, wedge).text;
  const helps = settings !== null && !isSameWedge(settings, wedge);
  return { type: 'wrong', problems, settings: helps ? settings : null, arrived };
}

/** What came of a scan with a scanner that is no keyboard. */
export function judgeArrival(arrival: Exclude<Arrival, { type: 'bytes' }>): TrialScan {
  const { channel, device } = arrival;
  if (arrival.type === 'garbled') {
    const outcome = { type: 'broken', reason: 'garbled' } as const;
    return { outcome, channel, device, symbology: null, end: null };
  }
  const { code, symbology } = arrival;
  const outcome: TrialOutcome = channel === 'camera' ? { type: 'read', code } : outcomeOfCode(code);
  return { outcome, channel, device, symbology, end: null };
}

function outcomeOfCode(code: string): TrialOutcome {
  if (code === TEST_BARCODE) return { type: 'right' };
  const problems = problemsIn(code);
  if (problems.length === 0) return { type: 'other', code };
  return { type: 'wrong', problems, settings: null, arrived: code };
}

/** What is wrong with a code that was meant to be the test barcode; none if it is another. */
function problemsIn(code: string): readonly TrialProblem[] {
  const at = code.toLowerCase().indexOf(TEST_BARCODE.toLowerCase());
  if (at === -1) {
    const count = lostIn(code, TEST_BARCODE);
    return count === null ? [] : [{ type: 'characters-lost', count }];
  }
  const problems: TrialProblem[] = [];
  const prefix = code.slice(0, at);
  const text = code.slice(at, at + TEST_BARCODE.length);
  const suffix = code.slice(at + TEST_BARCODE.length);
  if (text === swapped(TEST_BARCODE)) problems.push({ type: 'case-swapped' });
  else if (text !== TEST_BARCODE) problems.push({ type: 'case-lost' });
  if (prefix !== '') problems.push({ type: 'prefix', prefix });
  if (suffix !== '') problems.push({ type: 'suffix', suffix });
  return problems;
}

function swapped(text: string): string {
  return Array.from(text, (one) =>
    one === one.toUpperCase() ? one.toLowerCase() : one.toUpperCase(),
  ).join('');
}
