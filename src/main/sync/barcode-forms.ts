import type { SyncTicket } from '#shared/api/index.ts';

/** Which of its two keys, or both, a scan's barcode is sent under (spec 4.2, rule 5). */
export type BarcodeForm = 'both' | 'barcode' | 'barcodeString';

/** The order in which they are tried: a platform that accepts all of them gets the first. */
const FORMS: readonly BarcodeForm[] = ['both', 'barcode', 'barcodeString'];

/** A barcode under the keys of a form. */
export function barcodeIn(
  form: BarcodeForm,
  code: string,
): Pick<SyncTicket, 'barcode' | 'barcodeString'> {
  switch (form) {
    case 'both':
      return { barcode: code, barcodeString: code };
    case 'barcode':
      return { barcode: code };
    case 'barcodeString':
      return { barcodeString: code };
  }
}

/** Scans for one request. */
export interface Portion {
  /** Their platform and client: what one platform accepts, another may not. */
  readonly baseUrl: string;
  readonly ids: readonly string[];
}

/**
 * Chooses the form in which scans are sent. A platform that refuses unknown members accepts only one of the
 * keys, and the spec does not say which; a form that a platform has accepted is tried first from then on.
 *
 * It is remembered until the kiosk ends: finding it again costs two refused requests at most, and a stored
 * one might be wrong for the next version of the platform.
 */
export class BarcodeForms {
  readonly #took = new Map<string, BarcodeForm>();
  /** The forms that were refused for the current scans. */
  #refused: { readonly portion: string; readonly forms: readonly BarcodeForm[] } | null = null;

  /** The form for this request. */
  formFor(portion: Portion): BarcodeForm {
    return this.#left(portion)[0] ?? this.#first(portion.baseUrl);
  }

  /** Whether the platform has accepted scans in this form since the start of the kiosk. */
  isProven(baseUrl: string, form: BarcodeForm): boolean {
    return this.#took.get(baseUrl) === form;
  }

  /** Called when the platform has accepted scans in this form. */
  noteRead(baseUrl: string, form: BarcodeForm): void {
    this.#took.set(baseUrl, form);
    this.#refused = null;
  }

  /**
   * Called when the platform may have refused a request for its form. Returns whether there is another one
   * to try.
   */
  noteRefused(portion: Portion, form: BarcodeForm): boolean {
    const before = this.#refusedOf(portion);
    this.#refused = { portion: keyOf(portion), forms: [...before, form] };
    if (this.#left(portion).length > 0) return true;
    this.#refused = null;
    return false;
  }

  #left(portion: Portion): readonly BarcodeForm[] {
    const refused = this.#refusedOf(portion);
    const first = this.#first(portion.baseUrl);
    return [first, ...FORMS.filter((form) => form !== first)].filter(
      (form) => !refused.includes(form),
    );
  }

  #first(baseUrl: string): BarcodeForm {
    return this.#took.get(baseUrl) ?? 'both';
  }

  #refusedOf(portion: Portion): readonly BarcodeForm[] {
    return this.#refused?.portion === keyOf(portion) ? this.#refused.forms : [];
  }
}

function keyOf({ baseUrl, ids }: Portion): string {
  return [baseUrl, ...ids].join(' ');
}
