/** Where Debian and Ubuntu keep the libraries that Electron needs and a bare system may lack. */
const PACKAGES: Readonly<Record<string, string>> = {
  'libX11.so.6': 'libx11-6',
  'libXcomposite.so.1': 'libxcomposite1',
  'libXdamage.so.1': 'libxdamage1',
  'libXext.so.6': 'libxext6',
  'libXfixes.so.3': 'libxfixes3',
  'libXrandr.so.2': 'libxrandr2',
  'libasound.so.2': 'libasound2',
  'libatk-1.0.so.0': 'libatk1.0-0',
  'libatk-bridge-2.0.so.0': 'libatk-bridge2.0-0',
  'libatspi.so.0': 'libatspi2.0-0',
  'libcairo.so.2': 'libcairo2',
  'libcups.so.2': 'libcups2',
  'libdbus-1.so.3': 'libdbus-1-3',
  'libdrm.so.2': 'libdrm2',
  'libexpat.so.1': 'libexpat1',
  'libgbm.so.1': 'libgbm1',
  'libgdk_pixbuf-2.0.so.0': 'libgdk-pixbuf-2.0-0',
  'libgio-2.0.so.0': 'libglib2.0-0',
  'libglib-2.0.so.0': 'libglib2.0-0',
  'libgobject-2.0.so.0': 'libglib2.0-0',
  'libgtk-3.so.0': 'libgtk-3-0',
  'libnspr4.so': 'libnspr4',
  'libnss3.so': 'libnss3',
  'libnssutil3.so': 'libnss3',
  'libpango-1.0.so.0': 'libpango-1.0-0',
  'libsmime3.so': 'libnss3',
  'libudev.so.1': 'libudev1',
  'libxcb.so.1': 'libxcb1',
  'libxkbcommon.so.0': 'libxkbcommon0',
};

/**
 * The packages that hold the given libraries.
 *
 * @param isKnown whether apt knows a package: releases since 2024 call some of them `…t64`
 */
export function debianPackages(
  libraries: readonly string[],
  isKnown: (name: string) => boolean,
): readonly string[] {
  const names = libraries.flatMap((library) => PACKAGES[library] ?? []);
  return [...new Set(names)].sort().map((name) => (isKnown(`${name}t64`) ? `${name}t64` : name));
}

/** The libraries that `ldd` could not find. */
export function missingLibraries(lddOutput: string): readonly string[] {
  return [...lddOutput.matchAll(/^\s*(\S+) => not found$/gm)].flatMap(([, name]) => name ?? []);
}
