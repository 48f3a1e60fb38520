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

/** Why the received data is no complete code. */
export type CodeFault =
  | ReportFault
  /** The parts of one code name different symbologies. */
  | 'identifiers-differ'
  /** The next part did not come, or the scanner was unplugged. */
  | 'incomplete'
  /** The code is empty. */
  | 'empty'
  /** Longer than any code that is passed on. */
  | 'too-long';

/** The result of a report. */
export type Assembled =
  | { readonly type: 'code'; readonly code: string; readonly symbology: string | null }
  | { readonly type: 'garbled'; readonly fault: CodeFault }
  /** A report that is not part of a code: a status, or an empty one between two codes. */
  | { readonly type: 'other' };

/** The most bytes that can still be {@link LONGEST_CODE} characters and a line end. */
const MOST_BYTES = LONGEST_CODE * 4 + 2;

/**
 * Assembles codes from the reports of one scanner. The parts are not numbered, so after a part that
 * cannot be read, everything up to the code's end is discarded: the rest would look like a code.
 */
export class CodeAssembler {
  readonly #layout: ReportLayout | null;
  #parts: CodePart[] = [];
  #bytes = 0;
  /** Whether the code being received is spoilt and must be discarded. */
  #spoilt = false;
  /** Whether this has been reported already. */
  #told = false;
  #lastAt = 0;

  /** @param layout what the report descriptor says, or null. */
  constructor(layout: ReportLayout | null) {
    this.#layout = layout;
  }

  /** Whether another part is expected: then {@link expire} has to be called when it is overdue. */
  get waiting(): boolean {
    return this.#spoilt || this.#parts.length > 0;
  }

  /**
   * Processes a report that came at `at`, in steady milliseconds. Returns what it completed:
   * nothing, one result, or an incomplete code and another result.
   */
  take(report: Uint8Array, at: number): readonly Assembled[] {
    if (report.length > 0 && report[0] !== DATA_REPORT) return [{ type: 'other' }];
    const before = this.expire(at);
    this.#lastAt = at;
    const after = this.#add(report);
    return after === null ? before : [...before, after];
  }

  /** Gives up a code whose next part is overdue at `at`. */
  expire(at: number): readonly Assembled[] {
    return this.waiting && at - this.#lastAt >= PART_TIMEOUT ? this.breakOff() : [];
  }

  /** Gives up the current code: the scanner is gone, so no further part will come. */
  breakOff(): readonly Assembled[] {
    const half = this.#parts.length > 0;
    this.#reset();
    return half ? [garbled('incomplete')] : [];
  }

  #add(report: Uint8Array): Assembled | null {
    if (report.length === 0 && this.#parts.length === 0) {
      // A report without content: possibly the lost first part of a code, so that what follows at
      // once cannot be trusted.
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
