import { maskFact, maskText } from '#main/base/log/mask.ts';

/** Time, level and part of the kiosk, as the log writes them. */
const HEAD = /^\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}\] \[\w+\]\s+(?:\([\w/-]+\)\s*)?/;

/** A fact, as the log writes it: its name, and its value as JSON. */
const FACT = /(?<=^|\s)([a-zA-Z]\w*)=("(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|true|false|null)(?=\s|$)/g;

/** The kiosk writes no such lines; looking for secrets in them would take its time. */
const LONGEST = 4_000;

/**
 * A line of a log by the rules that hold now: an older version wrote it by its own. A line that came
 * about by them stays as it is.
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
    // Not the log's own: whatever it is, it stands in for itself no longer.
    return maskText(json);
  }
}
