/**
 * What servers, gateways and portals send where JSON of the platform is due: kinds of cases, each with
 * a word for what it is. None of them is an answer of the platform, whatever the endpoint.
 */

const utf8 = (text: string) => Buffer.from(text, 'utf8');
const bytes = (...values: number[]) => Buffer.from(values);
const nested = (open: string, close: string, depth: number) =>
  utf8(open.repeat(depth) + close.repeat(depth));

type OddBody = readonly [what: string, body: Buffer];

/** What an answer of each endpoint needs to be one. */
const EVERYTHING =
  '"error":false,"errorDetails":null,"accessToken":"t","clients":[],"tickets":[],"failedBarcodes":[],' +
  '"clientId":1,"performancesByDateDisplay":{},"seriesInformation":[],"performances":[]';

/** Well-formed JSON that says nothing of what was asked. */
const OTHER_JSON: readonly OddBody[] = [
  ['null', utf8('null')],
  ['true', utf8('true')],
  ['a text', utf8('"error"')],
  ['a number', utf8('200')],
  ['a number beyond all', utf8('1e999')],
  ['a number of many digits', utf8('9'.repeat(5000))],
  ['less than nothing', utf8('-0.0e-0')],
  ['an empty list', utf8('[]')],
  ['a list of envelopes', utf8('[{"error":false,"errorDetails":null}]')],
  ['an empty object', utf8('{}')],
  ['an object without names', utf8('{"":{"":{"":null}}}')],
  ['somebody else’s answer', utf8('{"status":"ok","data":[1,2,3],"message":null}')],
  ['an envelope within another', utf8('{"d":{"error":false,"errorDetails":null,"name":"Ada"}}')],
  ['an error that is a text', utf8('{"error":"no","errorDetails":null,"name":"Ada"}')],
  ['an error that is a number', utf8('{"error":0,"errorDetails":null,"name":"Ada"}')],
  ['an error that is null', utf8('{"error":null,"errorDetails":null,"name":"Ada"}')],
  ['an error alone', utf8('{"error":false}')],
  ['names of a prototype', utf8('{"__proto__":{"error":false,"errorDetails":null}}')],
  ['a constructor', utf8('{"constructor":{"prototype":{"error":false}},"toString":1}')],
  ['a name that comes twice', utf8('{"status":"ok","status":"failed"}')],
  ['an error twice, the second none', utf8('{"error":false,"errorDetails":null,"error":"no"}')],
  ['a no, and then a yes', utf8('{"error":true,"errorDetails":null,"error":false,"name":"Ada"}')],
  [
    'the same in escapes',
    utf8('{"error":true,"errorDetails":null,"err\\u006fr":false,"name":"A"}'),
  ],
  ['all of every answer, twice', utf8(`{${EVERYTHING},${EVERYTHING}}`)],
  ['names in other letters', utf8('{"Error":false,"ErrorDetails":null,"Name":"Ada"}')],
  ['lists in lists', nested('[', ']', 20_000)],
  ['objects in objects', nested('{"a":', '}', 5000).subarray(0, -5000)],
  ['half a pair of surrogates', utf8('["\\ud83c"]')],
  ['the other half, and a name of it', utf8('{"\\udfad":"\\udfad\\ud83c"}')],
  ['a text with a zero in it', utf8('"\\u0000"')],
  ['a mark of byte order, and a list', utf8('\uFEFF[]')],
];

