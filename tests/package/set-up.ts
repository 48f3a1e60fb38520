import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { openScreen } from '#tests/e2e/support/screen.ts';
import { CAN_MAKE_APPIMAGE, layOutAppImageTools } from './support/appimage-tools.ts';
import { CAN_MAKE_DEB } from './support/packaged.ts';

const TOOLS = resolve('test-results/appimage-tools');

/** Packages the kiosk as it is now, on Debian with its installers, and opens a screen for it. */
export default async function setUp(): Promise<() => Promise<void>> {
  packageTheKiosk();
  const screen = await openScreen();
  return async () => screen?.close();
}

function packageTheKiosk(): void {
  if (process.env['CI'] === 'true' && !(CAN_MAKE_DEB && CAN_MAKE_APPIMAGE)) {
    throw new Error('not all installers can be made here, where no test may be skipped');
  }
  if (CAN_MAKE_APPIMAGE) layOutAppImageTools(TOOLS);
  const installers = [
    ...(CAN_MAKE_DEB ? ['deb'] : []),
    // With the real tools, if somebody has them.
    ...(CAN_MAKE_APPIMAGE ? ['AppImage'] : []),
  ];
  const { status } = spawnSync(process.execPath, ['scripts/package.ts', ...installers], {
    stdio: 'inherit',
    env: { APPIMAGE_TOOLS_PATH: TOOLS, ...process.env },
  });
  if (status !== 0) throw new Error('the kiosk could not be packaged');
}
