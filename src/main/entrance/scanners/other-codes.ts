import { splitAim } from '#shared/model/aim.ts';
import { withoutMark } from './clean-code.ts';

/** A pause of this length ends a code of several lines whose own end did not come, in milliseconds. */
export const CONTAINER_PAUSE = 500;

/** More than one symbol can hold: whatever follows is another code. */
export const MOST_LINES = 100;

/** How long a slow scanner takes for one character, and at most for one line, in milliseconds. */
const SLOWEST_CHARACTER = 20;
const SLOWEST_LINE = 2_000;

/** Codes that their beginning shows to be no tickets. URLs are not among them: on some platforms a ticket is one. */
const NO_TICKETS: readonly RegExp[] = [
  /^(?:wifi|dpp|lpa|mecard|matmsg|bizcard|mebkm|urlto|mailto|smtp|tel|callto|facetime|skype|whatsapp|xmpp|sips?):/i,
  /^(?:sms|smsto|mms|mmsto|geo|market|bitcoin|ethereum|upi|otpauth|otpauth-migration|hc1|shc(?=:\/)):/i,
  // A boarding pass (IATA 792): the passenger's name in 20 characters, the booking, and the airports.
  /^M[1-4][A-Z][A-Z '/-]{19}[E ][A-Z0-9 ]{7}[A-Z]{6}/,
  // Payment orders on bills (EPC, and Swiss), in one piece: their single lines could be tickets.
  /^(?:BCD\n00[12]|SPC\n0\d{3})\n/,
];

const BEGIN = /^BEGIN:\s*(VCARD|VCALENDAR|VEVENT|VTODO|VJOURNAL|VFREEBUSY|VNOTE)/i;

/** The second line of a vCard or an iCalendar: it shows what it is where the first one was lost. */
const VERSION = /^VERSION:[234]\.\d$/i;

/** A line of a vCard or an iCalendar, or the rest of a line that was folded; never a URL. */
const PROPERTY = new RegExp(
  String.raw`^(?!\s*[\w+.-]+://)(?:\s|(?:[\w-]+\.)?(?:${[
    'BEGIN|END|VERSION|PRODID|UID|REV|CLASS|CATEGORIES|COMMENT|CONTACT|GEO|TZ|URL|ATTACH|KEY|SOURCE|KIND|PROFILE|NAME',
    'N|FN|NICKNAME|SORT-STRING|PHOTO|LOGO|SOUND|BDAY|ANNIVERSARY|GENDER|ADR|LABEL|TEL|EMAIL|MAILER|IMPP|LANG|TITLE',
    'ROLE|ORG|AGENT|MEMBER|RELATED|NOTE|CALSCALE|METHOD|SUMMARY|DESCRIPTION|LOCATION|DTSTART|DTEND|DTSTAMP|DUE',
    'DURATION|COMPLETED|CREATED|LAST-MODIFIED|ORGANIZER|ATTENDEE|STATUS|TRANSP|PRIORITY|SEQUENCE|RESOURCES',
    'RECURRENCE-ID|RRULE|RDATE|EXDATE|ACTION|TRIGGER|REPEAT|TZID|TZNAME|TZOFFSETFROM|TZOFFSETTO|X-[\\w-]+',
  ].join('|')})[;:])`,
  'i',
);

/** A code of several lines. */
interface Container {
  /** The form of its lines after the first. */
  readonly line: RegExp;
  /** The form of its last line; null: only a pause or another line ends it. */
  readonly end: RegExp | null;
}

/** A container that has not ended. */
interface Open extends Container {
  /** When its last line came, on the steady clock. */
  readonly at: number;
  readonly lines: number;
}

/** Returns the container that begins with this line; null if none does. */
function containerFrom(line: string): Container | null {
  const name = BEGIN.exec(line)?.[1];
  if (name !== undefined) return { line: PROPERTY, end: new RegExp(`END:\\s*${name}`, 'i') };
  if (VERSION.test(line)) return { line: PROPERTY, end: /^END:\s*(?:VCARD|VCALENDAR)/i };
  // Driver's licences (AAMVA).
  if (!/^(?:@$|ANSI \d{6})/.test(line)) return null;
  return { line: /^(?:ANSI \d{6}|[DZ][A-Z]{2})/, end: null };
}

/**
 * Recognises codes that are no tickets by their form: contact details, Wi-Fi access, appointments and the
 * like. Most hold personal data, so they go nowhere. A scanner that sends lines sends one of them as many codes.
 * A line that does not look like a part of it is always a scan of its own.
 */
export class OtherCodes {
  readonly #open = new Map<string, Open>();

  /**
   * Classifies an input of a scanner: a `code` that may be a ticket, the beginning of a `no-ticket`, or the
   * `rest` of one. A rest after a pause is `no-ticket` again, because another guest may be showing it. Must be
   * called once for each input, in order.
   *
   * @param scanner tells scanners apart that send lines, which do not mix; null: it sends whole symbols
   * @param at when its last part came, on the steady clock
   */
  sift(scanner: string | null, text: string, at: number): 'code' | 'no-ticket' | 'rest' {
    const lines = linesOf(text);
    const open = this.#take(scanner);
    if (open !== null && isPartOf(open, lines, at)) {
      this.#keep(scanner, open, lines, at);
      return at - open.at > CONTAINER_PAUSE ? 'no-ticket' : 'rest';
    }
    const whole = lines.join('\n').trimStart();
    const container = containerFrom(lines[0]?.trim() ?? '');
    if (container === null)
      return NO_TICKETS.some((form) => form.test(whole)) ? 'no-ticket' : 'code';
    this.#keep(scanner, { ...container, at, lines: 0 }, lines, at);
    return 'no-ticket';
  }

  /** Whether input that could not be read is the rest of what is no ticket. */
  isRest(scanner: string | null, at: number): boolean {
    const open = this.#take(scanner);
    if (open === null || !isPartOf(open, [], at)) return false;
    this.#keep(scanner, open, [], at);
    return true;
  }

  /** Returns the scanner's container, which ends unless it is kept. */
  #take(scanner: string | null): Open | null {
    if (scanner === null) return null;
    const open = this.#open.get(scanner) ?? null;
    this.#open.delete(scanner);
    return open;
  }

  #keep(scanner: string | null, open: Open, added: readonly string[], at: number): void {
    const { end } = open;
    if (scanner === null || (end !== null && added.some((line) => end.test(line)))) return;
    const lines = open.lines + Math.max(1, added.length);
    if (lines < MOST_LINES) this.#open.set(scanner, { ...open, at: Math.max(open.at, at), lines });
  }
}

/** A line comes when its last character does: a long one may have begun before the pause was over. */
function isPartOf(open: Open, lines: readonly string[], at: number): boolean {
  const typing = Math.min(SLOWEST_LINE, lines.join('').length * SLOWEST_CHARACTER);
  return at - open.at <= CONTAINER_PAUSE + typing && lines.every((line) => open.line.test(line));
}

/** The lines of it that are not empty, without an identifier or a byte order mark at the front. */
function linesOf(text: string): readonly string[] {
  const printed = text.replace(/(?![\t\r\n])\p{Cc}/gu, '');
  return withoutMark(splitAim(withoutMark(printed)).rest)
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '');
}
