import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sealedFile } from '#main/base/vault/sealed-file.ts';
import { Lock } from '#main/operations/lock/lock.ts';
import { resetPin } from '#main/operations/lock/reset-pin.ts';
import { LOCK_TIMINGS } from '#main/operations/lock/timings.ts';
import type { SessionState } from '#shared/model/session.ts';
import { err, ok } from '#shared/result.ts';
import { HOUR } from '#shared/time.ts';
import { ALREADY_SCANNED } from '#tests/main/ledger/support.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { QUICK } from './quick.ts';

test('counts a refused password as a wrong PIN, and an unreachable platform as nothing', async () => {
  const clock = new FakeClock();
  const file = sealedFile(join(temporaryFolder(), 'pin.sealed'), Buffer.alloc(32, 7));
  const ports = { file, clock, logger: new RecordingLogger(), onChange: () => undefined };
  const lock = new Lock({ ...ports, cost: QUICK });
  await lock.setPin('2468');
  lock.lock();
  const user = { username: 'ada', daysTillPasswordExpires: null };
  const session: SessionState = { status: 'signed-in', user, expiresAt: clock.now() + HOUR };
  const refused = { type: 'refused', status: 200, error: ALREADY_SCANNED } as const;
  const offline = { type: 'offline', reason: 'timeout' } as const;
  const resetWith = (failure: typeof refused | typeof offline) => {
    const client = {
      authenticate: () => Promise.resolve(err(failure)),
      invalidateToken: () => Promise.resolve(ok(null)),
    };
    const typed = { username: 'ada', password: 'a guess', pin: '1111' };
    return resetPin({ lock, client: () => client, session: () => session }, typed);
  };
  for (let tries = 0; tries < 2 * LOCK_TIMINGS.freeTries; tries += 1) {
    expect(await resetWith(offline)).toEqual(err(offline));
  }
  for (let tries = 0; tries < LOCK_TIMINGS.freeTries; tries += 1) {
    expect(await resetWith(refused)).toEqual(err(refused));
  }
  expect(await resetWith(refused)).toEqual(err({ type: 'wait' }));
  expect(await lock.unlock('2468'), 'the PIN waits, too').toEqual(err({ type: 'wait' }));
});
