import { CONTAINER_PAUSE, OtherCodes } from '#main/entrance/scanners/other-codes.ts';
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
  { every = 20, codes = new OtherCodes(), from = 0, scanner = 'wedge' } = {},
) {
  return texts.map((text, index) => codes.sift(scanner, text, from + index * every));
}

const rest = (count: number) => Array.from({ length: count }, () => 'rest' as const);

describe('a code of several lines', () => {
  test('is one, and the ticket after it is read immediately', () => {
    expect(sifted([...VCARD, '0012345'], { every: 2 })).toEqual(['no-ticket', ...rest(11), 'code']);
  });

  test.each([
    ['in one text', VCARD.join('\r\n')],
    ['in lower case, after an identifier', `]Q1\uFEFF${VCARD.join('\n').toLowerCase()}`],
    ['pasted without its line ends', VCARD.join('')],
    ['an appointment', 'BEGIN:VEVENT\nSUMMARY:Dentist\nDTSTART:20261129T090000Z\nEND:VEVENT'],
    ['a payment', 'BCD\n002\n1\nSCT\n\nAda Lovelace\nDE89370400440532013000\nEUR10'],
    ['a Swiss bill', 'SPC\n0200\n1\nCH4431999123000889012\nS\nAda\nEPD'],
    ['a driver’s licence', '@\n\u001e\rANSI 636026080102DL00410288ZA\nDCSLOVELACE\nDACADA'],
  ])('is none when it comes %s', (_, text) => {
    expect(sifted([text])).toEqual(['no-ticket']);
  });

  test('holds others of its kind', () => {
    const lines = ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'END:VEVENT', 'END:VCALENDAR', 'T1'];
    expect(sifted(lines)).toEqual(['no-ticket', ...rest(3), 'code']);
  });

  test('without its end is over after a pause', () => {
    const codes = new OtherCodes();
    expect(sifted(['BEGIN:VCARD', 'N:Lovelace;Ada'], { codes })).toEqual(['no-ticket', 'rest']);
    expect(codes.sift('wedge', '0012345', 20 + CONTAINER_PAUSE)).toBe('rest');
    expect(codes.sift('wedge', '0012345', 21 + 2 * CONTAINER_PAUSE)).toBe('code');
  });

  test('may be typed so slowly that each of its lines takes longer than the pause', () => {
    expect(
      sifted(
        VCARD.slice(0, -3).filter((line) => line.length > 12),
        { every: 700 },
      ),
    ).not.toContain('code');
  });

  test('without its end does not go on for ever', () => {
    const codes = new OtherCodes();
    codes.sift('wedge', 'BEGIN:VCARD', 0);
    const long = sifted(
      Array.from({ length: 300 }, () => 'T'),
      { codes, from: 20 },
    );
    expect(long.indexOf('code')).toBeLessThanOrEqual(200);
    codes.sift('wedge', 'BEGIN:VCARD', 9_000);
    const wide = sifted(
      Array.from({ length: 10 }, () => 'T'.repeat(2_000)),
      { codes, from: 9_020 },
    );
    expect(wide).toContain('code');
  });

  test('does not mix with another scanner’s', () => {
    const codes = new OtherCodes();
    codes.sift('serial a', 'BEGIN:VCARD', 0);
    expect(codes.sift('serial b', '0012345', 10)).toBe('code');
    expect(codes.sift('serial a', 'N:Lovelace;Ada', 20)).toBe('rest');
  });

  test('has lines that cannot be read', () => {
    const codes = new OtherCodes();
    expect(codes.isRest('wedge', 0)).toBe(false);
    codes.sift('wedge', 'BEGIN:VCARD', 0);
    expect(codes.isRest('wedge', 400)).toBe(true);
    expect(codes.sift('wedge', 'END:VCARD', 800)).toBe('rest');
    expect(codes.isRest('wedge', 820)).toBe(false);
  });

  test('tells what it is even where its first line was lost', () => {
    expect(sifted([...VCARD.slice(1), '0012345'])).toEqual(['no-ticket', ...rest(10), 'code']);
    expect(sifted(['TEL:+44 20 7946 0000', '0012345'])).toEqual(['no-ticket', 'code']);
  });

  test('ends with two semicolons where it is a MeCard', () => {
    const lines = ['MECARD:N:Lovelace,Ada;', 'TEL:+442079460000;', ';', '0012345'];
    expect(sifted(lines)).toEqual(['no-ticket', 'rest', 'rest', 'code']);
    expect(sifted(['MECARD:N:Lovelace,Ada;;', 'N:1'])).toEqual(['no-ticket', 'code']);
    expect(sifted(['MECARD:N:Lovelace,Ada;', '0012345'])).toEqual(['no-ticket', 'code']);
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
  'HC1:6BFOXN',
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
  'BCD1',
  'M1234567',
  'wifi-12345',
  'TELLER:1',
  '[)>\u001e06\u001d1P1\u001e\u0004',
])('%s may be a ticket', (code) => {
  expect(sifted([code, code], { every: 2 })).toEqual(['code', 'code']);
});
