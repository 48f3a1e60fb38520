import { maskFact, maskText } from '#main/base/log/mask.ts';

/** A log line's prefix: time, level and part of the kiosk. */
const HEAD = /^\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}\] \[\w+\]\s+(?:\([\w/-]+\)\s*)?/;

/** A fact in a log line: its name, and its value as JSON. */
const FACT = /(?<=^|\s)([a-zA-Z]\w*)=("(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|true|false|null)(?=\s|$)/g;

/** Longer lines are not from the kiosk; searching them for secrets would take too long. */
const LONGEST = 4_000;

/**
 * Masks a log line by the present rules, as an older version may have written it by its own. A line that
 * already follows them is unchanged.
 */
export function maskLine(line: string): string {
  if (line.length > LONGEST) return `(a line of ${line.length} characters is left out)`;
  const head = HEAD.exec(line)?.[0] ?? '';
  const rest = line.slice(head.length);
  let masked = head;
  let end = 0;
  for (const found of rest.matchAll(FACT)) {
    const [whole, name = '', json = ''] = found;
    masked += `${maskText(rest.slice(end, found.index))}${name}=${maskValue(name, json)}`;
    end = found.index + whole.length;
  }
  return masked + maskText(rest.slice(end));
}

function maskValue(name: string, json: string): string {
  try {
    return JSON.stringify(maskFact(name, JSON.parse(json)));
  } catch {
    // Not JSON as the log writes it: masked as plain text.
    return maskText(json);
  }
}
