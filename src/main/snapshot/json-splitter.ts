/**
 * Splits a JSON object with one long array into pieces for JSON.parse: the members of the object,
 * and the elements of that array. It only finds where a piece ends; whether a piece is valid is
 * left to JSON.parse. Memory use does not grow with the number of elements.
 */

/** Receives the pieces, as JSON text, in their order. */
export interface JsonPieces {
  /** A member of the object other than the array. `null` if it is longer than allowed. */
  member(name: string, json: string | null): void;
  /** An element of the array. `null` if it is longer than allowed. */
  element(json: string | null): void;
}

/** What may come next between pieces. */
type Next =
  | 'object'
  | 'first-name'
  | 'name'
  | 'colon'
  | 'value'
  | 'member-end'
  | 'first-element'
  | 'element'
  | 'element-end'
  | 'nothing';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

export class JsonSplitter {
  readonly #array: string;
  readonly #longest: number;
  readonly #pieces: JsonPieces;
  #next: Next = 'object';
  #broken = false;
  #arraySeen = false;
  #name = '';
  /** How many bytes of a byte order mark have been seen; -1 once there cannot be one any more. */
  #mark = 0;

  /**
   * The state of the piece being read: its parts from earlier chunks, and where the last chunk
   * ended in it.
   */
  #reading = false;
  #parts: Buffer[] = [];
  #length = 0;
  #depth = 0;
  #inString = false;
  #escaped = false;

  /**
   * @param array the name of the member whose elements are passed one by one, if it is an array
   * @param longest the most bytes that one piece may have
   */
  constructor(array: string, longest: number, pieces: JsonPieces) {
    this.#array = array;
    this.#longest = longest;
    this.#pieces = pieces;
  }

  /** Whether there was an array of that name. */
  get arraySeen(): boolean {
    return this.#arraySeen;
  }

  /**
   * Processes the next bytes. Returns false if this is no such document; nothing more is read then.
   */
  write(chunk: Buffer): boolean {
    let at = this.#mark < 0 ? 0 : this.#skipMark(chunk);
    while (at < chunk.length && !this.#broken) {
      at = this.#reading ? this.#read(chunk, at) : this.#step(chunk, at);
    }
    return !this.#broken;
  }

  /** Called when the document has ended. Returns false if it is incomplete. */
  end(): boolean {
    return !this.#broken && this.#next === 'nothing';
  }

  #skipMark(chunk: Buffer): number {
    let at = 0;
    while (this.#mark < BYTE_ORDER_MARK.length && at < chunk.length) {
      if (chunk[at] !== BYTE_ORDER_MARK[this.#mark]) {
        if (this.#mark > 0) this.#broken = true;
        break;
      }
      this.#mark += 1;
      at += 1;
    }
    if (at < chunk.length) this.#mark = -1;
    return at;
  }

  /** Processes one byte between pieces, or begins to read a piece. */
  #step(chunk: Buffer, at: number): number {
    const byte = chunk[at];
    if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) return at + 1;
    switch (this.#next) {
      case 'object':
        return this.#pass(byte === OPEN_OBJECT, 'first-name', at);
      case 'first-name':
        if (byte === CLOSE_OBJECT) return this.#pass(true, 'nothing', at);
        return this.#begin(byte === QUOTE, at);
      case 'name':
        return this.#begin(byte === QUOTE, at);
      case 'colon':
        return this.#pass(byte === COLON, 'value', at);
      case 'value':
        if (byte !== OPEN_ARRAY || this.#name !== this.#array) return this.#begin(true, at);
        // With two arrays of that name it is unclear which one is meant.
        if (this.#arraySeen) return this.#pass(false, 'nothing', at);
        this.#arraySeen = true;
        return this.#pass(true, 'first-element', at);
      case 'member-end':
        if (byte === COMMA) return this.#pass(true, 'name', at);
        return this.#pass(byte === CLOSE_OBJECT, 'nothing', at);
      case 'first-element':
        if (byte === CLOSE_ARRAY) return this.#pass(true, 'member-end', at);
        return this.#begin(true, at);
      case 'element':
        return this.#begin(true, at);
      case 'element-end':
        if (byte === COMMA) return this.#pass(true, 'element', at);
        return this.#pass(byte === CLOSE_ARRAY, 'member-end', at);
      case 'nothing':
        return this.#pass(false, 'nothing', at);
    }
  }

  #pass(allowed: boolean, next: Next, at: number): number {
    this.#broken = !allowed;
    this.#next = next;
    return at + 1;
  }

  #begin(allowed: boolean, at: number): number {
    this.#broken = !allowed;
    this.#reading = true;
    this.#parts = [];
    this.#length = 0;
    this.#depth = 0;
    this.#inString = false;
    this.#escaped = false;
    return at;
  }

  /** Continues reading a piece, up to its end or the chunk's. */
  #read(chunk: Buffer, start: number): number {
    let depth = this.#depth;
    let inString = this.#inString;
    let escaped = this.#escaped;
    // The end of a number or a literal shows only by the byte that follows it.
    let end = -1;
    let at = start;
    for (; at < chunk.length && end < 0; at += 1) {
      const byte = chunk[at];
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) {
          inString = false;
          if (depth === 0) end = at + 1;
        }
      } else if (byte === QUOTE) {
        inString = true;
      } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
        depth += 1;
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
        depth -= 1;
        if (depth <= 0) end = at + 1 + depth;
      } else if (byte === COMMA && depth === 0) {
        end = at;
      }
    }
    this.#depth = depth;
    this.#inString = inString;
    this.#escaped = escaped;
    if (end < 0) {
      this.#keep(chunk.subarray(start));
      return chunk.length;
    }
    this.#finish(chunk, start, end);
    return end;
  }

  #keep(part: Buffer): void {
    this.#length += part.length;
    if (this.#length > this.#longest) this.#parts = [];
    else this.#parts.push(part);
  }

  #finish(chunk: Buffer, start: number, end: number): void {
    this.#reading = false;
    if (this.#length + end - start > this.#longest) {
      this.#hand(null);
    } else if (this.#length === 0) {
      this.#hand(chunk.toString('utf8', start, end));
    } else {
      this.#parts.push(chunk.subarray(start, end));
      this.#hand(Buffer.concat(this.#parts).toString('utf8'));
    }
    this.#parts = [];
  }

  #hand(json: string | null): void {
    if (this.#next === 'value') {
      this.#pieces.member(this.#name, json);
      this.#next = 'member-end';
    } else if (this.#next === 'element' || this.#next === 'first-element') {
      this.#pieces.element(json);
      this.#next = 'element-end';
    } else {
      const name = json === null ? null : textOf(json);
      this.#broken = name === null;
      this.#name = name ?? '';
      this.#next = 'colon';
    }
  }
}

/** The value of a JSON string; null if it is none. */
function textOf(json: string): string | null {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}
