import { expect, test } from 'vitest';
import { readSync } from '#main/platform/ticketing/sync-answer.ts';

const read = (body: unknown) => readSync(JSON.stringify(body), 200);

test.each<[unknown]>([[false], ['false'], [' False ']])(
  'reads a success whose error is %j',
  (error) => {
    const recorded = { type: 'value', value: [] };
    expect(read({ error, failedBarcodes: [] })).toMatchObject(recorded);
    expect(read({ error, accessTokenExpiration: '5' })).toMatchObject({
      ...recorded,
      accessTokenExpiration: 5,
    });
  },
);

test.each<[unknown]>([[true], ['true']])('reads a refusal whose error is %j', (error) => {
  const errorDetails = { errorCodeId: '7', forceLogout: 'false' };
  expect(read({ error, errorDetails, failedBarcodes: null })).toMatchObject({
    type: 'refusal',
    error: { code: 7, forceLogout: false },
  });
});

test.each<[unknown]>([[true], ['true'], ['yes'], [0], [{}]])(
  'records no scan where error is %j without an envelope',
  (error) => {
    expect(read({ error, failedBarcodes: [] })).toMatchObject({ type: 'unreadable' });
  },
);
