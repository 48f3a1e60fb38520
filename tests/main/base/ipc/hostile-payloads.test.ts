import { createDispatcher } from '#main/base/ipc/dispatcher.ts';
import type { KioskHandlers } from '#main/base/ipc/handlers.ts';
import { CALL_CHANNELS } from '#shared/ipc/channels.ts';
import { REQUEST_SCHEMAS } from '#shared/ipc/requests.ts';
import { err } from '#shared/result.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

type Shape = Readonly<Record<string, unknown>>;

/** A request that a schema takes, made from what it says of itself. */
function example(shape: Shape): unknown {
  const {
    anyOf,
    oneOf,
    properties,
    type,
    items = {},
    minItems = 0,
  } = shape as {
    anyOf?: Shape[];
    oneOf?: Shape[];
    properties?: Record<string, Shape>;
    type?: string | readonly string[];
    items?: Shape;
    minItems?: number;
  };
  const [first] = oneOf ?? anyOf ?? [];
  if (first !== undefined) return example(first);
  if ('const' in shape) return shape['const'];
  if (Array.isArray(shape['enum'])) return shape['enum'][0] as unknown;
  if (properties !== undefined) {
    return Object.fromEntries(
      Object.entries(properties).map(([name, each]) => [name, example(each)]),
    );
  }
  const values: Record<string, unknown> = {
    string:
      shape['format'] === 'uuid'
        ? '01890a5d-ac96-774b-bcce-b302099a8057'
        : shape['pattern'] === undefined
          ? 'text'
          : '4711',
    integer: shape['minimum'] === 1970 ? 2026 : 1,
    number: 1,
    boolean: true,
    array: Array.from({ length: minItems }, () => example(items)),
    null: null,
    object: {},
  };
  return values[[type ?? 'null'].flat()[0] ?? 'null'];
}

/** The same with one thing wrong, somewhere. */
function* spoilt(value: unknown): Generator {
  yield 'nothing of the kind';
  yield [value];
  yield { ...(typeof value === 'object' ? value : {}), admit: true };
  yield JSON.parse('{"__proto__": {"admit": true}}');
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return;
  for (const name of Object.keys(value)) {
    const rest = Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));
    yield rest;
    const wrong = [
      { $ne: null },
      () => undefined,
      'x'.repeat(10_000_000),
      Number.NaN,
      new Date(),
      12n,
    ];
    for (const other of wrong) yield { ...rest, [name]: other };
  }
}

function kioskThatCounts() {
  const handled: string[] = [];
  const handlers = new Proxy({} as KioskHandlers, {
    get: (_handlers, name: string) => (): never => {
      handled.push(name);
      throw new Error('at /srv/usher/secret.ts');
    },
  });
  const logger = new RecordingLogger();
  const options = { accepts: () => true, mayCall: () => true, logger };
  return { handled, logger, dispatch: createDispatcher({ handlers }, options) };
}

const CALLS = Object.entries(REQUEST_SCHEMAS).map(([name, schema]) => ({
  name: name as keyof typeof REQUEST_SCHEMAS,
  schema: schema,
}));

describe.each(CALLS)('$name', ({ name, schema }) => {
  const shape = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }) as Shape;

  test('refuses every request that is not as it should be, and its handler sees none', async () => {
    const { handled, logger, dispatch } = kioskThatCounts();
    let attacks = 0;
    for (const payload of spoilt(example(shape))) {
      attacks += 1;
      const answer = await dispatch(CALL_CHANNELS[name], null, payload);
      expect(answer).toEqual(err({ type: 'call-refused' }));
    }
    expect(attacks).toBeGreaterThanOrEqual(4);
    expect(handled).toEqual([]);
    expect(logger.lines.join('').length).toBeLessThan(20_000);
  });

  test('takes a good one; what its handler throws is a number to whoever asked', async () => {
    const { handled, dispatch } = kioskThatCounts();
    const good = example(shape);
    const answer = await dispatch(CALL_CHANNELS[name], null, good);
    expect(handled).toEqual([name]);
    const incident = expect.stringMatching(/^\w{8}$/) as string;
    expect(answer).toEqual(err({ type: 'internal', incident }));
  });
});
