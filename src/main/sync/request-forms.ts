import type { SyncTicket } from '#shared/api/index.ts';

/** The form of a request with scans: what platforms read differently. */
export interface RequestForm {
  /** Its filter: the performance of its tickets, or what the door was open for (spec 4.2, rule 3). */
  readonly filter: 'performance' | 'door';
  /** Which of its two keys, or both, a scan's barcode is sent under (spec 4.2, rule 5). */
  readonly keys: 'both' | 'barcode' | 'barcodeString';
}

/** The order in which they are tried: a platform that accepts all of them gets the first. */
const FIRST: RequestForm = { filter: 'performance', keys: 'both' };
const FORMS: readonly RequestForm[] = [
  FIRST,
  { filter: 'performance', keys: 'barcode' },
  { filter: 'performance', keys: 'barcodeString' },
  { filter: 'door', keys: 'both' },
  { filter: 'door', keys: 'barcode' },
  { filter: 'door', keys: 'barcodeString' },
];

/** A barcode under the keys of a form. */
export function barcodeIn(
  { keys }: RequestForm,
  code: string,
): Pick<SyncTicket, 'barcode' | 'barcodeString'> {
  switch (keys) {
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
  /** Their platform: what one platform accepts, another may not. */
  readonly baseUrl: string;
  readonly ids: readonly string[];
  /** Whether their door's filter is another one than that of their performance. */
  readonly hasDoorFilter: boolean;
}

/** What a platform has accepted and refused since the start of the kiosk. */
interface Experience {
  /** It accepted this form... */
  readonly form: RequestForm;
  /** ...and has not refused a lone scan in it since. */
  readonly isProven: boolean;
  /** It refused the same scans in these. */
  readonly refused: readonly RequestForm[];
}

/**
 * Chooses the form in which scans are sent. A platform that refuses unknown members accepts only one of the
 * keys, and the spec does not say which; another may refuse the filter. A form that a platform has accepted
 * is tried first from then on, and forms that it has refused for the same scans are not repeated.
 *
 * That is remembered until the kiosk ends: finding it again costs a few refused requests, and a stored form
 * might be wrong for the next version of the platform.
 */
export class RequestForms {
  readonly #platforms = new Map<string, Experience>();
  /** The forms that were refused for the current scans. */
  #refused: { readonly portion: string; readonly forms: readonly RequestForm[] } | null = null;

  /** The form for this request. */
  formFor(portion: Portion): RequestForm {
    return this.#left(portion)[0] ?? this.#platforms.get(portion.baseUrl)?.form ?? FIRST;
  }

  /** Whether the platform has accepted scans in this form since the start of the kiosk. */
  isProven(baseUrl: string, form: RequestForm): boolean {
    const known = this.#platforms.get(baseUrl);
    return known?.isProven === true && known.form === form;
  }

  /** Called when the platform has accepted scans in this form. */
  noteRead(portion: Portion, form: RequestForm): void {
    const { refused = [] } = this.#platforms.get(portion.baseUrl) ?? {};
    const others = [...refused, ...this.#refusedOf(portion)].filter((each) => each !== form);
    const experience = { form, isProven: true, refused: [...new Set(others)] };
    this.#platforms.set(portion.baseUrl, experience);
    this.#refused = null;
  }

  /**
   * Called when the platform may have refused a request for its form. Returns whether there is another one
   * to try. If there is none, one of the scans is at fault; or the platform has changed, and next time all
   * forms are tried again.
   */
  noteRefused(portion: Portion, form: RequestForm): boolean {
    const before = this.#refusedOf(portion);
    this.#refused = { portion: keyOf(portion), forms: [...before, form] };
    if (this.#left(portion).length > 0) return true;
    this.#refused = null;
    const known = this.#platforms.get(portion.baseUrl);
    if (known !== undefined) this.#platforms.set(portion.baseUrl, { ...known, isProven: false });
    return false;
  }

  #left(portion: Portion): readonly RequestForm[] {
    const known = this.#platforms.get(portion.baseUrl);
    const first = known?.form ?? FIRST;
    const refused = [
      ...this.#refusedOf(portion),
      ...(known?.isProven === true ? known.refused : []),
    ];
    return FORMS.toSorted((a, b) => Number(b === first) - Number(a === first)).filter(
      (form) => !refused.includes(form) && (portion.hasDoorFilter || form.filter === 'performance'),
    );
  }

  #refusedOf(portion: Portion): readonly RequestForm[] {
    return this.#refused?.portion === keyOf(portion) ? this.#refused.forms : [];
  }
}

function keyOf({ baseUrl, ids }: Portion): string {
  return [baseUrl, ...ids].join(' ');
}
