/** What a Debian package says of itself, by the names of fpm's options. */
export interface PackageFacts {
  readonly name: string;
  readonly version: string;
  readonly architecture: string;
  readonly maintainer: string;
  readonly url: string;
  readonly category: string;
  /** The first line is the synopsis. */
  readonly description: string;
  readonly d: readonly string[];
  readonly 'deb-recommends': readonly string[];
  readonly 'deb-priority': string;
  /** In KiB. */
  readonly installedSize: number;
}

/** The text of `DEBIAN/control` (deb-control(5)). */
export function controlFile(facts: PackageFacts): string {
  const fields = {
    Package: facts.name,
    Version: facts.version,
    Architecture: facts.architecture,
    Maintainer: facts.maintainer,
    'Installed-Size': String(facts.installedSize),
    Depends: facts.d.join(', '),
    Recommends: facts['deb-recommends'].join(', '),
    Section: facts.category,
    Priority: facts['deb-priority'],
    Homepage: facts.url,
    Description: describe(facts.description),
  };
  return Object.entries(fields)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('');
}

/** Lines that go on begin with a blank, and an empty one is a dot. */
function describe(text: string): string {
  const [synopsis = '', ...more] = text.split('\n').map((line) => line.trim());
  return [synopsis, ...more.map((line) => ` ${line === '' ? '.' : line}`)].join('\n');
}
