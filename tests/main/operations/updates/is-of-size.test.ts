import { isOfSize } from '#main/operations/updates/is-of-size.ts';
import { expect, test } from 'vitest';

const SIZE = 1000;
const ofLength = (length: string, more: Record<string, string[]> = {}) => ({
  statusCode: 200,
  responseHeaders: { 'Content-Length': [length], ...more },
});

test('a file of the size that the feed says is taken', () => {
  expect(isOfSize(ofLength('1000'), SIZE)).toBe(true);
  expect(isOfSize(ofLength('1000', { 'Content-Encoding': ['identity'] }), SIZE)).toBe(true);
});

test('a file of another size, or of none that is said, is not', () => {
  expect(isOfSize(ofLength('1001'), SIZE)).toBe(false);
  expect(isOfSize({ statusCode: 200, responseHeaders: {} }, SIZE)).toBe(false);
  expect(isOfSize({ statusCode: 200 }, SIZE)).toBe(false);
});

test.each(['gzip', 'br', 'deflate', 'zstd'])(
  'a file that is packed as %s is not: unpacked, it could fill the disk',
  (coding) => {
    expect(isOfSize(ofLength('1000', { 'content-encoding': [coding] }), SIZE)).toBe(false);
  },
);

test.each([201, 203, 206, 226, 300, 304])(
  'status %i brings a body of any size, and no file',
  (statusCode) => {
    expect(isOfSize({ statusCode, responseHeaders: {} }, SIZE)).toBe(false);
  },
);

test.each([301, 302, 303, 307, 308, 404, 503])('status %i brings no file', (statusCode) => {
  expect(isOfSize({ statusCode, responseHeaders: { 'content-length': ['7'] } }, SIZE)).toBe(true);
});
