import { expect, test } from 'vitest';
import { guestAddress, sideAt } from '#renderer/lib/side.ts';

test.each([
  ['/index.html', 'usher'],
  ['/', 'usher'],
  ['/s3cret/', 'usher'],
  ['/guest', 'guest'],
  ['/s3cret/guest', 'guest'],
] as const)('whose side stands at %s: the %s’s', (pathname, side) => {
  expect(sideAt({ pathname })).toBe(side);
});

test('the guest’s side of a page is where that side is known by its address', () => {
  const address = guestAddress({ href: 'http://127.0.0.1:4000/s3cret/' });
  expect(address).toBe('http://127.0.0.1:4000/s3cret/guest');
  expect(sideAt(new URL(address))).toBe('guest');
});
