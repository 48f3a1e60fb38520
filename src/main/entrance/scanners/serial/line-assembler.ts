import { LONGEST_CODE } from '#shared/model/scan.ts';
import { readLine, type Line } from './read-line.ts';
import type { SerialEnd } from '#shared/model/scanner.ts';

const CR = 0x0d;
const LF = 0x0a;

/**
 * The most bytes that a code can take: up to three for each UTF-16 unit in UTF-8, and some framing.
 */
const LONGEST_LINE = 3 * LONGEST_CODE + 64;

/**
 * Assembles codes from the bytes of one open port, however they are split. It has no timer: its
 * owner tells it when nothing came for a while.
 *
 * It begins adrift: the port may have been opened in the middle of a code, whose rest would look
 * like a complete one. While adrift, nothing counts as a code until the next end or the next
 * silence.
 */
export class LineAssembler {
  readonly #end: SerialEnd;
  readonly #bytes = new Uint8Array(LONGEST_LINE);
  #length = 0;
  #last = 0;
  #isAdrift = true;

  constructor(end: SerialEnd) {
    this.#end = end;
  }

  /** Whether the next bytes may be the rest of a code whose beginning is lost. */
  get isAdrift(): boolean {
    return this.#isAdrift;
  }

  /** Whether a silence would have an effect. */
  get isWaiting(): boolean {
    return this.#isAdrift || this.#length > 0;
  }

  /** Returns the lines that end within these bytes. */
  push(bytes: Uint8Array): readonly Line[] {
    const lines: Line[] = [];
    for (const byte of bytes) {
      const isEnd = this.#isEnd(byte);
      this.#last = byte;
      if (isEnd) lines.push(...this.#endLine());
      else this.#add(byte);
    }
    return lines;
  }

  /**
   * Called when nothing came for as long as it takes to end a code, or to give up an incomplete
   * one.
   */
  silence(): readonly Line[] {
    if (this.#end === 'pause') return this.#endLine();
    const lines = this.#take().map(asLost);
    // The missing rest may still come, late.
    this.#isAdrift = lines.length > 0;
    return lines;
  }

  /** Called when the port is gone: an incomplete code is lost. */
  cut(): readonly Line[] {
    return this.#take().map(asLost);
  }

  #isEnd(byte: number): boolean {
    switch (this.#end) {
      case 'cr':
        return byte === CR;
      case 'lf':
        return byte === LF;
      case 'crlf':
        return byte === LF && this.#last === CR;
      case 'pause':
        return false;
    }
  }

  #add(byte: number): void {
    if (this.#length < LONGEST_LINE) this.#bytes[this.#length] = byte;
    this.#length += 1;
  }

  #endLine(): readonly Line[] {
    const lines = this.#take();
    if (!this.#isAdrift) return lines;
    this.#isAdrift = false;
    return lines.map(asLost);
  }

  #take(): readonly Line[] {
    const length = this.#length;
    this.#length = 0;
    if (length > LONGEST_LINE) return [{ type: 'too-long' }];
    const line = readLine(this.#bytes.subarray(0, length));
    return line === null ? [] : [line];
  }
}

/** An incomplete line is no code, even if it looks like one. */
function asLost(line: Line): Line {
  return line.type === 'code' ? { type: 'garbled' } : line;
}
