import { LONGEST_CODE } from '#shared/model/scan.ts';
import {
  DATA_REPORT,
  goesOn,
  readReport,
  type CodePart,
  type ReportFault,
  type ReportLayout,
} from './report.ts';
import { textOf } from './text.ts';

/** How long a part waits for the next one, in milliseconds. */
export const PART_TIMEOUT = 500;

/** Why what came is no whole code. */
export type CodeFault =
  | ReportFault
  /** The parts of one code name different symbologies. */
  | 'identifiers-differ'
  /** Its next part did not come, or the scanner was unplugged. */
  | 'incomplete'
  /** It is empty. */
  | 'empty'
  /** Longer than any code that is passed on. */
  | 'too-long';

/** What is complete after a report. */
export type Assembled =
  | { readonly type: 'code'; readonly code: string; readonly symbology: string | null }
  | { readonly type: 'garbled'; readonly fault: CodeFault }
  /** A report that is no part of any code: a status, or an empty one between two codes. */
  | { readonly type: 'other' };

/** Bytes that may still be {@link LONGEST_CODE} characters and the end of a line. */
const MOST_BYTES = LONGEST_CODE * 4 + 2;

/**
 * Puts codes together from the reports of one scanner. The parts bear no numbers, so that after a part
 * that cannot be read everything up to the code's end is thrown away: what is left of it would be
 * taken for a code.
 */
export class CodeAssembler {
  readonly #layout: ReportLayout | null;
  #parts: CodePart[] = [];
  #bytes = 0;
  /** Whether the code in progress is unusable. */
  #spoilt = false;
  /** Whether that was reported already. */
  #told = false;
  #lastAt = 0;

  /** @param layout what the report descriptor says, or null. */
  constructor(layout: ReportLayout | null) {
    this.#layout = layout;
  }

  /** Whether a further part is expected: then {@link expire} has to be called once it is late. */
  get waiting(): boolean {
    return this.#spoilt || this.#parts.length > 0;
  }

  /**
   * Takes a report that came at `at`, in steady milliseconds. Returns everything that is complete with it:
   * nothing, one thing, or a half code and one thing more.
   */
  take(report: Uint8Array, at: number): readonly Assembled[] {
    if (report.length > 0 && report[0] !== DATA_REPORT) return [{ type: 'other' }];
    const before = this.expire(at);
    this.#lastAt = at;
    const after = this.#add(report);
    return after === null ? before : [...before, after];
  }

  /** Gives up a code whose next part is late at `at`. */
  expire(at: number): readonly Assembled[] {
    return this.waiting && at - this.#lastAt >= PART_TIMEOUT ? this.breakOff() : [];
  }

  /** No further part will come: the scanner is gone. */
  breakOff(): readonly Assembled[] {
    const half = this.#parts.length > 0;
    this.#reset();
    return half ? [garbled('incomplete')] : [];
  }

  #add(report: Uint8Array): Assembled | null {
    if (report.length === 0 && this.#parts.length === 0) {
      // The state after a start: nothing, or the first part of a code.
      this.#spoilt = true;
      return { type: 'other' };
    }
    if (this.#spoilt) return this.#throwAway(report);
    const part = readReport(report, this.#layout);
    if (!part.ok) return this.#spoil(part.error, report);
    const first = this.#parts[0] ?? part.value;
    if (part.value.symbology !== first.symbology) return this.#spoil('identifiers-differ', report);
    this.#bytes += part.value.data.length;
    if (this.#bytes > MOST_BYTES) return this.#spoil('too-long', report);
    this.#parts.push(part.value);
    return part.value.goesOn ? null : this.#finish(first.symbology);
  }

  #finish(symbology: string | null): Assembled {
    const code = textOf(this.#parts.map(({ data }) => data));
    this.#reset();
    if (code === '') return garbled('empty');
    return code.length > LONGEST_CODE ? garbled('too-long') : { type: 'code', code, symbology };
  }

  #spoil(fault: CodeFault, report: Uint8Array): Assembled {
    this.#reset();
    this.#spoilt = goesOn(report);
    this.#told = this.#spoilt;
    return garbled(fault);
  }

  #throwAway(report: Uint8Array): Assembled | null {
    const told = this.#told;
    this.#spoilt = goesOn(report);
    this.#told = this.#spoilt;
    return told ? null : garbled('cut-short');
  }

  #reset(): void {
    this.#parts = [];
    this.#bytes = 0;
    this.#spoilt = false;
    this.#told = false;
  }
}

function garbled(fault: CodeFault): Assembled {
  return { type: 'garbled', fault };
}
