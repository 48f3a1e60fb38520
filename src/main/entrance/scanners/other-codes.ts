import { splitAim } from '#shared/model/aim.ts';
import { LONGEST_CODE } from '#shared/model/scan.ts';
import { withoutMark } from './clean-code.ts';

/** A pause of this length ends a code of several lines whose own end did not come, in milliseconds. */
export const CONTAINER_PAUSE = 500;

/** More than one symbol can hold: whatever follows is another code. */
const MOST_LINES = 200;
const MOST_CHARACTERS = 2 * LONGEST_CODE;

/** How long a slow keyboard scanner takes for one character, in milliseconds. */
const SLOWEST_CHARACTER = 20;

/** Codes on one line, by their scheme. URLs are not among them: on some platforms a ticket is one. */
const SCHEME =
  /^(?:wifi|dpp|lpa|bizcard|mebkm|urlto|mailto|smtp|tel|facetime|skype|whatsapp|sms|smsto|mms|mmsto|geo|market|bitcoin|ethereum|upi|otpauth|hc1):/i;

/** A boarding pass (IATA 792): the passenger's name in 20 characters, the booking, and the airports. */
const BOARDING_PASS = /^M[1-4][A-Z][A-Z '/-]{19}[E ][A-Z0-9 ]{7}[A-Z]{6}/;

/** A line of a vCard or an iCalendar, or the rest of a line that was folded. */
const PROPERTY = /^(?:\s|[\w.-]+[;:])/;

/** Such a line shows that it is one even where the line that begins it was lost. */
const PERSONAL_PROPERTY =
  /^(?:VERSION:\d\.\d|N[;:][^;]*;[^;]*;|(?:FN|ADR|TEL|EMAIL|ORG|DTSTART|DTEND)[;:])/i;

const CONTACT_FIELD = /^(?:;|[A-Z-]+:)/i;

/** A code of several lines, of which one has come. */
interface Container {
  /** The form of its last line; null: only a pause ends it. */
  readonly end: RegExp | null;
  /** The form of its other lines; missing: they have none. */
  readonly line?: RegExp;
}

/** A container that has not ended. */
interface Open extends Container {
  /** When its last line came, on the steady clock. */
  at: number;
  lines: number;
  characters: number;
}

/** Returns the container that begins with this line; null if none does. */
function containerFrom(line: string): Container | null {
  const name = /^BEGIN:\s*([A-Z-]+)/i.exec(line)?.[1];
  if (name !== undefined) return { end: new RegExp(`^END:\\s*${name}`, 'i') };
  if (PERSONAL_PROPERTY.test(line)) return { end: /^END:/i, line: PROPERTY };
  if (/^(?:mecard|matmsg):/i.test(line)) return { end: /;;$|^;$/, line: CONTACT_FIELD };
  // Payment orders on bills (EPC, and Swiss).
  if (line === 'BCD') return { end: null };
  if (line === 'SPC') return { end: /^EPD$/ };
  // Driver's licences (AAMVA).
  return /^(?:@$|ANSI \d{6})/.test(line) ? { end: null } : null;
}

/**
 * Recognises by its form what is no ticket: contact details, Wi-Fi access, appointments and the like. Most
 * of it is personal data, so that it goes nowhere. Scanners that send lines send such a code as many codes.
 */
export class OtherCodes {
  readonly #open = new Map<string, Open>();

  /**
   * Returns what this input of a scanner is: a `code` that may be a ticket, the beginning of what is
   * `no-ticket`, or the `rest` of that. Must be called once for each input, in order.
   *
   * @param scanner tells scanners apart: lines of two of them do not mix
   * @param at when its last part came, on the steady clock
   */
  sift(scanner: string, text: string, at: number): 'code' | 'no-ticket' | 'rest' {
    const lines = linesOf(text);
    const open = this.#stillOpen(scanner, lines, at);
    if (open !== null) {
      this.#add(scanner, open, lines, at);
      return 'rest';
    }
    const [first = ''] = lines;
    const container = containerFrom(first);
    if (container === null) {
      return SCHEME.test(first) || BOARDING_PASS.test(first) ? 'no-ticket' : 'code';
    }
    this.#add(scanner, { ...container, at, lines: 0, characters: 0 }, lines, at);
    return 'no-ticket';
  }

  /** Whether input that could not be read is the rest of what is no ticket. */
  isRest(scanner: string, at: number): boolean {
    const open = this.#stillOpen(scanner, [], at);
    if (open !== null) this.#add(scanner, open, [], at);
    return open !== null;
  }

  /** Returns the container to which these lines belong; null if they belong to none. */
  #stillOpen(scanner: string, lines: readonly string[], at: number): Open | null {
    const open = this.#open.get(scanner);
    this.#open.delete(scanner);
    if (open === undefined || at - open.at > patience(lines)) return null;
    if (open.lines >= MOST_LINES || open.characters >= MOST_CHARACTERS) return null;
    const { line: form } = open;
    return form === undefined || lines.every((line) => form.test(line)) ? open : null;
  }

  #add(scanner: string, open: Open, lines: readonly string[], at: number): void {
    const { end } = open;
    if (end !== null && lines.some((line) => end.test(line))) return;
    this.#open.set(scanner, {
      ...open,
      at: Math.max(open.at, at),
      lines: open.lines + Math.max(1, lines.length),
      characters: open.characters + lines.join('').length,
    });
  }
}

/** A line comes when its last character does: a long one may have begun before the pause was over. */
function patience(lines: readonly string[]): number {
  if (!lines.every((line) => PROPERTY.test(line))) return CONTAINER_PAUSE;
  return CONTAINER_PAUSE + lines.join('').length * SLOWEST_CHARACTER;
}

/** The lines of it that are not empty, without an identifier or a byte order mark at the front. */
function linesOf(text: string): readonly string[] {
  const printed = text.replace(/(?![\t\r\n])\p{Cc}/gu, '');
  return withoutMark(splitAim(withoutMark(printed)).rest)
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '');
}
