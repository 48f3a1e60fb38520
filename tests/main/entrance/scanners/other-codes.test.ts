import { CONTAINER_PAUSE, MOST_LINES, OtherCodes } from '#main/entrance/scanners/other-codes.ts';
import { describe, expect, test } from 'vitest';

const VCARD = [
  'BEGIN:VCARD',
  'VERSION:3.0',
  'N:Lovelace;Ada;;;',
  'FN:Ada Lovelace',
  'ORG:Analytical Engines',
  'TITLE:Countess',
  'TEL;TYPE=CELL:+44 20 7946 0000',
  'EMAIL:ada@example.org',
  'ADR;TYPE=HOME:;;12 St James’s Square;London;;SW1Y 4JH;UK',
  'NOTE:a line that was folded',
  ' and goes on',
  'END:VCARD',
];

/** Sifts what a scanner sends, one every few milliseconds. */
function sifted(
  texts: readonly string[],
  {
    every = 20,
    codes = new OtherCodes(),
    from = 0,
    scanner = 'wedge',
  }: { every?: number; codes?: OtherCodes; from?: number; scanner?: string | null } = {},
) {
  return texts.map((text, index) => codes.sift(scanner, text, from + index * every));
}

const rest = (count: number) => Array.from({ length: count }, () => 'rest' as const);

/** Ten tickets, each with a code of this form. */
const tickets = (form: string) => Array.from({ length: 10 }, (_, index) => `${form}${index}`);
const TEN_CODES = tickets('').map(() => 'code' as const);

describe('a code of several lines', () => {
  test('counts once, and the next ticket is read immediately', () => {
    expect(sifted([...VCARD, '0012345'], { every: 2 })).toEqual(['no-ticket', ...rest(11), 'code']);
  });

  test.each([
    ['in one text', VCARD.join('\r\n')],
    ['in lower case, after an identifier', `]Q1\uFEFF${VCARD.join('\n').toLowerCase()}`],
    ['without its line ends', VCARD.join('')],
    ['after a blank', ` ${VCARD.join('\n')}`],
    ['an appointment', 'BEGIN:VEVENT\nSUMMARY:Dentist\nDTSTART:20261129T090000Z\nEND:VEVENT'],
    ['a payment', 'BCD\n002\n1\nSCT\n\nAda Lovelace\nDE89370400440532013000\nEUR10'],
    ['a Swiss bill', 'SPC\n0200\n1\nCH4431999123000889012\nS\nAda\nEPD'],
    ['a driver’s licence', '@\n\u001e\rANSI 636026080102DL00410288ZA\nDCSLOVELACE\nDACADA'],
  ])('is recognised when it comes %s', (_, text) => {
    expect(sifted([text], { scanner: null })).toEqual(['no-ticket']);
  });

  test('ends with its only line where that holds its end', () => {
    expect(sifted([VCARD.join(''), 'N:1'])).toEqual(['no-ticket', 'code']);
  });

  test('may contain others of its kind', () => {
    const lines = ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'END:VEVENT', 'END:VCALENDAR', 'T1'];
    expect(sifted(lines)).toEqual(['no-ticket', ...rest(3), 'code']);
  });

  test('ends after a pause when its end is missing', () => {
    const codes = new OtherCodes();
    codes.sift('wedge', 'BEGIN:VCARD', 0);
    expect(codes.sift('wedge', 'N:1', CONTAINER_PAUSE)).toBe('rest');
    expect(codes.sift('wedge', 'N:1', 2 * CONTAINER_PAUSE + 61)).toBe('code');
  });

  test('may be typed so slowly that its lines take longer than the pause', () => {
    const lines = VCARD.slice(0, -3).filter((line) => line.length > 10);
    expect(sifted(lines, { every: 700 })).not.toContain('code');
  });

  test('waits for no line longer than a scanner needs for it', () => {
    const codes = new OtherCodes();
    codes.sift('wedge', 'BEGIN:VCARD', 0);
    expect(codes.sift('wedge', `NOTE:${'x'.repeat(1_000)}`, 2_501)).toBe('code');
  });

  test('is told again where its rest comes after a pause', () => {
    const long = `NOTE:${'x'.repeat(40)}`;
    const codes = new OtherCodes();
    codes.sift('wedge', 'BEGIN:VCARD', 0);
    expect(codes.sift('wedge', long, CONTAINER_PAUSE)).toBe('rest');
    expect(codes.sift('wedge', long, 2 * CONTAINER_PAUSE + 1)).toBe('no-ticket');
  });

  test.each([
    'https://tickets.example.org/t/',
    'HTTPS://TICKETS.EXAMPLE.ORG/T/',
    ' https://tickets.example.org/t/',
    'www.example.org/',
    'SRO:',
    'SRO;',
    '00123',
    'E-',
  ])('without its end swallows no ticket of the form %s', (form) => {
    for (const every of [20, 400, 1_500]) {
      for (const first of [
        ['BEGIN:VCARD', 'N:Lovelace;Ada;;;'],
        ['@', 'ANSI 636026080102DL'],
      ]) {
        const codes = new OtherCodes();
        sifted(first, { codes });
        expect(sifted(tickets(form), { codes, every, from: 40 })).toEqual(TEN_CODES);
      }
    }
  });

  test('is over at once where a scanner sends whole symbols', () => {
    for (const text of ['BEGIN:VCARD\nN:Lovelace;Ada', 'VERSION:3.0', '@', 'ANSI 636026080102DL']) {
      const codes = new OtherCodes();
      expect(codes.sift(null, text, 0)).toBe('no-ticket');
      expect(codes.isRest(null, 1)).toBe(false);
      expect(codes.sift(null, 'N:1', 2)).toBe('code');
    }
  });

  test('has a limit when its end is missing', () => {
    const codes = new OtherCodes();
    const lines = sifted(['BEGIN:VCARD', ...Array.from({ length: 300 }, () => 'N:1')], { codes });
    expect(lines.indexOf('code')).toBe(MOST_LINES);
  });

  test('does not mix with another scanner’s', () => {
    const codes = new OtherCodes();
    codes.sift('serial a', 'BEGIN:VCARD', 0);
    expect(codes.sift('serial b', '0012345', 10)).toBe('code');
    expect(codes.sift('serial a', 'N:Lovelace;Ada', 20)).toBe('rest');
  });

  test('may contain lines that cannot be read', () => {
    const codes = new OtherCodes();
    expect(codes.isRest('wedge', 0)).toBe(false);
    codes.sift('wedge', 'BEGIN:VCARD', 0);
    expect(codes.isRest('wedge', 400)).toBe(true);
    expect(codes.sift('wedge', 'END:VCARD', 800)).toBe('rest');
    expect(codes.isRest('wedge', 820)).toBe(false);
  });

  test('is recognised when its first line was lost', () => {
    expect(sifted([...VCARD.slice(1), '0012345'])).toEqual(['no-ticket', ...rest(10), 'code']);
  });
});

