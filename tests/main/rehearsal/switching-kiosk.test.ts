import type { Kiosk, Rehearse } from '#main/kiosk/kiosk.ts';
import { SwitchingKiosk } from '#main/rehearsal/switching-kiosk.ts';
import { ok } from '#shared/result.ts';
import { handlersWith } from '#tests/support/handlers.ts';
import { newKioskState } from '#tests/support/kiosk-state.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { expect, test } from 'vitest';

function standInKiosk(rehearsal: boolean, switchTo: Rehearse): Kiosk {
  const done = () => Promise.resolve();
  return {
    handlers: handlersWith({ rehearse: ({ on }) => switchTo(on) }),
    mayCall: () => true,
    state: () => newKioskState({ rehearsal }),
    whole: () => ({ version: 1, slices: newKioskState({ rehearsal }) }),
    onState: () => () => undefined,
    resume: () => undefined,
    page: { noteSeen: () => undefined, noteBack: () => undefined },
    ...{ start: done, suspend: done, stop: done },
  };
}

test('a rehearsal that cannot end as it should gives way to the door all the same', async () => {
  const kiosk = new SwitchingKiosk({
    logger: new RecordingLogger(),
    openRealDoor: (switchTo) => ({
      kiosk: standInKiosk(false, switchTo),
      dataDirectory: '',
      http: { disconnect: () => Promise.resolve(), reconnect: () => undefined },
    }),
    prepareRehearsal: (switchTo) =>
      Promise.resolve(
        ok({
          kiosk: standInKiosk(true, switchTo),
          dataDirectory: '',
          begin: () => Promise.resolve(),
          end: () => Promise.reject(new Error('the box office does not let go')),
        }),
      ),
  });
  await kiosk.start();
  expect(await kiosk.handlers?.rehearse({ on: true })).toEqual(ok(null));
  expect(kiosk.state().machine.rehearsal).toBe(true);
  expect(await kiosk.handlers?.rehearse({ on: false })).toEqual(ok(null));
  expect(kiosk.state().machine.rehearsal).toBe(false);
  expect(kiosk.handlers).not.toBeNull();
});
