import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonSplitter } from '#main/snapshot/json-splitter.ts';

/** What a splitter makes of these chunks: the members and elements, and whether the document is whole. */
function split(chunks: readonly Buffer[], longest = 1_000_000) {
  const members: [string, string | null][] = [];
  const elements: (string | null)[] = [];
  const splitter = new JsonSplitter('list', longest, {
    member: (name, json) => members.push([name, json]),
    element: (json) => elements.push(json),
  });
  const goesOn = chunks.every((chunk) => splitter.write(chunk));
  return { members, elements, whole: splitter.end(), goesOn, arraySeen: splitter.arraySeen };
}

/** Cuts a text into chunks of these lengths, over and over. */
function cut(text: string, lengths: readonly number[]): Buffer[] {
  const bytes = Buffer.from(text);
  const chunks: Buffer[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const length = lengths[turn % lengths.length] ?? 1;
    chunks.push(bytes.subarray(at, at + length));
    at += length;
  }
  return chunks;
}

const lengths = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });
const document = fc.record({
  before: fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue(), { maxKeys: 3 }),
  list: fc.array(fc.jsonValue(), { maxLength: 6 }),
  indent: fc.constantFrom(0, 1, '\t', '\r\n'),
});

describe('a document', () => {
  test('comes apart into what it is made of, wherever the network cuts it', () => {
    fc.assert(
      fc.property(document, lengths, ({ before, list, indent }, cuts) => {
        fc.pre(!('list' in before) && !('__proto__' in before));
        const text = JSON.stringify({ ...before, list, last: 1 }, null, indent);
        const { members, elements, whole } = split(cut(text, cuts));
        expect(whole).toBe(true);
        const parse = (json: string | null) => JSON.parse(json ?? '') as unknown;
        const plain = JSON.parse(text) as Record<string, unknown>;
        const { list: expected, ...rest } = plain;
        expect(elements.map(parse)).toStrictEqual(expected);
        expect(
          Object.fromEntries(members.map(([name, json]) => [name, parse(json)])),
        ).toStrictEqual(rest);
      }),
    );
  });

  test('that ends anywhere before its end is not whole', () => {
    const text = ' {"a":{"b":"}\\""},"list":[{"c":[1,2]},"x",3],"d":null} ';
    for (let end = 0; end < text.length - 2; end += 1) {
      expect(split([Buffer.from(text.slice(0, end))]).whole, text.slice(0, end)).toBe(false);
    }
    expect(split([Buffer.from(text)]).whole).toBe(true);
  });

  test.each([
    ['a page', '<html></html>'],
    ['an array', '[]'],
    ['nothing between two commas', '{"a":1,,"b":2}'],
    ['a comma before the end', '{"a":1,}'],
    ['a name without quotes', '{a:1}'],
    ['a name that is no text', '{1:1}'],
    ['no colon', '{"a" 1}'],
    ['two documents', '{}{}'],
    ['the array twice', '{"list":[],"list":[]}'],
    ['an array that ends as an object', '{"list":[1}'],
    ['half a byte order mark', '\u00ef{}'],
  ])('%s is none', (_what, text) => {
    expect(split([Buffer.from(text, 'latin1')])).toMatchObject({ whole: false, goesOn: false });
  });

  test('may begin with a byte order mark, in pieces too', () => {
    const bytes = Buffer.from('\uFEFF{"list":[1]}');
    for (const cuts of [[100], [1], [2], [3]]) {
      expect(split(cut(bytes.toString(), cuts))).toMatchObject({ whole: true, elements: ['1'] });
    }
  });

  test('may lack the array, or have something else under its name', () => {
    expect(split([Buffer.from('{"list":null}')])).toMatchObject({
      arraySeen: false,
      members: [['list', 'null']],
    });
  });
});

describe('a piece that is too long', () => {
  const long = JSON.stringify({ text: 'x'.repeat(5000), deep: [[{}]] });

  test.each([[[70]], [[100_000]]])('is left out, the others come (chunks of %i)', (cuts) => {
    const text = `{"m":${long},"list":[1,${long},2],"n":0}`;
    const { elements, members, whole } = split(cut(text, cuts), 1000);
    expect(elements).toStrictEqual(['1', null, '2']);
    expect(members).toStrictEqual([
      ['m', null],
      ['n', '0'],
    ]);
    expect(whole).toBe(true);
  });

  test('is no name', () => {
    expect(split([Buffer.from(`{"${'x'.repeat(2000)}":1}`)], 1000).whole).toBe(false);
  });
});
