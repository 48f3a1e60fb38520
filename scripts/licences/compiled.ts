import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ShippedLicence } from './shipped.ts';

/** A part of a compiled file. No package of npm has its licence. */
interface CompiledPart {
  readonly name: string;
  /** An SPDX expression. */
  readonly licence: string;
  /** Whose it is, where the text of the licence does not say. */
  readonly copyright?: readonly string[];
  /** The file of its licence: one in `texts`, or one that the package has, by its path there. */
  readonly text: string | { readonly inPackage: string };
}

const MUSL: CompiledPart = { name: 'musl', licence: 'MIT', text: 'musl.txt' };

/**
 * What packages bring compiled into one file, by the version of the package in which somebody has looked. With another
 * version the build fails, until somebody has looked again: at the licences that the package names, at what it is
 * built from, and at the file itself (`strings`, `ldd`).
 *
 * What they only load is not among it, since it does not ship: libusb and libudev, the system's own, by node-hid. Nor
 * is node-addon-api, which is a package of its own. The reader has neither zint in it, which only the library's writers have, nor the allocator's licence: dlmalloc is
 * in the public domain.
 */
export const COMPILED: readonly {
  readonly within: string;
  readonly version: string;
  readonly parts: readonly CompiledPart[];
}[] = [
  {
    within: 'better-sqlite3',
    version: '13.2.0',
    parts: [{ name: 'SQLite', licence: 'blessing', text: 'sqlite.txt' }],
  },
  {
    within: 'node-hid',
    version: '3.4.0',
    // Under whichever of its three licences one likes.
    parts: [
      { name: 'HIDAPI', licence: 'BSD-3-Clause', text: { inPackage: 'hidapi/LICENSE-bsd.txt' } },
    ],
  },
  // Of its own sources alone.
  { within: '@serialport/bindings-cpp', version: '13.0.1', parts: [] },
  {
    within: 'undici',
    version: '7.30.2',
    // Its parser of HTTP, built with a library for C that is partly musl.
    parts: [
      { name: 'llhttp', licence: 'MIT', text: 'llhttp.txt' },
      { name: 'wasi-libc', licence: 'Apache-2.0 WITH LLVM-exception', text: 'llvm.txt' },
      MUSL,
    ],
  },
  {
    within: 'zxing-wasm',
    version: '3.1.4',
    parts: [
      {
        name: 'zxing-cpp',
        licence: 'Apache-2.0',
        copyright: [
          'Copyright 2016 ZXing authors',
          'Copyright 2016 Nu-book Inc.',
          'Copyright 2023 Axel Waggershauser',
          // Of what binds it to a page, which is under the same terms.
          'Copyright 2023 Ze-Zheng Wu',
        ],
        text: 'Apache-2.0.txt',
      },
      // Beside zxing-cpp, for texts in other alphabets.
      { name: 'libzueci', licence: 'BSD-3-Clause', text: 'libzueci.txt' },
      // In zxing-cpp, by a table that `strings` does not show.
      { name: 'Flexible and Economical UTF-8 Decoder', licence: 'MIT', text: 'utf8-decoder.txt' },
      // For pictures in files, which the kiosk never has.
      { name: 'stb_image', licence: 'MIT OR Unlicense', text: 'stb.txt' },
      // What every program has in it that is built for WebAssembly.
      { name: 'emscripten', licence: 'MIT OR NCSA', text: 'emscripten.txt' },
      MUSL,
      {
        name: 'libc++, libc++abi and compiler-rt',
        licence: 'Apache-2.0 WITH LLVM-exception',
        text: 'llvm.txt',
      },
    ],
  },
];

/**
 * The licences of what is compiled into a package.
 *
 * @param root - the project's folder
 * @throws if it is another version than the one in which somebody has looked
 */
export function compiledInto(
  { name, version }: Pick<ShippedLicence, 'name' | 'version'>,
  root: string,
): readonly ShippedLicence[] {
  const known = COMPILED.find(({ within }) => within === name);
  if (known === undefined) return [];
  if (known.version !== version) {
    throw new Error(
      `look what is compiled into ${name} ${version}: known is ${known.version} (compiled.ts)`,
    );
  }
  return known.parts.map(({ name: part, licence, copyright = [], text }) => ({
    ...{ name: part, version: `in ${name} ${version}`, licence },
    text: [...copyright, ...(copyright.length > 0 ? [''] : []), textOf(text, name, root)].join(
      '\n',
    ),
  }));
}

function textOf(text: CompiledPart['text'], name: string, root: string): string {
  const path =
    typeof text === 'string'
      ? join('scripts/licences/texts', text)
      : join('node_modules', name, text.inPackage);
  return readFileSync(join(root, path), 'utf8').trim();
}
