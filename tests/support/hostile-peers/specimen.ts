import { z } from 'zod';
import type { Random } from '#box-office/demo/random.ts';

/** Makes the value at a member that its schema says nothing of; a member that is not listed is a new one. */
export type Contents = Readonly<Record<string, (chance: Random) => unknown>>;

/** The most elements of a list or record: enough to be reordered and repeated. */
const ELEMENTS = 3;
/** From here on a text's upper limit does not matter for a specimen. */
const SHORT = 12;

/**
 * Makes a value that a schema accepts. It is derived from the schema, so a member that is added later is covered.
 * Throws where it cannot be: a new kind of schema, or an `unknown` that `contents` does not know.
 */
export function specimenOf(
  schema: z.core.$ZodType,
  chance: Random,
  contents: Contents,
  name = '',
): unknown {
  const own = contents[name];
  if (own !== undefined) return own(chance);
  const of = (inner: z.core.$ZodType, member = name) => specimenOf(inner, chance, contents, member);
  if (schema instanceof z.ZodLiteral) return chance.pick([...schema.values]);
  if (schema instanceof z.ZodEnum) return chance.pick(schema.options);
  if (schema instanceof z.ZodBoolean) return chance.oneIn(2);
  if (schema instanceof z.ZodString) {
    const length = Math.max(schema.minLength ?? 0, Math.min(SHORT, schema.maxLength ?? SHORT));
    return `${chance.between(0, 999_999)}`.padStart(length, 'x').slice(0, length);
  }
  if (schema instanceof z.ZodNumber) {
    const [low, high] = [schema.minValue ?? 0, schema.maxValue ?? 1_000];
    return chance.between(Math.max(low, 1), Math.min(high, 1_000));
  }
  if (schema instanceof z.ZodObject) {
    const members = Object.entries<z.core.$ZodType>(schema.shape);
    return Object.fromEntries(members.map(([member, inner]) => [member, of(inner, member)]));
  }
  if (schema instanceof z.ZodIntersection) {
    return Object.assign({}, of(schema.def.left), of(schema.def.right)) as unknown;
  }
  if (schema instanceof z.ZodTuple) {
    return schema.def.items.map((item: z.core.$ZodType) => of(item));
  }
  if (schema instanceof z.ZodArray) return several((inner) => of(inner), schema.element);
  if (schema instanceof z.ZodRecord) {
    const { keyType, valueType } = schema;
    const keys = several((inner) => String(of(inner, `${name} key`)), keyType);
    return Object.fromEntries(keys.map((key) => [key, of(valueType)]));
  }
  if (
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodExactOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly
  ) {
    return of(schema.unwrap());
  }
  throw new Error(`no hostile peer knows what to send as "${name}"`);
}

function several<T>(of: (inner: z.core.$ZodType) => T, inner: z.core.$ZodType): T[] {
  return Array.from({ length: ELEMENTS }, () => of(inner));
}
