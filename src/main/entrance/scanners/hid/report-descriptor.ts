/** What a field is for: to be read, to be written, or both. */
export type ReportKind = 'input' | 'output' | 'feature';

/** Fields of one size that lie side by side in a report (HID 1.11, 6.2.2.5). */
export interface ReportField {
  readonly kind: ReportKind;
  /** The id of the report; 0: the device's reports have none. */
  readonly id: number;
  /** Where the first one begins, in bits behind the id. */
  readonly offset: number;
  /** Bits of each. */
  readonly size: number;
  readonly count: number;
  /** Usage pages (upper half) and usages, in their order; the last one is that of all further fields, too. */
  readonly usages: readonly number[];
  /** Usage page and usage of the application that they belong to; 0: none. */
  readonly application: number;
  /** They mean nothing. */
  readonly isConstant: boolean;
  /** Each is the value of its usage; else each names one of the usages. */
  readonly isVariable: boolean;
  /** Each is a change; 0 changes nothing. */
  readonly isRelative: boolean;
}

/** The most usages that are taken from one range: more than any report has fields. */
const MOST_USAGES = 256;

/** Tags of the short items that are used here, including their type but not their size (HID 1.11, 6.2.2). */
const MAIN: ReadonlyMap<number, ReportKind> = new Map([
  [0x80, 'input'],
  [0x90, 'output'],
  [0xb0, 'feature'],
]);
const COLLECTION = 0xa0;
const END_COLLECTION = 0xc0;
const USAGE_PAGE = 0x04;
const REPORT_SIZE = 0x74;
const REPORT_ID = 0x84;
const REPORT_COUNT = 0x94;
const PUSH = 0xa4;
const POP = 0xb4;
const USAGE = 0x08;
const USAGE_MINIMUM = 0x18;
const USAGE_MAXIMUM = 0x28;
const LONG_ITEM = 0xfe;
const MAIN_ITEM = 0x00;

const CONSTANT = 1;
const VARIABLE = 2;
const RELATIVE = 4;

/** All fields of a device's reports, as its report descriptor lists them, as far as it can be read. */
export function fieldsOf(descriptor: Uint8Array): readonly ReportField[] {
  const fields: ReportField[] = [];
  const ends = new Map<string, number>();
  const pushed: Globals[] = [];
  let globals: Globals = { page: 0, id: 0, size: 0, count: 0 };
  let usages: number[] = [];
  let least: number | null = null;
  let depth = 0;
  let application = 0;
  for (const { tag, value, bytes } of items(descriptor)) {
    const usage = bytes === 4 ? value : globals.page * 0x1_0000 + value;
    const kind = MAIN.get(tag);
    if (kind !== undefined) {
      const { id, size, count } = globals;
      const report = `${kind} ${id}`;
      const offset = ends.get(report) ?? 0;
      ends.set(report, offset + size * count);
      const isConstant = (value & CONSTANT) !== 0;
      const isVariable = (value & VARIABLE) !== 0;
      const isRelative = (value & RELATIVE) !== 0;
      fields.push({
        ...{ kind, id, offset, size, count, usages, application },
        ...{ isConstant, isVariable, isRelative },
      });
    } else if (tag === COLLECTION) {
      if (depth === 0) application = usages[0] ?? 0;
      depth += 1;
    } else if (tag === END_COLLECTION) {
      depth -= 1;
      if (depth <= 0) [depth, application] = [0, 0];
    } else if (tag === USAGE_PAGE) globals = { ...globals, page: value };
    else if (tag === REPORT_ID) globals = { ...globals, id: value };
    else if (tag === REPORT_SIZE) globals = { ...globals, size: value };
    else if (tag === REPORT_COUNT) globals = { ...globals, count: value };
    else if (tag === PUSH) pushed.push(globals);
    else if (tag === POP) globals = pushed.pop() ?? globals;
    else if (tag === USAGE) usages.push(usage);
    else if (tag === USAGE_MINIMUM) least = usage;
    else if (tag === USAGE_MAXIMUM && least !== null) {
      const most = Math.min(usage, least + MOST_USAGES - 1);
      for (let each = least; each <= most; each++) usages.push(each);
      least = null;
    }
    if ((tag & 0x0c) === MAIN_ITEM) [usages, least] = [[], null];
  }
  return fields;
}

/** What counts for all fields until it is said otherwise. */
interface Globals {
  readonly page: number;
  readonly id: number;
  readonly size: number;
  readonly count: number;
}

function* items(
  descriptor: Uint8Array,
): Generator<{ readonly tag: number; readonly value: number; readonly bytes: number }> {
  for (let at = 0; at < descriptor.length;) {
    const prefix = descriptor[at] ?? 0;
    if (prefix === LONG_ITEM) return;
    const size = [0, 1, 2, 4][prefix & 3] ?? 0;
    const bytes = descriptor.subarray(at + 1, at + 1 + size);
    yield {
      tag: prefix & ~3,
      value: bytes.reduceRight((sum, byte) => sum * 0x100 + byte, 0),
      bytes: size,
    };
    at += 1 + size;
  }
}
