/** A value of the registry: a text, a number, several texts, or something that no setting is made of. */
export type RegistryValue = string | number | readonly string[] | null;

const HEADER = 'Windows Registry Editor Version 5.00';

/** The type prefixes in an export, for types other than plain texts and numbers. */
const EXPANDABLE_TEXT = '2';
const TEXTS = '7';

/**
 * Reads the values of one key from what `reg export` writes: UTF-16, the same in every language of Windows.
 * Names are as they stand there. Returns null if the file is not such an export.
 */
export function readRegistryExport(
  file: Buffer,
  key: string,
): ReadonlyMap<string, RegistryValue> | null {
  const text = file.toString('utf16le').replace(/^\uFEFF/, '');
  if (!text.startsWith(HEADER)) return null;
  const values = new Map<string, RegistryValue>();
  let isOfKey = false;
  for (const line of linesOf(text)) {
    const section = /^\[(?<name>.+)\]$/.exec(line)?.groups?.['name'];
    if (section !== undefined) {
      isOfKey = section.toLowerCase() === key.toLowerCase();
      continue;
    }
    const entry = /^"(?<name>(?:[^"\\]|\\.)*)"=(?<value>.*)$/s.exec(line)?.groups;
    if (!isOfKey || entry === undefined) continue;
    values.set(unescaped(entry['name'] ?? ''), valueOf(entry['value'] ?? ''));
  }
  return values;
}

/** Joins continued lines: bytes continue after a backslash, and a text may contain line breaks. */
function linesOf(text: string): readonly string[] {
  const lines: string[] = [];
  for (const line of text.replaceAll(/\\\r?\n\s*/g, '').split(/\r?\n/)) {
    const last = lines.at(-1);
    if (last !== undefined && isUnfinished(last)) lines[lines.length - 1] = `${last}\n${line}`;
    else lines.push(line);
  }
  return lines;
}

/** Whether a text begins on this line without ending. */
function isUnfinished(line: string): boolean {
  return /^"(?:[^"\\]|\\.)*"="(?:[^"\\]|\\.)*$/s.test(line);
}

function valueOf(written: string): RegistryValue {
  const text = /^"(?<text>(?:[^"\\]|\\.)*)"$/s.exec(written)?.groups?.['text'];
  if (text !== undefined) return unescaped(text);
  const number = /^dword:(?<digits>[\da-f]{8})$/i.exec(written)?.groups?.['digits'];
  if (number !== undefined) return Number.parseInt(number, 16);
  const bytes = /^hex\((?<type>[\da-f]+)\):(?<bytes>[\da-f,\s]*)$/i.exec(written)?.groups;
  if (bytes === undefined) return null;
  const within = textIn(bytes['bytes'] ?? '');
  if (bytes['type'] === EXPANDABLE_TEXT) return within.replace(/\0+$/, '');
  if (bytes['type'] === TEXTS) return within.split('\0').filter((each) => each !== '');
  return null;
}

function textIn(bytes: string): string {
  const numbers = bytes.split(',').flatMap((byte) => {
    const digits = byte.trim();
    return digits === '' ? [] : [Number.parseInt(digits, 16)];
  });
  return Buffer.from(numbers).toString('utf16le');
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(.)/gs, '$1');
}
