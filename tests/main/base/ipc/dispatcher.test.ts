import { createDispatcher, type CallGuard } from '#main/base/ipc/dispatcher.ts';
import type { KioskHandlers } from '#main/base/ipc/handlers.ts';
import { CALL_CHANNELS } from '#shared/ipc/channels.ts';
import { err, ok } from '#shared/result.ts';
import { handlersWith } from '#tests/support/handlers.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { describe, expect, test } from 'vitest';

function dispatcher(some: Partial<KioskHandlers>, mayCall: CallGuard = () => true) {
  const logger = new RecordingLogger();
  const dispatch = createDispatcher<string>(
    { handlers: handlersWith(some) },
    {
      accepts: (sender) => sender === 'our window',
      mayCall,
      logger,
    },
  );
  return { dispatch, lines: logger.lines };
}

const refused = err({ type: 'call-refused' });

describe('a call from the renderer', () => {
  test('is answered with its handler’s result', async () => {
    const { dispatch } = dispatcher({
      scan: ({ code }) => Promise.resolve(ok({ taken: code === '4711' })),
    });
    const scan = { code: '4711', source: 'wedge' };
    expect(await dispatch(CALL_CHANNELS.scan, 'our window', scan)).toEqual(ok({ taken: true }));
  });

  test('keeps an expected failure as it is', async () => {
    const { dispatch } = dispatcher({ useBaseUrl: () => err({ type: 'not-secure' }) });
    const answer = await dispatch(CALL_CHANNELS.useBaseUrl, 'our window', { address: 'http://x' });
    expect(answer).toEqual(err({ type: 'not-secure' }));
  });

  test('that is behind the PIN reaches no handler while the kiosk is locked', async () => {
    let handled = 0;
    const { dispatch } = dispatcher(
      { signOut: () => (handled++, ok(null)), lock: () => ok(null) },
      (name) => name !== 'signOut',
    );
    const locked = err({ type: 'locked' });
    expect(await dispatch(CALL_CHANNELS.signOut, 'our window', null)).toEqual(locked);
    expect(handled).toBe(0);
    expect(await dispatch(CALL_CHANNELS.lock, 'our window', null)).toEqual(ok(null));
  });

  test('is refused while the kiosk switches, and then comes to the one that it is by then', async () => {
    const kiosk: { handlers: KioskHandlers | null } = { handlers: null };
    const dispatch = createDispatcher(kiosk, {
      accepts: () => true,
      mayCall: () => true,
      logger: new RecordingLogger(),
    });
    expect(await dispatch(CALL_CHANNELS.lock, null, null)).toEqual(refused);
    kiosk.handlers = handlersWith({ lock: () => ok(null) });
    expect(await dispatch(CALL_CHANNELS.lock, null, null)).toEqual(ok(null));
  });

  test('from anybody else is refused and reaches no handler', async () => {
    let handled = 0;
    const { dispatch } = dispatcher({ signOut: () => (handled++, ok(null)) });
    expect(await dispatch(CALL_CHANNELS.signOut, 'a frame', null)).toEqual(refused);
    expect(handled).toBe(0);
  });

  test.each([
    ['nothing', undefined],
    ['another shape', { barcode: '4711' }],
    ['one member too many', { code: '4711', source: 'wedge', admit: true }],
    ['a code of a megabyte', { code: '4'.repeat(1_000_000), source: 'wedge' }],
  ])('with %s as its payload is refused', async (_what, payload) => {
    const { dispatch } = dispatcher({});
    expect(await dispatch(CALL_CHANNELS.scan, 'our window', payload)).toEqual(refused);
  });

  test.each(['kiosk:open-the-safe', 'state', 'toString', '__proto__'])(
    'on a channel that does not exist (%s) is refused',
    async (channel) => {
      const { dispatch } = dispatcher({});
      expect(await dispatch(channel, 'our window', null)).toEqual(refused);
    },
  );
});

test('a page that floods the kiosk with refused calls does not write its log', async () => {
  const { dispatch, lines } = dispatcher({});
  for (let call = 0; call < 1000; call += 1) {
    expect(await dispatch(CALL_CHANNELS.scan, 'a frame', null)).toEqual(refused);
  }
  expect(lines).toHaveLength(101);
  expect(lines.at(-1)).toContain('more refusals are not told of');
});

describe('a handler that throws', () => {
  test('is answered with an incident that the log knows, and the log knows no password', async () => {
    const { dispatch, lines } = dispatcher({
      signIn: ({ password }) => {
        throw new TypeError(`cannot use "${password}"`);
      },
    });
    const answer = await dispatch(CALL_CHANNELS.signIn, 'our window', {
      username: 'anna',
      password: 'correct horse',
    });
    expect(answer).toMatchObject({ ok: false, error: { type: 'internal' } });
    const incident = /"incident":"(\w{8})"/.exec(JSON.stringify(answer))?.[1];
    expect(incident).toBeDefined();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(incident);
    expect(lines[0]).toContain('TypeError');
    expect(lines[0]).toContain('dispatcher.test.ts');
    expect(lines[0]).not.toContain('correct horse');
  });
});
