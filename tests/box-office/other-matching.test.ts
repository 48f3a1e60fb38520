import { expect, test } from 'vitest';
import { ERROR } from '#shared/api/index.ts';
import { barcodeOf, openBoxOffice, signIn, type Caller } from './support.ts';

async function codeOf(door: Caller, barcode: string) {
  const { errorDetails } = await door.validate(barcode);
  return errorDetails?.errorCodeId ?? 'admitted';
}

test('matches loosely only with its switch', async () => {
  const exact = await openBoxOffice();
  const code = barcodeOf(exact.boxOffice, 'valid');
  expect(await codeOf(await signIn(exact.boxOffice), `TKT${code}`)).toBe(ERROR.ticketNotValid);

  const { boxOffice } = await openBoxOffice({ matchesLoosely: true });
  const door = await signIn(boxOffice);
  const [first = '', second = '', third = ''] = boxOffice.barcodes('valid', 3);
  expect(await codeOf(door, `tkt ${first}`)).toBe('admitted');
  expect(await codeOf(door, first)).toBe(ERROR.ticketAlreadyScanned);
  expect(await codeOf(door, `000${second}`)).toBe('admitted');
  expect(await codeOf(door, `${third.slice(0, 4)}-${third.slice(4)}`)).toBe('admitted');
  expect(await codeOf(door, `${third}1`)).toBe(ERROR.ticketNotValid);
});

test('shares barcodes only with its switch, and admits each ticket once', async () => {
  const { boxOffice } = await openBoxOffice({ sharesBarcodes: true });
  const door = await signIn(boxOffice);
  const { tickets } = await door.download();
  const good = new Map<string, number>();
  const all = new Map<string, number>();
  for (const { barcode, alreadyScanned, refundedOrVoided } of tickets ?? []) {
    all.set(barcode, (all.get(barcode) ?? 0) + 1);
    if (!alreadyScanned && !refundedOrVoided) good.set(barcode, (good.get(barcode) ?? 0) + 1);
  }
  const [pair = ''] = [...good].filter(([, count]) => count === 2).map(([code]) => code);
  expect(await codeOf(door, pair)).toBe('admitted');
  expect(await codeOf(door, pair)).toBe('admitted');
  expect(await codeOf(door, pair)).toBe(ERROR.ticketAlreadyScanned);
  expect(all.get(barcodeOf(boxOffice, 'valid'))).toBe(1);

  const plain = await (await signIn((await openBoxOffice()).boxOffice)).download();
  const codes = (plain.tickets ?? []).map(({ barcode }) => barcode);
  expect(new Set(codes).size).toBe(codes.length);
});
