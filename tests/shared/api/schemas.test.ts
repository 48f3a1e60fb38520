import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  filterOptionsResponseSchema,
  messageText,
  scannableTicketSchema,
  serviceMessagesSchema,
  syncScansResponseSchema,
  syncTicketSchema,
  validateTicketResponseSchema,
} from '#shared/api/index.ts';
import { howMuch, seedOf } from '#tests/support/how-much.ts';
import { valuesOf, type Field } from './field.ts';
import { EMPTY_WHEN_MISSING, RESOURCES } from './spec.ts';

const SEED = seedOf('answers of a platform');
const SOME = { numRuns: howMuch(30, 100), seed: SEED };
const FEW = { numRuns: howMuch(8, 25), seed: SEED };

describe.each(RESOURCES)('%s', (_name, schema, fields) => {
  const values = valuesOf(fields);
  const of = (presence: Field['presence']) =>
    Object.entries(fields).filter(([, field]) => field.presence === presence);
  const without = (value: Record<string, unknown>, key: string) =>
    Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
  const accepts = (value: unknown) => schema.safeParse(value).success;

  test('survives the way through JSON whole', () => {
    fc.assert(
      fc.property(values, (value) => {
        expect(schema.parse(JSON.parse(JSON.stringify(value)))).toEqual(value);
      }),
      SOME,
    );
  });

  test('ignores what the spec does not know', () => {
    fc.assert(
      fc.property(values, fc.jsonValue(), (value, news) => {
        expect(schema.parse({ ...value, somethingNew: news })).toEqual(value);
      }),
      FEW,
    );
  });

  test.each(of('nullable'))(
    '%s is null when it is missing, and no other type',
    (key, { wrong }) => {
      fc.assert(
        fc.property(values, (value) => {
          expect(schema.parse(without(value, key))).toEqual({ ...value, [key]: null });
          expect(schema.parse({ ...value, [key]: null })).toEqual({ ...value, [key]: null });
          for (const other of wrong) expect(accepts({ ...value, [key]: other })).toBe(false);
        }),
        FEW,
      );
    },
  );

  // A patron promises nothing at all.
  const promised = of('required');
  const testPromises = promised.length > 0 ? test : () => undefined;
  testPromises('what is promised has to be there, with its type', () => {
    fc.assert(
      fc.property(values, (value) => {
        for (const [key, { wrong }] of promised) {
          if (EMPTY_WHEN_MISSING.includes(key)) {
            expect(schema.parse(without(value, key))).toEqual({ ...value, [key]: [] });
          } else {
            expect(accepts(without(value, key)), `without ${key}`).toBe(false);
          }
          for (const other of [null, ...wrong]) {
            expect(accepts({ ...value, [key]: other }), `${key}: ${JSON.stringify(other)}`).toBe(
              false,
            );
          }
        }
      }),
      FEW,
    );
  });

  test.each(of('optional'))('%s may be left out, and is no other type', (key, { wrong }) => {
    fc.assert(
      fc.property(values, (value) => {
        expect(schema.parse(without(value, key))).toEqual(without(value, key));
        for (const other of wrong) expect(accepts({ ...value, [key]: other })).toBe(false);
      }),
      FEW,
    );
  });

  test.each([[null], ['text'], [1], [[]]])('%j is not one', (value) => {
    expect(accepts(value)).toBe(false);
  });
});

describe('a scan made offline (2.11)', () => {
  const scan = { ticketId: 1, performanceId: 2, scanTime: 3 };

  test.each([[{ barcode: 'x' }], [{ barcodeString: 'x' }], [{ barcode: 'x', barcodeString: 'x' }]])(
    'has its barcode under either key: %j',
    (keys) => {
      expect(syncTicketSchema.parse({ ...scan, ...keys })).toEqual({ ...scan, ...keys });
    },
  );

  test('without a barcode is not one', () => {
    expect(syncTicketSchema.safeParse(scan).success).toBe(false);
  });

  test.each(['ticketId', 'performanceId', 'scanTime'])('without %s is not one', (key) => {
    const value = { ...scan, barcode: 'x', [key]: undefined };
    expect(syncTicketSchema.safeParse(value).success).toBe(false);
  });
});

describe('the messages of the service (2.1)', () => {
  test('are empty when they are missing', () => {
    expect(serviceMessagesSchema.parse({})).toEqual({
      errors: [],
      warnings: [],
      infoMessages: [],
      allMessages: [],
    });
  });

  test.each([
    ['Closed today', 'Closed today'],
    [{ code: 7, title: 'Closed', text: 'today' }, 'Closed: today'],
    [{ code: 7 }, ''],
  ])('show what text there is: %j', (message, text) => {
    expect(messageText(message)).toBe(text);
  });
});

describe('text without end, which no screen could lay out in time', () => {
  const endless = 'x'.repeat(200_000);
  const envelope = { accessTokenExpiration: null, error: false };
  const longest = (value: unknown): number =>
    Math.max(
      ...JSON.stringify(value)
        .split('"')
        .map(({ length }) => length),
    );

  test('is cut in every word of an admission', () => {
    const text = { name: endless, performance: endless, section: endless, seat: endless };
    const address = { line1: endless, city: endless };
    const patron = { firstName: endless, email: endless, billingAddress: address };
    const admission = { ...envelope, ...text, patron };
    expect(longest(validateTicketResponseSchema.parse(admission))).toBeLessThan(500);
  });

  test('is cut in the words of a refusal, and in HTML', () => {
    const words = { errorCodeKey: endless, errorCodeName: endless };
    const errorDetails = { errorCodeId: 99, ...words, forceLogout: false };
    const html = { successMsg: endless, errorMessageHTML: endless };
    const parsed = validateTicketResponseSchema.parse({ ...envelope, errorDetails, ...html });
    expect(longest(parsed.errorDetails)).toBeLessThan(500);
    expect(longest(parsed)).toBeLessThan(5000);
  });

  test('is cut in every word of a ticket that is downloaded, but not in its barcode', () => {
    const words = { orderConsumerName: endless, performance: endless, section: endless };
    const ticket = scannableTicketSchema.parse({
      ...{ ticketId: 1, performanceId: 2, performanceStartDate: 3, barcode: endless },
      ...{ alreadyScanned: false, refundedOrVoided: false },
      ...{ ...words, seat: endless, productionName: endless },
    });
    expect(longest({ ...ticket, barcode: '' })).toBeLessThan(500);
    expect(ticket.barcode).toBe(endless);
    expect(scannableTicketSchema.parse(ticket), 'read again').toEqual(ticket);
  });

  test('is cut in the reason why a scan could not be recorded', () => {
    const failedBarcodes = [{ barcode: '1', reason: endless }];
    expect(longest(syncScansResponseSchema.parse({ failedBarcodes }))).toBeLessThan(500);
  });

  test('is cut in the names of what a door can be opened for', () => {
    const productions = [{ productionId: 1, productionName: endless, performances: [] }];
    const clients = [{ id: 1, value: endless, productions }];
    expect(longest(filterOptionsResponseSchema.parse({ ...envelope, clients }))).toBeLessThan(500);
  });
});
