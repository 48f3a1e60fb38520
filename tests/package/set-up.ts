import { spawnSync } from 'node:child_process';
import { CAN_MAKE_DEB } from './support/packaged.ts';

/** Packages the kiosk as it is now; on Debian with an installer. */
export default function packageTheKiosk(): void {
  const args = ['scripts/package.ts', CAN_MAKE_DEB ? 'deb' : 'dir'];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) throw new Error('the kiosk could not be packaged');
}
