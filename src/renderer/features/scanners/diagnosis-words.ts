import { assertNever } from '#shared/assert-never.ts';
import type { ScannerChannel } from '#shared/model/scanner.ts';
import type { WedgeSettings } from '#shared/wedge/settings.ts';
import type { TrialProblem, TrialScan } from './scanner-trial.ts';
import { isolated } from '#renderer/lib/selection-text.ts';
import { visibleText } from './visible-text.ts';
import { m } from '#renderer/i18n/messages.ts';
import { adviceOf, type Advice } from '#renderer/lib/advice.ts';

/** What is wrong with how a scanner gave the test barcode, and what to do. */
export function problemWords(problem: TrialProblem, channel: ScannerChannel): Advice {
  switch (problem.type) {
    case 'layout':
      return {
        what: m.scannerSetup_problems_layout_what({
          layout: m[`scannerSetup_byHand_layouts_${problem.layout}` as const](),
        }),
        advice: m.scannerSetup_problems_layout_advice(),
      };
    case 'caps-lock':
      return adviceOf(`scannerSetup_problems_capsLock_${problem.where}`);
    case 'case-lost':
      return adviceOf('scannerSetup_problems_caseLost');
    case 'case-swapped':
      return adviceOf('scannerSetup_problems_caseSwapped');
    case 'no-terminator':
      return adviceOf('scannerSetup_problems_noTerminator');
    case 'other-terminator':
      return {
        what: m.scannerSetup_problems_otherTerminator_what({
          end: m[`scannerSetup_byHand_terminators_${problem.terminator}` as const](),
        }),
        advice: m.scannerSetup_problems_otherTerminator_advice(),
      };
    case 'prefix':
      return prefixWords(problem.prefix, channel);
    case 'suffix':
      return suffixWords(problem.suffix, channel);
    case 'characters-lost':
      return {
        what: m.scannerSetup_problems_lost_what({ count: problem.count }),
        advice: m.scannerSetup_problems_lost_advice(),
      };
    case 'unrecognisable':
      return adviceOf('scannerSetup_problems_unrecognisable');
    default:
      return assertNever(problem);
  }
}

// Only of keyboards can the kiosk take off what they send besides the code.
function prefixWords(prefix: string, channel: ScannerChannel): Advice {
  if (prefix === '') return adviceOf('scannerSetup_problems_noPrefix');
  const text = isolated(visibleText(prefix));
  return channel === 'wedge'
    ? {
        what: m.scannerSetup_problems_prefix_what({ text }),
        advice: m.scannerSetup_problems_prefix_advice(),
      }
    : {
        what: m.scannerSetup_problems_framed_before_what({ text }),
        advice: m.scannerSetup_problems_framed_before_advice(),
      };
}

function suffixWords(suffix: string, channel: ScannerChannel): Advice {
  if (suffix === '') return adviceOf('scannerSetup_problems_noSuffix');
  const text = isolated(visibleText(suffix));
  return channel === 'wedge'
    ? {
        what: m.scannerSetup_problems_suffix_what({ text }),
        advice: m.scannerSetup_problems_suffix_advice(),
      }
    : {
        what: m.scannerSetup_problems_framed_after_what({ text }),
        advice: m.scannerSetup_problems_framed_after_advice(),
      };
}

/**
 * Kinds of barcodes by AIM identifier, as their standards call them: the letter alone, and with its
 * digit where that says more.
 */
const SYMBOLOGIES: Readonly<Record<string, string>> = {
  A: 'Code 39',
  C: 'Code 128',
  C1: 'GS1-128',
  d: 'Data Matrix',
  d2: 'GS1 Data Matrix',
  E: 'EAN / UPC',
  e: 'GS1 DataBar',
  F: 'Codabar',
  G: 'Code 93',
  I: 'Interleaved 2 of 5',
  L: 'PDF417',
  Q: 'QR Code',
  Q3: 'GS1 QR Code',
  z: 'Aztec',
};

/** A kind of barcode by its AIM identifier (`E0`, `Q3`); the identifier itself where it has no name. */
export function symbologyText(identifier: string): string {
  return SYMBOLOGIES[identifier] ?? SYMBOLOGIES[identifier.charAt(0)] ?? `]${identifier}`;
}

/** Who gave it. `gap`: from key to key, in milliseconds; null: not known. */
export function byText(scan: TrialScan, gap: number | null): string {
  const { channel, symbology, end } = scan;
  if (channel === 'wedge') return byKeysText(end, gap);
  const name = isolated(scan.device);
  if (symbology === null) return m[`scannerSetup_scan_by_${channel}` as const]({ name });
  return m[`scannerSetup_scan_by_${channel}_kind` as const]({
    name,
    symbology: symbologyText(symbology),
  });
}

function byKeysText(typedAfter: TrialScan['end'], pace: number | null): string {
  const end = typedAfter && m[`scannerSetup_byHand_terminators_${typedAfter}` as const]();
  const gap = pace === null ? null : Math.round(pace);
  if (gap === null) {
    return end === null
      ? m.scannerSetup_scan_by_wedge()
      : m.scannerSetup_scan_by_wedge_end({ end });
  }
  return end === null
    ? m.scannerSetup_scan_by_wedge_pace({ gap })
    : m.scannerSetup_scan_by_wedge_paceAndEnd({ gap, end });
}

/** What is different in one way of setting up keyboard scanners from another. */
export function wedgeChanges(from: WedgeSettings, to: WedgeSettings): string {
  const shown = (text: string) =>
    text === '' ? m.scannerSetup_scan_nothing() : isolated(visibleText(text));
  const lines = [
    [
      m.scannerSetup_byHand_layout(),
      m[`scannerSetup_byHand_layouts_${from.layout}` as const](),
      m[`scannerSetup_byHand_layouts_${to.layout}` as const](),
    ],
    [
      m.scannerSetup_byHand_capsLock(),
      m[`scannerSetup_byHand_capsLocks_${from.capsLock}` as const](),
      m[`scannerSetup_byHand_capsLocks_${to.capsLock}` as const](),
    ],
    [
      m.scannerSetup_byHand_terminator(),
      m[`scannerSetup_byHand_terminators_${from.terminator}` as const](),
      m[`scannerSetup_byHand_terminators_${to.terminator}` as const](),
    ],
    [m.scannerSetup_byHand_prefix(), shown(from.prefix), shown(to.prefix)],
    [m.scannerSetup_byHand_suffix(), shown(from.suffix), shown(to.suffix)],
  ] as const;
  return lines
    .filter(([, before, after]) => before !== after)
    .map(([what, before, after]) => m.scannerSetup_scan_change({ what, from: before, to: after }))
    .join(' ');
}
