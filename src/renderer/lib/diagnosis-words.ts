import { assertNever } from '#shared/assert-never.ts';
import type { ScannerChannel } from '#shared/model/scanner.ts';
import type { WedgeSettings } from '#shared/wedge/settings.ts';
import type { Advice, Words } from './i18n/en.ts';
import type { TrialProblem, TrialScan } from './scanner-trial.ts';
import { isolated } from './selection-text.ts';
import { visibleText } from './visible-text.ts';

/** What is wrong with how a scanner gave the test barcode, and what to do. */
export function problemWords(words: Words, problem: TrialProblem, channel: ScannerChannel): Advice {
  const { problems } = words.scannerSetup;
  // Only of keyboards can the kiosk take off what they send besides the code.
  const framed = channel === 'wedge' ? null : problems.framed;
  const shown = (text: string) => (text === '' ? '' : isolated(visibleText(words, text)));
  switch (problem.type) {
    case 'layout':
      return problems.layout(problem.layout);
    case 'caps-lock':
      return problems.capsLock[problem.where];
    case 'case-lost':
      return problems.caseLost;
    case 'case-swapped':
      return problems.caseSwapped;
    case 'no-terminator':
      return problems.noTerminator;
    case 'other-terminator':
      return problems.otherTerminator(problem.terminator);
    case 'prefix':
      return (framed?.before ?? problems.prefix)(shown(problem.prefix));
    case 'suffix':
      return (framed?.after ?? problems.suffix)(shown(problem.suffix));
    case 'characters-lost':
      return problems.lost(problem.count);
    case 'unrecognisable':
      return problems.unrecognisable;
    default:
      return assertNever(problem);
  }
}

/** A kind of barcode by its AIM identifier (`E0`, `Q3`); the identifier itself where it has no name. */
export function symbologyText(words: Words, identifier: string): string {
  const { symbologies } = words.scannerSetup;
  return symbologies[identifier] ?? symbologies[identifier.charAt(0)] ?? `]${identifier}`;
}

/** Who gave it. `gap`: from key to key, in milliseconds; null: not known. */
export function byText(words: Words, scan: TrialScan, gap: number | null): string {
  const { by } = words.scannerSetup.scan;
  const { channel, symbology, end } = scan;
  if (channel === 'wedge') {
    const pace = gap === null ? null : Math.round(gap);
    return by.wedge(pace, end && words.scannerSetup.byHand.terminators[end]);
  }
  const kind = symbology === null ? null : symbologyText(words, symbology);
  return by[channel](isolated(scan.device), kind);
}

/** What is different in one way of setting up keyboard scanners from another. */
export function wedgeChanges(words: Words, from: WedgeSettings, to: WedgeSettings): string {
  const { byHand, scan } = words.scannerSetup;
  const shown = (text: string) => (text === '' ? scan.nothing : isolated(visibleText(words, text)));
  const lines = [
    [byHand.layout, byHand.layouts[from.layout], byHand.layouts[to.layout]],
    [byHand.capsLock, byHand.capsLocks[from.capsLock], byHand.capsLocks[to.capsLock]],
    [byHand.terminator, byHand.terminators[from.terminator], byHand.terminators[to.terminator]],
    [byHand.prefix, shown(from.prefix), shown(to.prefix)],
    [byHand.suffix, shown(from.suffix), shown(to.suffix)],
  ] as const;
  return lines
    .filter(([, before, after]) => before !== after)
    .map(([what, before, after]) => scan.change(what, before, after))
    .join(' ');
}
