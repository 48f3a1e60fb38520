import { m } from '#renderer/i18n/messages.ts';
import { isolated } from '#renderer/lib/selection-text.ts';
import type { Script } from '#shared/model/script.ts';
import type { Line, Reading } from '#renderer/lib/readiness-line.ts';

/** The scripts of Chinese, Japanese and Korean, which have a package of their own. */
const EAST_ASIAN: readonly Script[] = ['Bopo', 'Hang', 'Hani', 'Hira', 'Kana'];
/** Debian's packages with fonts. */
const PACKAGES = { eastAsian: 'fonts-noto-cjk', all: 'fonts-noto-core' } as const;

/** Whether the names of the guests can be shown; null: they can. */
export function lettersLine({ state, format, hasLetters }: Reading): Line | null {
  const missing = state.records.snapshot.scripts.filter((script) => !hasLetters(script));
  if (missing.length === 0) return null;
  const isEastAsian = (script: Script) => EAST_ASIAN.includes(script);
  const packages = [
    ...(missing.some(isEastAsian) ? [PACKAGES.eastAsian] : []),
    ...(missing.every(isEastAsian) ? [] : [PACKAGES.all]),
  ];
  const names = missing.map((script) =>
    isolated(script === 'Latn' ? m.letters_furtherLatin() : format.script(script)),
  );
  return {
    state: 'attention',
    facts: [m.letters_what({ list: format.list(names) })],
    remedy: m.letters_advice({ packages: isolated(packages.join(' ')) }),
  };
}
