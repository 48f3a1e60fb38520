import type { UpdateInstaller } from './installer.ts';

/** How this kiosk was installed. */
export interface System {
  readonly platform: string;
  readonly arch: string;
  /** The path of the AppImage, if it is one. */
  readonly appImage: string | null;
}

/**
 * Returns how updates are installed. A Debian package belongs to root, and on macOS only signed
 * applications can replace themselves: there the kiosk only shows that there is a newer version.
 */
export function wayOf({
  platform,
  arch,
  appImage,
}: System): Pick<UpdateInstaller, 'way' | 'system' | 'fileEnding'> {
  if (platform === 'win32') {
    return { way: 'on-word', system: 'windows', fileEnding: '.exe' };
  }
  if (platform === 'darwin') {
    return { way: 'by-hand', system: 'mac', fileEnding: '.dmg' };
  }
  const processor = arch === 'x64' ? '' : `-${arch}`;
  return {
    way: appImage === null ? 'by-hand' : 'by-itself',
    system: `linux${processor}`,
    fileEnding: '.AppImage',
  };
}