test.each([
  'WIFI:T:WPA;S:Foyer;P:secret;;',
  'wifi:S:Foyer;;',
  'mailto:ada@example.org',
  'MAILTO:ada@example.org',
  'tel:+442079460000',
  'sms:+44207946?body=hello',
  'SMSTO:+44207946:hello',
  'geo:51.5,-0.1',
  ']Q1otpauth://totp/ada',
  'otpauth-migration://offline?data=CjE',
  'HC1:6BFOXN',
  'SHC:/567629095243206034602924',
  'shc:/567629095243206034602924',
  'xmpp:ada@example.org',
  'sip:ada@example.org',
  'sips:ada@example.org',
  'callto:ada',
  ' WIFI:T:WPA;S:Foyer;P:secret;;',
  '\u00A0WIFI:T:WPA;S:Foyer;P:secret;;',
  '\uFEFF otpauth://totp/ada',
  'MECARD:N:Lovelace,Ada;TEL:+442079460000;;',
  'TEL:+44 20 7946 0000',
  'M1LOVELACE/ADA        EABC123 LHRZRHBA 0712 332Y012A0001 100',
])('%s is no ticket, and the next code is read', (code) => {
  expect(sifted([code, '0012345'])).toEqual(['no-ticket', 'code']);
});

test.each([
  '0012345678',
  'https://tickets.example.org/t/0012345',
  'ABC:123',
  'N:12345',
  'BEGIN',
  'BEGIN:ABC123',
  'ORG:12345',
  'VERSION:12345',
  'SHC:12345',
  'BCD',
  'BCD1',
  'M1234567',
  'wifi-12345',
  'TELLER:1',
  '[)>\u001e06\u001d1P1\u001e\u0004',
])('%s may be a ticket', (code) => {
  expect(sifted([code, code], { every: 2 })).toEqual(['code', 'code']);
});
