import * as fc from 'fast-check';

/** A field as the spec's tables describe it, written down a second time to hold the schemas to it. */
export interface Field {
  /** Any value that the spec allows. */
  readonly values: fc.Arbitrary<unknown>;
  /** Values of other types, which are to be refused. */
  readonly wrong: readonly unknown[];
  readonly presence: 'required' | 'nullable' | 'optional';
}

export type Fields = Readonly<Record<string, Field>>;

const required = (values: fc.Arbitrary<unknown>, wrong: readonly unknown[]): Field => ({
  values,
  wrong,
  presence: 'required',
});

export const string = required(fc.string({ unit: 'grapheme' }), [1, true, [], {}]);
export const boolean = required(fc.boolean(), ['true', 1, 0]);
export const integer = required(fc.maxSafeInteger(), ['1', 1.5, true, 2 ** 60, []]);
/** The spec's `Date`: milliseconds since the epoch. */
export const date = required(fc.integer({ min: Date.UTC(1970, 0), max: Date.UTC(2999, 0) }), [
  '2026-11-20',
  1.5,
  true,
  // No calendar reaches so far: whoever formats it throws.
  Number.MAX_SAFE_INTEGER,
]);
export const double = required(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
  ['1.5', true],
);

/** A field that the spec calls nullable: null and missing mean the same. */
export function nullable(field: Field): Field {
  return { ...field, values: fc.option(field.values), presence: 'nullable' };
}

/** A parameter that may be left out. */
export function optional(field: Field): Field {
  return { ...field, presence: 'optional' };
}

export function arrayOf(field: Field): Field {
  return required(fc.array(field.values, { maxLength: 3 }), [
    {},
    'a',
    ...field.wrong.map((wrong) => [wrong]),
  ]);
}

export function object(fields: Fields): Field {
  return required(valuesOf(fields), ['a', 1, []]);
}

/** A map from dates to values. */
export function byDate(field: Field): Field {
  const key = fc
    .date({ min: new Date('1970-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
    .map((day) => day.toISOString().slice(0, 10));
  return required(fc.dictionary(key, field.values, { maxKeys: 3, noNullPrototype: true }), [
    'a',
    1,
    ...field.wrong.map((wrong) => ({ '2026-11-20': wrong })),
  ]);
}

/** The spec does not show what a message looks like: text, or an object. */
export const message = required(
  fc.oneof(
    fc.string(),
    fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.oneof(fc.string(), fc.integer()), {
      maxKeys: 3,
      noNullPrototype: true,
    }),
  ),
  [1, true],
);

/** Any object of these fields. */
export function valuesOf(fields: Fields): fc.Arbitrary<Record<string, unknown>> {
  const requiredKeys = Object.keys(fields).filter((key) => fields[key]?.presence !== 'optional');
  const model = Object.fromEntries(
    Object.entries(fields).map(([key, field]) => [key, field.values]),
  );
  return fc.record(model, { requiredKeys, noNullPrototype: true });
}
