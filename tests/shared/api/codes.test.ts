import { describe, expect, test } from 'vitest';
import {
  AVAILABILITY,
  DISPLAY,
  endsSession,
  ERROR,
  ERROR_CODES,
  ERROR_NAMES,
  isErrorCode,
  PRODUCTION_COLOURS,
  PRODUCTION_STATUS,
  productionColour,
} from '#shared/api/index.ts';

/** The table of spec 7.3. */
const ERRORS = [
  [1, 'Authorization Header Invalid'],
  [2, 'Authentication Failed'],
  [3, 'Not Authorized'],
  [4, 'Password Expired'],
  [5, 'Token Expired'],
  [6, 'Token Not Valid'],
  [7, 'User Wrong Client'],
  [8, 'Ticket Wrong Client'],
  [9, 'Ticket Wrong Series'],
  [10, 'Ticket Wrong Performance'],
  [11, 'Ticket Not Valid'],
  [12, 'Ticket Already Scanned'],
  [13, 'Ticket Voided'],
  [14, 'Ticket Refunded'],
  [15, 'Input Missing Required Field'],
  [16, 'Unanticipated Error'],
  [17, 'Unanticipated Error Forced Logout'],
] as const;

/** The table of spec 3.4. */
const COLOURS = [
  [0, 'White', '#ffffff'],
  [1, 'Light Pink', '#ffe2e9'],
  [2, 'Light Blue', '#e2f1ff'],
  [3, 'Light Green', '#ddffbb'],
  [4, 'Light Purple', '#eadfff'],
  [5, 'Light Yellow', '#fff5ce'],
  [6, 'Dark Blue', '#b6c5f4'],
  [7, 'Light Brown', '#eddac7'],
  [8, 'Beige', '#ffe7d7'],
  [9, 'Dark Green', '#dcecdc'],
] as const;

describe('the error codes', () => {
  test('are the seventeen of the spec, with its names', () => {
    expect(Object.entries(ERROR_NAMES)).toEqual(ERRORS.map(([code, name]) => [`${code}`, name]));
    expect([...ERROR_CODES].sort((a, b) => a - b)).toEqual(ERRORS.map(([code]) => code));
  });

  test.each(ERRORS)('%i is called after its name, %s', (code, name) => {
    const words = name.replaceAll(' ', '');
    const key = `${words.charAt(0).toLowerCase()}${words.slice(1)}`;
    expect(Object.entries(ERROR)).toContainEqual([key, code]);
    expect(isErrorCode(code)).toBe(true);
  });

  test.each([0, 18, 99, -1, 1.5, Number.NaN])('%d is none of them', (code) => {
    expect(isErrorCode(code)).toBe(false);
  });

  test.each(ERRORS)('%i (%s) ends the session only if it says so, or is 1, 5, 6 or 17', (code) => {
    expect(endsSession({ code, forceLogout: false })).toBe([1, 5, 6, 17].includes(code));
    expect(endsSession({ code, forceLogout: true })).toBe(true);
  });
});

describe('the code sets', () => {
  test('are those of section 3', () => {
    expect(Object.values(PRODUCTION_STATUS)).toEqual(['D', 'U', 'T']);
    expect(Object.values(AVAILABILITY)).toEqual(['N', 'P', 'A']);
    expect(Object.values(DISPLAY)).toEqual(['I', 'M', 'T', 'C', 'S']);
  });

  test('the ten colours are those of the spec', () => {
    expect(PRODUCTION_COLOURS.map(({ code, name, hex }) => [code, name, hex])).toEqual(COLOURS);
  });

  test.each(COLOURS)('%i is %s', (code, name, hex) => {
    expect(productionColour(code)).toEqual({ code, name, hex });
  });

  test.each([-1, 10, 1.5])('%d, which the spec does not know, is white', (code) => {
    expect(productionColour(code).name).toBe('White');
  });
});
