import type { SyncTicket } from '#shared/api/index.ts';

/** Under which of its two keys a scan carries its barcode (spec 4.2, rule 5). */
export type BarcodeForm = 'both' | 'barcode' | 'barcodeString';

/** The order in which they are tried: a platform that takes all members takes the first. */
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

/** Scans that go up in one request. */
export interface Portion {
  /** The platform: another one may take another form. */
  readonly baseUrl: string;
  readonly ids: readonly string[];
}

/**
 * In which form the scans go up. A platform that refuses members it does not know takes one key alone,
 * and the spec does not say which; what a platform took once is tried first from then on.
 *
 * It is known as long as the kiosk runs: to find it anew costs two refused requests at most, and
 * what was kept longer would outlive the next version of the platform.
 */
export class BarcodeForms {
  readonly #took = new Map<string, BarcodeForm>();
  /** The forms in which the current portion was refused. */
  #refused: { readonly portion: string; readonly forms: readonly BarcodeForm[] } | null = null;

  /** The form for this request. */
  formFor(portion: Portion): BarcodeForm {
    return this.#left(portion)[0] ?? this.#first(portion.baseUrl);
  }

  /** Whether the platform has read scans in this form, since the kiosk runs. */
  isProven(baseUrl: string, form: BarcodeForm): boolean {
    return this.#took.get(baseUrl) === form;
  }

  /** The platform has read scans in this form. */
  noteRead(baseUrl: string, form: BarcodeForm): void {
    this.#took.set(baseUrl, form);
    this.#refused = null;
  }

  /** The platform may have refused a request for its form. Says whether there is another one to try. */
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
