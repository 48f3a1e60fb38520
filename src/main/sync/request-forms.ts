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
  /** Their batch's. */
  readonly groupKey: string;
  readonly ids: readonly string[];
  /** Whether their door's filter is another one than that of their performance. */
  readonly hasDoorFilter: boolean;
}

/** What a platform has accepted and refused for a group of scans since the start of the kiosk. */
interface Experience {
  /** It accepted this form... */
  readonly form: RequestForm;
  /** ...and has not refused a lone scan in it since. */
  readonly isProven: boolean;
  /** It refused the same scans in these. */
  readonly refused: readonly RequestForm[];
}

/** A search for the form that a platform accepts. */
interface Search {
  /** The scans that it is for. */
  readonly scans: string;
  readonly refused: readonly RequestForm[];
  /** Whether the platform may have refused the filter. */
  readonly doubtsFilter: boolean;
}

/**
 * Chooses the form in which scans are sent. A platform that refuses unknown members accepts only one of the
 * keys, and the spec does not say which; another may refuse the filter. A form that a platform has accepted
 * is tried first from then on, and forms that it has refused for the same scans are not repeated. Another
 * group of scans begins with the same keys, but with the filter of its performance: the door's own filter may
 * be valid only within the scan window.
 *
 * This is remembered until the kiosk ends: finding it again costs a few refused requests, and a stored form
 * might be wrong for the next version of the platform.
 */
export class RequestForms {
  /** By the key of the group. */
  readonly #groups = new Map<string, Experience>();
  /** The form that a platform accepted last, by its address. */
  readonly #lastRead = new Map<string, RequestForm>();
  #search: Search | null = null;

  /** The form for this request. */
  formFor(portion: Portion): RequestForm {
    return this.#left(portion)[0] ?? this.#first(portion);
  }

  /** Whether the platform has accepted scans of this group in this form since the start of the kiosk. */
  isProven({ groupKey }: Portion, form: RequestForm): boolean {
    const known = this.#groups.get(groupKey);
    return known?.isProven === true && known.form === form;
  }

  /** Called when the platform has accepted scans in this form. */
  recordAccepted(portion: Portion, form: RequestForm): void {
    const { refused = [] } = this.#groups.get(portion.groupKey) ?? {};
    const others = [...refused, ...(this.#searchFor(portion)?.refused ?? [])];
    this.#groups.set(portion.groupKey, {
      form,
      isProven: true,
      refused: [...new Set(others)].filter((each) => each !== form),
    });
    this.#lastRead.set(portion.baseUrl, form);
    this.#search = null;
  }

  /**
   * Called when the platform may have refused a request for its form. Returns whether there is another one
   * to try. If there is none, one of the scans is at fault; or the platform has changed, and next time all
   * forms are tried again.
   */
  recordRefused(portion: Portion, form: RequestForm, doubt: 'keys' | 'filter'): boolean {
    const before = this.#searchFor(portion);
    this.#search = {
      scans: scansOf(portion),
      refused: [...(before?.refused ?? []), form],
      doubtsFilter: doubt === 'filter' || before?.doubtsFilter === true,
    };
    if (this.#left(portion).length > 0) return true;
    this.#search = null;
    const known = this.#groups.get(portion.groupKey);
    if (known !== undefined) this.#groups.set(portion.groupKey, { ...known, isProven: false });
    return false;
  }

  #left(portion: Portion): readonly RequestForm[] {
    const known = this.#groups.get(portion.groupKey);
    const search = this.#searchFor(portion);
    const first = this.#first(portion);
    const keys = this.#lastRead.get(portion.baseUrl)?.keys;
    const rank = (form: RequestForm) => 2 * Number(form === first) + Number(form.keys === keys);
    const refused = [
      ...(search?.refused ?? []),
      ...(known?.isProven === true ? known.refused : []),
    ];
    const mayHave = (filter: RequestForm['filter']) =>
      filter === 'performance' ||
      filter === first.filter ||
      (portion.hasDoorFilter && search?.doubtsFilter === true);
    return FORMS.toSorted((a, b) => rank(b) - rank(a)).filter(
      (form) => !refused.includes(form) && mayHave(form.filter),
    );
  }

  /** The form that this group begins with. */
  #first({ baseUrl, groupKey }: Portion): RequestForm {
    const known = this.#groups.get(groupKey);
    if (known !== undefined) return known.form;
    const keys = this.#lastRead.get(baseUrl)?.keys;
    return FORMS.find((form) => form.keys === keys) ?? FIRST;
  }

  #searchFor(portion: Portion): Search | null {
    return this.#search?.scans === scansOf(portion) ? this.#search : null;
  }
}

/**
 * Scans may join during a search, but the first one stays. A scan that is alone begins a search of its own: it
 * may be refused for good at the end, so others must not have caused the refusals before.
 */
function scansOf({ ids: [first = '', ...others] }: Portion): string {
  return others.length > 0 ? `${first} and others` : first;
}
