import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { expect, test } from 'vitest';
import { EXECUTABLE } from './support/packaged.ts';

test('what an attacker could do with a packaged Electron is burnt into it as forbidden', async () => {
  const wire = await getCurrentFuseWire(EXECUTABLE);
  const { ENABLE, DISABLE } = FuseState;
  expect(wire).toMatchObject({
    [FuseV1Options.RunAsNode]: DISABLE,
    [FuseV1Options.EnableCookieEncryption]: ENABLE,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: DISABLE,
    [FuseV1Options.EnableNodeCliInspectArguments]: DISABLE,
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: ENABLE,
    [FuseV1Options.OnlyLoadAppFromAsar]: ENABLE,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: DISABLE,
    [FuseV1Options.GrantFileProtocolExtraPrivileges]: DISABLE,
  });
});

test('each fuse that this Electron has is decided above', async () => {
  const wire = await getCurrentFuseWire(EXECUTABLE);
  const { WasmTrapHandlers } = FuseV1Options;
  // Speed alone: WebAssembly is bound to its memory with them and without, and the page runs none.
  const decided = Object.keys(wire).filter((key) => key !== String(WasmTrapHandlers));
  const known = Object.values(FuseV1Options).filter((value) => typeof value === 'number');
  const security = known.filter((value) => value !== WasmTrapHandlers).map(String);
  expect(decided.filter((key) => /^\d+$/.test(key)).sort()).toEqual(security.sort());
});
