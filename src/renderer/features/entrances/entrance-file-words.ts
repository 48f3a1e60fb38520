import { m } from '#renderer/i18n/messages.ts';
import { callFailureWords } from '#renderer/lib/failure-words.ts';
import type { Format } from '#renderer/lib/format.ts';
import { isolated } from '#renderer/lib/selection-text.ts';
import type { CallFailure } from '#shared/ipc/kiosk-api.ts';
import { MOST_ENTRANCES, MOST_PATTERNS, MOST_WIDE_PATTERNS } from '#shared/model/entrance.ts';
import { LARGEST_ENTRANCE_FILE, type FileFault } from '#shared/model/entrance-file.ts';
import type { NoTrial } from '#shared/model/entrance-trial.ts';
import type { ManagedRefusal } from '#shared/model/failures.ts';

/** Why something was not done. */
export function failureWords(failure: NoTrial | CallFailure | ManagedRefusal): string {
  switch (failure.type) {
    case 'no-snapshot':
    case 'failed':
    case 'busy':
      return m[`entrances_trouble_${failure.type}` as const]();
    case 'managed':
    case 'call-refused':
    case 'locked':
    case 'internal':
      return callFailureWords(failure).what;
  }
}

/** Why nothing was taken from a file, a line for each of its lines that make no sense. */
export function fileFaultWords(format: Format, fault: FileFault | CallFailure): readonly string[] {
  switch (fault.type) {
    case 'failed':
    case 'busy':
    case 'call-refused':
    case 'locked':
    case 'internal':
      return [failureWords(fault)];
    case 'lines': {
      const lines = fault.lines.map(({ line, fault: wrong, text }) =>
        m.entrances_line({
          line: format.count(line),
          fault: m[`entrances_fault_${wrong}` as const]({ text: isolated(text ?? '') }),
        }),
      );
      const more = fault.more > 0 ? [m.entrances_more({ count: format.count(fault.more) })] : [];
      return [m.entrances_file_nothing(), ...lines, ...more];
    }
    case 'no-column':
    case 'unknown-column':
    case 'column-twice': {
      const column = isolated(fault.column);
      return [m.entrances_file_nothing(), m[`entrances_file_${fault.type}` as const]({ column })];
    }
    case 'empty':
      return [m.entrances_file_nothing(), m.entrances_file_empty()];
    case 'too-large': {
      const most = format.bytes(LARGEST_ENTRANCE_FILE);
      return [m.entrances_file_nothing(), m['entrances_file_too-large']({ most })];
    }
    case 'too-many-entrances':
    case 'too-many-patterns':
    case 'too-many-wide-patterns': {
      const most = format.count(MOST[fault.type]);
      return [m.entrances_file_nothing(), m[`entrances_file_${fault.type}` as const]({ most })];
    }
  }
}

const MOST = {
  'too-many-entrances': MOST_ENTRANCES,
  'too-many-patterns': MOST_PATTERNS,
  'too-many-wide-patterns': MOST_WIDE_PATTERNS,
} as const;