/** What no reader of JSON takes, though some servers write it. */
const NO_JSON: readonly OddBody[] = [
  ['nothing but blanks', utf8(' \t\r\n')],
  ['a page', utf8('<!doctype html><title>Sign in</title>')],
  ['XML', utf8('<?xml version="1.0"?><error>false</error>')],
  ['a word', utf8('OK')],
  ['not a number', utf8('NaN')],
  ['infinity', utf8('{"error":false,"errorDetails":-Infinity}')],
  ['undefined', utf8('{"error":false,"errorDetails":undefined}')],
  ['other quotation marks', utf8("{'error':false,'errorDetails':null}")],
  ['names without any', utf8('{error:false,errorDetails:null}')],
  ['a comma too many', utf8('{"error":false,"errorDetails":null,}')],
  ['a comma too few', utf8('{"error":false "errorDetails":null}')],
  ['a comma too many in a list', utf8('[1,]')],
  ['a list that begins with a comma', utf8('[,1]')],
  ['two commas', utf8('[1,,2]')],
  ['an object that begins with a comma', utf8('{,"error":false,"errorDetails":null}')],
  ['a colon too many', utf8('{"error"::false,"errorDetails":null}')],
  ['a comma for a colon', utf8('{"error",false,"errorDetails",null}')],
  ['a name without a value', utf8('{"error":false,"errorDetails"}')],
  ['half a word', utf8('{"errorDetails":null,"error":fals')],
  ['less than half a word', utf8('n')],
  ['a word in capitals', utf8('{"errorDetails":null,"error":FALSE}')],
  ['Python’s word', utf8('{"errorDetails":None,"error":False}')],
  ['brackets that cross', utf8('{"a":[}]')],
  ['half an escape', utf8('["\\u00A"]')],
  ['half an escape of a pair', utf8('["\\uD834\\u"]')],
  ['an escape of another language', utf8('["\\u{1F3AB}"]')],
  ['a zero in a text', utf8('{"error":false,"errorDetails":null,"name":"A\u0000"}')],
  ['a zero between', utf8('{"error":false,\u0000"errorDetails":null}')],
  ['blanks that are none', utf8('{"error":false,\u00a0"errorDetails":null}')],
  ['a form feed', utf8('\f{"error":false,"errorDetails":null}')],
  ['a point before digits', utf8('[.5]')],
  ['an exponent without digits', utf8('[1e+]')],
  ['a minus alone', utf8('[-]')],
  ['a zero before a number that is less', utf8('[-01]')],
  ['digits of another script', utf8('[１]')],
  ['a remark', utf8('{"error":false,/* none */"errorDetails":null}')],
  ['a zero before a number', utf8('{"error":false,"errorDetails":null,"name":012}')],
  ['a plus', utf8('+1')],
  ['a point without digits', utf8('[1.]')],
  ['a hexadecimal number', utf8('[0x1F]')],
  ['an escape that is none', utf8('["\\x41"]')],
  ['a line break in a text', utf8('["a\nb"]')],
  ['a text without an end', utf8('{"error":false,"errorDetails":null,"name":"A')],
  ['an object without an end', utf8('{"error":false,"errorDetails":null')],
  ['two answers', utf8('{"error":false,"errorDetails":null}{"error":true}')],
  ['an answer and something', utf8('{"error":false,"errorDetails":null}\u0000')],
  ['two marks of byte order', utf8('\uFEFF\uFEFF{"error":false,"errorDetails":null}')],
  ['a guard against scripts', utf8(')]}\',\n{"error":false,"errorDetails":null}')],
  ['a call back', utf8('callback({"error":false,"errorDetails":null})')],
  ['events', utf8('data: {"error":false,"errorDetails":null}\n\n')],
  ['lists that never close', utf8('['.repeat(100_000))],
  ['lists that close too often', utf8(']'.repeat(1000))],
  ['UTF-16, the other way round', Buffer.from('{"error":false}', 'utf16le').swap16()],
  [
    'bytes that are no text between',
    Buffer.concat([utf8('{"error":false'), bytes(0xff), utf8('}')]),
  ],
  ['UTF-16', Buffer.from('\uFEFF{"error":false,"errorDetails":null}', 'utf16le')],
  ['bytes that are no text', bytes(0xff, 0xfe, 0xfd, 0x80, 0xc0, 0xaf)],
  ['bytes that are no text in a list', bytes(0x5b, 0xed, 0xa0, 0x80, 0x5d)],
  ['half a character', Buffer.concat([utf8('["'), bytes(0xe2, 0x82)])],
  ['a picture', bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)],
  ['zeros', Buffer.alloc(64)],
];

export const ODD_BODIES: readonly OddBody[] = [...OTHER_JSON, ...NO_JSON];

/** What stands for a moment, as JSON: a reader takes it for one or for none, and goes on. */
export const ODD_DATES: readonly string[] = [
  'null',
  '0',
  '-1',
  '-62135596800000',
  '8640000000000000',
  '8640000000000001',
  '9007199254740993',
  '1e400',
  '-1e400',
  '1.5',
  'true',
  '[]',
  '{}',
  '""',
  '"0"',
  '"1795197605"',
  '"1795197605000"',
  '"2026-11-21"',
  '"2026-11-21T19:35:00Z"',
  '"2026-11-21T19:35:00.123456+01:00"',
  '"2026-02-30T25:61:61Z"',
  '"2026-02-30T19:35:00Z"',
  '"2026-11-21T24:00:00Z"',
  '"2026-11-21T23:59:60Z"',
  '"2026-11-21T19:35:00+24:00"',
  '"0001-01-01T00:00:00Z"',
  '"26-11-21T19:35:00Z"',
  '-0',
  '1e999',
  '"0000-00-00T00:00:00"',
  '"+275760-09-13T00:00:00.001Z"',
  '"21.11.2026"',
  '"11/21/2026 7:35 PM"',
  '"/Date(1795197605000)/"',
  '"now"',
  '"\\u0000"',
];
