import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeyedHash } from '#main/base/vault/keyed-hash.ts';

test('a keyed hash is what HMAC-SHA-256 says, for any key and text', () => {
  const key = fc.uint8Array({ minLength: 1, maxLength: 64 });
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 600 }),
    fc.integer({ min: 200, max: 70_000 }).map((length) => '€'.repeat(length)),
  );
  fc.assert(
    fc.property(key, fc.array(text, { minLength: 1, maxLength: 4 }), (bytes, texts) => {
      const keyed = new KeyedHash(bytes);
      for (const each of texts) {
        expect(keyed.of(each)).toBe(createHmac('sha256', bytes).update(each).digest('base64'));
      }
    }),
  );
});
