import type { UpdateInstaller } from './installer.ts';

/** How this kiosk came onto its machine. */
export interface System {
  readonly platform: string;
  readonly arch: string;
  /** The file that runs, where it is an AppImage. */
  readonly appImage: string | null;
}

/**
 * How updates come onto such a system. A Debian package is root's, and on macOS only what is signed
 * replaces itself: there the kiosk tells that there is a newer version, and installs nothing.
 */
export function wayOf({
  platform,
  arch,
  appImage,
}: System): Pick<UpdateInstaller, 'way' | 'feedFile' | 'fileEnding'> {
  if (platform === 'win32') {
    return { way: 'on-word', feedFile: 'latest.yml', fileEnding: '.exe' };
  }
  if (platform === 'darwin') {
    return { way: 'by-hand', feedFile: 'latest-mac.yml', fileEnding: '.dmg' };
  }
  const processor = arch === 'x64' ? '' : `-${arch}`;
  return {
    way: appImage === null ? 'by-hand' : 'by-itself',
    feedFile: `latest-linux${processor}.yml`,
    fileEnding: '.AppImage',
  };
}
