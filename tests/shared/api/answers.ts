import * as api from '#shared/api/index.ts';
import { z } from 'zod';

/** A record of the contract, as far as a test that goes through all of them wants to know it. */
export interface AnyRecord {
  readonly mustHave: readonly string[];
  readonly strict: z.ZodObject;
  readonly lenient: z.ZodType;
}

/** Every record that the contract declares, by its name. */
export const RECORDS: ReadonlyMap<string, AnyRecord> = new Map(
  Object.entries<unknown>(api).flatMap(([name, value]) =>
    isRecord(value) ? [[name, value] as const] : [],
  ),
);

const recordOf = new Map([...RECORDS.values()].map((record) => [record.strict, record]));

function isRecord(value: unknown): value is AnyRecord {
  return typeof value === 'object' && value !== null && 'mustHave' in value && 'lenient' in value;
}

/** A value as the spec has it; `path` and the place in its list tell what it is of. */
export type Sample = (schema: z.ZodType, path: string, place: number) => unknown;

/** An answer as the spec has it, with two elements in every list. */
export function sampleOf(schema: z.core.$ZodType, known: Sample, path = '', place = 1): unknown {
  const inner = unwrapped(schema);
  const told = known(inner, path, place);
  if (told !== undefined) return told;
  if (inner instanceof z.ZodString) return `${path.split('.').at(-1)} ${place}`;
  if (inner instanceof z.ZodNumber) return place;
  if (inner instanceof z.ZodBoolean) return false;
  if (inner instanceof z.ZodObject) {
    const members = Object.entries<z.core.$ZodType>(inner.shape);
    return Object.fromEntries(
      members.map(([name, member]) => [name, sampleOf(member, known, `${path}.${name}`, place)]),
    );
  }
  if (inner instanceof z.ZodArray) {
    return [1, 2].map((each) => sampleOf(inner.element, known, path, each));
  }
  if (inner instanceof z.ZodRecord) {
    return { '2026-11-21': sampleOf(inner.valueType, known, path, place) };
  }
  if (inner instanceof z.ZodUnion) return [];
  throw new Error(`${path}: a kind of schema that no answer has had yet`);
}

/** Where a member stands in an answer, through the first element of every list. */
export interface Member {
  readonly path: readonly (string | number)[];
  /** Without it, the record that it stands in is none. */
  readonly decides: boolean;
  /** It holds records that have something to decide. */
  readonly holdsRecords: boolean;
  readonly isList: boolean;
}

/** Every member of an answer, down to the last; from the contract, so that a new one is among them. */
export function membersOf(record: AnyRecord, path: Member['path'] = []): Member[] {
  return Object.entries<z.core.$ZodType>(record.strict.shape).flatMap(([name, schema]) => {
    const inner = unwrapped(schema);
    const within = recordWithin(inner, [...path, name]);
    return [
      {
        path: [...path, name],
        decides: record.mustHave.includes(name),
        holdsRecords: within !== null && within.record.mustHave.length > 0,
        isList: inner instanceof z.ZodArray,
      },
      ...(within === null ? [] : membersOf(within.record, within.path)),
    ];
  });
}

function recordWithin(
  schema: z.ZodType,
  path: Member['path'],
): { record: AnyRecord; path: Member['path'] } | null {
  if (schema instanceof z.ZodArray) return recordWithin(unwrapped(schema.element), [...path, 0]);
  if (schema instanceof z.ZodRecord) {
    return recordWithin(unwrapped(schema.valueType), [...path, '2026-11-21']);
  }
  if (!(schema instanceof z.ZodObject)) return null;
  const record = recordOf.get(schema);
  if (record === undefined) throw new Error(`${path.join('.')}: of no record that is declared`);
  return { record, path };
}

/** The schema beneath what says that it may be null, left out or cut. */
function unwrapped(schema: z.core.$ZodType): z.ZodType {
  if (
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault
  ) {
    return unwrapped(schema.unwrap());
  }
  if (schema instanceof z.ZodPipe) {
    const { in: from, out: to } = schema;
    return unwrapped(to instanceof z.ZodTransform ? from : to);
  }
  if (schema instanceof z.ZodType) return schema;
  throw new Error('not a schema of zod');
}

const deep: unknown = Array.from({ length: 200 }).reduce((inner) => [{ inner }], 1);
const LONG = 'x'.repeat(10_000);

/** What may stand where the contract promises something else; undefined: nothing at all. */
export const ODDITIES: readonly (readonly [string, unknown])[] = [
  ['left out', undefined],
  ['null', null],
  ['a number', 12],
  ['a fraction below nothing', -1.5],
  ['a number as text', '12'],
  ['a long text', LONG],
  ['a time as ISO 8601 writes it', '2026-11-22T19:30:00Z'],
  ['true', true],
  ['true as text', 'true'],
  ['a list', [null, 12, 'twelve']],
  ['an empty object', {}],
  ['something deep', deep],
];

/** A snapshot of an answer with something else at a place. */
export function spoiled(answer: unknown, [step, ...rest]: Member['path'], value: unknown): unknown {
  if (step === undefined) return value;
  if (Array.isArray(answer)) {
    return answer.map((each: unknown, place) =>
      place === step ? spoiled(each, rest, value) : each,
    );
  }
  const members = Object.entries(z.record(z.string(), z.unknown()).parse(answer));
  return Object.fromEntries(
    members.map(([name, each]) => [name, name === step ? spoiled(each, rest, value) : each]),
  );
}
