import { z } from 'zod';
import type { Field } from './field.ts';

/** The members of a record by name. */
export type Fields = Readonly<Record<string, Field>>;

type ValueOf<F> = F extends Field<z.ZodType, infer Value> ? Value : never;
type AbsentOf<F> = F extends Field<z.ZodType, unknown, infer Absent> ? Absent : never;
type Told<F, IsNeeded> = IsNeeded extends true ? ValueOf<F> : ValueOf<F> | AbsentOf<F>;

type StrictShape<F extends Fields> = { -readonly [Name in keyof F]: F[Name]['strict'] };
type LenientShape<F extends Fields, Needed> = {
  -readonly [Name in keyof F]: z.ZodType<Told<F[Name], Name extends Needed ? true : false>>;
};

/** An object in an answer: usable as a field of another one, and as a schema. */
export interface AnswerRecord<F extends Fields, Needed extends string> extends Field<
  z.ZodObject<StrictShape<F>>,
  z.output<z.ZodObject<LenientShape<F, Needed>>>,
  null
> {
  readonly fields: F;
  /** Required members. */
  readonly mustHave: readonly Needed[];
  /** The type after lenient reading. */
  readonly lenient: z.ZodObject<LenientShape<F, Needed>>;
}

/** A record as the kiosk reads it: members that are missing or invalid are null or an empty text. */
export type AsRead<R extends { readonly lenient: z.ZodType }> = z.output<R['lenient']>;

/**
 * Declares an object in an answer. Members that are not in `mustHave` are for display only: with any value
 * there, the record can be read.
 */
export function record<F extends Fields, Needed extends keyof F & string>(
  mustHave: readonly Needed[],
  fields: F,
): AnswerRecord<F, Needed> {
  const needed: ReadonlySet<string> = new Set(mustHave);
  const shapeOf = (schemaOf: (name: string, field: Field) => z.ZodType) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, schemaOf(name, field)]),
    );
  // The shapes have the names of the fields, which TypeScript cannot follow through entries.
  const strict = z.object(shapeOf((_name, field) => field.strict)) as z.ZodObject<StrictShape<F>>;
  const lenient = z.object(
    shapeOf((name, field) => (needed.has(name) ? neededMember(field) : shownMember(field))),
  ) as z.ZodObject<LenientShape<F, Needed>>;
  return {
    fields,
    mustHave,
    strict,
    lenient,
    read: (value) => lenient.safeParse(value).data,
    absent: null,
  };
}

function shownMember(field: Field): z.ZodType {
  return z.transform((value: unknown) => {
    const read = field.read(value);
    return read === undefined ? field.absent : read;
  });
}

function neededMember(field: Field): z.ZodType {
  return z.transform((value: unknown, context) => {
    const read = field.read(value);
    if (read !== undefined) return read;
    context.addIssue({ code: 'custom', message: 'cannot be read' });
    return z.NEVER;
  });
}

/** A list, without those elements that cannot be read. */
export function listOf<Strict extends z.ZodType, Value>(element: Field<Strict, Value>) {
  return { ...lenientList(element), strict: z.array(element.strict) };
}

/** The same, limited to as many elements as are ever used. */
export function atMost<Strict extends z.ZodType, Value>(
  most: number,
  element: Field<Strict, Value>,
) {
  const strict = z
    .array(z.unknown())
    .transform((list) => list.slice(0, most))
    .pipe(z.array(element.strict));
  return { ...lenientList(element, most), strict };
}

function lenientList<Strict extends z.ZodType, Value>(
  element: Field<Strict, Value>,
  most = Infinity,
) {
  // Shared by all records, so it must not be modified.
  const absent = Object.freeze<Value[]>([]) as Value[];
  return {
    element,
    absent,
    read(value: unknown): Value[] | undefined {
      if (!Array.isArray(value)) return undefined;
      return value.slice(0, most).flatMap((each) => {
        const read = element.read(each);
        return read === undefined ? [] : [read];
      });
    },
  };
}

/** A map from dates to values; unreadable values are left out. */
export function byDate<Strict extends z.ZodType, Value, Absent>(
  value: Field<Strict, Value, Absent>,
) {
  return {
    strict: z.record(z.string(), value.strict),
    value,
    absent: null,
    read(map: unknown): Record<string, Value | Absent> | undefined {
      const entries = z.record(z.string(), z.unknown()).safeParse(map).data;
      if (entries === undefined) return undefined;
      return Object.fromEntries(
        Object.entries(entries).map(([date, each]) => [date, value.read(each) ?? value.absent]),
      );
    },
  };
}
