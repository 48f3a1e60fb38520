import { assertNever } from '#shared/assert-never.ts';
import type { MissReason, ScannerHealth, ScannerState } from '#shared/model/scanner.ts';
import type { Format } from './format.ts';
import type { Advice, Words } from './i18n/en.ts';
import { isolated } from './selection-text.ts';

type BrokenState = Exclude<ScannerState['type'], 'ready' | 'asleep' | 'keyboard-mode'>;

/** A scanner that has to be looked after before it reads. */
export type BrokenScanner = ScannerHealth & {
  readonly state: Extract<ScannerState, { type: BrokenState }>;
};

/** Whether a scanner has to be looked after before it reads. */
export function isBroken(scanner: ScannerHealth): scanner is BrokenScanner {
  const { type } = scanner.state;
  return type !== 'ready' && type !== 'asleep' && type !== 'keyboard-mode';
}

/** How a scanner is called: as it calls itself, to stand inside a sentence, or what it is. */
export function scannerName(words: Words, { name }: ScannerHealth): string {
  return name === '' ? words.scanners.keyboard : isolated(name);
}

/** What is done about a scanner's state, in sentences, what to do at once first; none: nothing. */
export function remedyOf(words: Words, { state, channel }: ScannerHealth): readonly string[] {
  const { remedies } = words.scanners;
  const isSerial = channel === 'serial';
  switch (state.type) {
    case 'ready':
      return [];
    case 'asleep':
      return remedies.asleep;
    case 'gone':
      return isSerial ? remedies.goneSerial : remedies.gone;
    case 'no-permission':
      if (isSerial) return remedies.noPermissionSerial;
      return state.vendor === null
        ? remedies.noPermissionHid
        : remedies.noPermissionUdev(state.vendor);
    case 'in-use':
      return remedies.inUse;
    case 'keyboard-mode':
      return remedies.keyboardMode;
    case 'unreadable':
      return isSerial ? remedies.unreadableSerial : remedies.unreadableHid;
    case 'failed':
      return remedies.failed(isolated(state.detail));
    default:
      return assertNever(state);
  }
}

/** How a scanner is, in a word or two, and all that can be done about it; '' for nothing. */
export function scannerStateWords(words: Words, scanner: ScannerHealth) {
  const { type } = scanner.state;
  return {
    state: isBroken(scanner) ? 'stop' : type === 'asleep' ? 'attention' : 'good',
    what: words.scanners.states[type],
    advice: remedyOf(words, scanner).join(' '),
  } as const;
}

/** A scanner in a line: its name, how it is, and what it has read; `now` on the kiosk's clock. */
export function scannerFact(
  words: Words,
  format: Format,
  scanner: ScannerHealth,
  now: number,
): string {
  const { lastReadAt, codes, garbled, state } = scanner;
  const { states, nothingRead, lastRead, notWhole } = words.scanners;
  const read =
    lastReadAt === null
      ? nothingRead
      : lastRead(
          format.since(lastReadAt, now),
          format.duration(now - lastReadAt),
          codes,
          format.count(codes),
        );
  const parts = [scannerName(words, scanner), states[state.type], read];
  if (garbled > 0) parts.push(notWhole(garbled, format.count(garbled)));
  return parts.join(' · ');
}

/** What is said of a scan that was not taken in; `isOpen`: the door is. */
export function missedWords(words: Words, reason: MissReason, isOpen: boolean): Advice {
  const { missed, missedLetsNobody, missedNotOpen } = words.scanners;
  if (reason !== 'door-closed') return missed[reason];
  return isOpen ? missedLetsNobody : missedNotOpen;
}
