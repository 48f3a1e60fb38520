import { expect, test } from 'vitest';
import { CALL_NAMES } from '#shared/ipc/calls.ts';
import { CALL_CHANNELS } from '#shared/ipc/channels.ts';
import { filesWithErrors, withMore } from '#tests/support/compiler.ts';

const CALLS = 'src/shared/ipc/calls.ts';
const REQUESTS = 'src/shared/ipc/requests.ts';
const HANDLERS = 'src/main/kiosk/kiosk-handlers.ts';
const GUARD = 'src/main/kiosk/access.ts';
const MACHINE = 'src/main/kiosk/calls/machine-calls.ts';
/** Where a call can be forgotten; what asks for calls by their names is compiled with them. */
const FILES = [
  ...[CALLS, REQUESTS, HANDLERS, MACHINE, 'src/shared/ipc/create-kiosk-api.ts'],
  ...[GUARD, 'src/main/base/ipc/dispatcher.ts'],
];

const SIGNATURE = withMore(
  CALLS,
  '  refreshProgramme(request: null): Result<null, never>;\n',
  '  blink(request: { times: number }): Result<null, never>;\n',
);
const ACCESS: [string, string] = [
  CALLS,
  SIGNATURE[1].replace('export const CALLS = {\n', "export const CALLS = {\n  blink: 'pin',\n"),
];
const SCHEMA = withMore(
  REQUESTS,
  '  refreshProgramme: z.null(),\n',
  '  blink: z.strictObject({ times: z.int() }),\n',
);
const HANDLER: [string, string] = [
  MACHINE,
  withMore(
    MACHINE,
    '    saveSupportBundle: () => supportBundle.save(),\n',
    '    blink: () => ok(null),\n',
  )[1].replace("| 'checkHealth'\n", "| 'checkHealth' | 'blink'\n"),
];

test.each<[string, readonly [string, string][], readonly string[]]>([
  ['nobody says who may make it', [SIGNATURE], [CALLS, GUARD, HANDLERS, REQUESTS]],
  ['it has no schema and no handler', [ACCESS], [HANDLERS, REQUESTS]],
  ['it is in all three places', [ACCESS, SCHEMA, HANDLER], []],
])('a new call, where %s: the compiler names the places', (_, changes, places) => {
  expect(filesWithErrors(FILES, new Map(changes))).toEqual([...places].sort());
});

test('every call has a channel of its own, by its name', () => {
  expect(new Set(Object.values(CALL_CHANNELS)).size).toBe(CALL_NAMES.length);
  expect(CALL_CHANNELS.useBaseUrl).toBe('kiosk:use-base-url');
});
