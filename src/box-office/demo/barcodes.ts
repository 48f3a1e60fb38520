import { RESERVED_BARCODES } from '../reserved-barcodes.ts';
import type { Random } from './random.ts';

/** Makes barcodes of 12 to 16 digits, some with leading zeros, never the same twice. */
export function createBarcodes(random: Random): () => string {
  const taken = new Set<string>(Object.values(RESERVED_BARCODES));

  function invent(): string {
    const length = random.between(12, 16);
    const digits = String(random.between(0, 9_999_999)) + String(random.between(1e7, 99_999_999));
    return random.oneIn(8) ? digits.slice(-10).padStart(length, '0') : fill(digits, length);
  }

  function fill(digits: string, length: number): string {
    return (digits + String(random.between(1e7, 99_999_999))).slice(0, length);
  }

  return () => {
    let barcode = invent();
    while (taken.has(barcode)) barcode = invent();
    taken.add(barcode);
    return barcode;
  };
}
