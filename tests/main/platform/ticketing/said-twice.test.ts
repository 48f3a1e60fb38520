import { describe, expect, test } from 'vitest';
import { parseAnswer, SaidTwice } from '#main/platform/ticketing/json.ts';
import { CREDENTIALS, openClient } from './support/client.ts';
import { serveAlways } from './support/serve.ts';

const SCOPE = { clientId: 1 };
const DETAILS = '"errorDetails":{"errorCodeId":12,"errorCodeName":"Ticket Already Scanned"}';
const ADMISSION = '"errorMessageHTML":null,"name":"Ada"';

const ask = async (body: string) => {
  const { client } = openClient(await serveAlways(200, body));
  return {
    guest: await client.validateTicket(CREDENTIALS, { ...SCOPE, barcodeString: '1' }),
    offer: await client.filterOptions(CREDENTIALS),
    upload: await client.syncScans(CREDENTIALS, { ...SCOPE, tickets: [] }),
    signIn: await client.authenticate('somebody', 'password'),
    token: await client.validateToken(CREDENTIALS),
  };
};
const NO_ANSWER = { ok: false, error: { type: 'offline', reason: 'not-the-platform' } };

describe('what decides is said twice, and the answer is none', () => {
  test.each([
    ['a no, then a yes', `{"error":true,"errorDetails":null,${ADMISSION},"error":false}`],
    ['a yes, then a no', `{"error":false,"errorDetails":null,${ADMISSION},"error":true}`],
    ['the same twice', `{"error":false,"errorDetails":null,${ADMISSION},"error":false}`],
    ['in escapes', `{"error":true,"errorDetails":null,${ADMISSION},"err\\u006fr":false}`],
    ['far apart', `{"error":true,"x":[${'{"a":"\\""},'.repeat(999)}0],${ADMISSION},"error":false}`],
    ['the details', `{"error":false,${DETAILS},${ADMISSION},"errorDetails":null}`],
    ['a code', `{"error":false,"errorDetails":{"errorCodeId":12,"errorCodeId":0},${ADMISSION}}`],
  ])('%s', async (_what, body) => {
    const { guest, ...others } = await ask(body);
    expect(guest).toMatchObject(NO_ANSWER);
    for (const other of Object.values(others)) expect(other.ok).toBe(false);
  });

  test.each([
    ['upload', '{"failedBarcodes":[{"barcode":"1","reason":"no"}],"failedBarcodes":[]}'],
    ['offer', '{"error":false,"errorDetails":null,"clients":[{"id":1}],"clients":null}'],
    ['signIn', '{"error":false,"errorDetails":null,"accessToken":"a","accessToken":"b"}'],
  ] as const)('of %s', async (call, body) => {
    expect((await ask(body))[call]).toMatchObject(NO_ANSWER);
  });
});

test('what is only shown is said twice, and is not shown; the guest comes in', async () => {
  const { guest } = await ask(
    `{"error":false,"errorDetails":null,${ADMISSION},"seat":"1","seat":"2"}`,
  );
  expect(guest).toMatchObject({ ok: true, value: { name: 'Ada', seat: null } });
});

test('a record that says twice what it must have costs itself alone', async () => {
  const clients =
    '[{"id":1,"value":"A"},{"id":2,"id":3,"value":"B"},{"id":4,"value":"C","value":"D"}]';
  const { offer } = await ask(`{"error":false,"errorDetails":null,"clients":${clients}}`);
  expect(offer).toMatchObject({
    value: [
      { id: 1, value: 'A' },
      { id: 4, value: '' },
    ],
  });
  const { upload } = await ask('{"failedBarcodes":[{"barcode":"1","barcode":"2","reason":"no"}]}');
  expect(upload).toEqual({ ok: true, value: [{ barcode: null, reason: 'no' }] });
});

describe('all other JSON is read as ever', () => {
  test.each([
    '{}',
    '[]',
    '""',
    ' {"a" : {"b":[{"c":1},{"c":2}]},"b":{"a":1,"b":2}, "c":"a"}',
    '{"a\\"":1,"a\\\\":2,"a":3,"\\\\":"{\\"a\\":1}","":[],"{":"}"}',
    '[[],{},[{}],{"a":[]},[1,2,{"a":"a","b":"b"}]]',
    '{"__proto__":1,"constructor":2,"toString":{"__proto__":3}}',
    '{"\ud83c":1,"\\udfad":2,"\u0000".":3}'.replace('\u0000".', '\\u0000.'),
  ])('%s', (text) => {
    expect(parseAnswer(text)).toEqual(JSON.parse(text));
  });

  test('and what is none breaks as ever', () => {
    for (const text of ['', '{', '{"error":1,"error"', '{"error":true,"error":false,}', '"\\']) {
      expect(() => parseAnswer(text)).toThrow(SyntaxError);
    }
  });

  test('deep, long and said twice everywhere, it takes no time to speak of', () => {
    const deep = '{"a":'.repeat(5000);
    const names = '"b":0,'.repeat(100_000);
    const text = `${deep}{${names}"error":0,"error":1}${'}'.repeat(5000)}`;
    expect(() => parseAnswer(text)).not.toThrow();
    expect(parseAnswer(`{${names}"b":1}`)).toEqual({ b: undefined });
    expect(() => parseAnswer(`{${names}"error":0,"error":1}`)).toThrow(SaidTwice);
  });
});
