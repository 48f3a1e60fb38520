import { m } from '#renderer/i18n/messages.ts';
import { callFailureWords } from '#renderer/lib/failure-words.ts';
import type { Format } from '#renderer/lib/format.ts';
import { isolated } from '#renderer/lib/selection-text.ts';
import type { Line, Reading } from '#renderer/lib/readiness-line.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { CallFailure } from '#shared/ipc/kiosk-api.ts';
import {
  MOST_OUTPUTS,
  RELEASES_OF_A_FAULTY_INPUT,
  type OutputField,
  type OutputRefusal,
  type OutputState,
  type OutputTestFailure,
} from '#shared/model/output.ts';

/** What stands for one byte each in a text for a serial port. */
export const SIGNS = '\\r, \\n, \\t, \\\\, \\xA0';

/** How it is with an output, in one line. */
export function outputWords(
  format: Format,
  { name: plain, condition, lastAt }: OutputState,
  { now, isRehearsed }: { readonly now: number; readonly isRehearsed: boolean },
): string {
  const name = isolated(plain);
  const time = lastAt === null ? null : format.since(lastAt, now);
  if (isRehearsed)
    return time === null ? m.outputs_untried({ name }) : m.outputs_would({ name, time });
  switch (condition.type) {
    case 'untried':
      return m.outputs_untried({ name });
    case 'ready':
      return time === null ? m.outputs_ready({ name }) : m.outputs_switched({ name, time });
    case 'failing': {
      const why = m[`outputs_trouble_${condition.why}` as const]();
      return m.outputs_failing({ name, why, time: format.since(condition.since, now) });
    }
    default:
      return assertNever(condition);
  }
}

/** What a gate's input has told, each in one line. */
export function releasesWords(
  format: Format,
  { name: plain, releases }: Pick<OutputState, 'name' | 'releases'>,
): readonly string[] {
  if (releases === null) return [];
  const name = isolated(plain);
  const { count, passed, isFaulty, isUnread } = releases;
  const told = { name, passed: format.count(passed), count: format.count(count) };
  const many = format.count(RELEASES_OF_A_FAULTY_INPUT);
  return [
    ...(count > 0 ? [m.outputs_passed(told)] : []),
    ...(isFaulty ? [m.outputs_faultyInput({ name, count: many })] : []),
    ...(isUnread ? [m.outputs_unreadInput({ name })] : []),
  ];
}

/** How the outputs are; null: there are none. */
export function outputsLine({ state, format, now }: Reading): Line | null {
  const {
    outputs,
    machine: { rehearsal, demo },
  } = state;
  if (outputs.length === 0) return null;
  const isRehearsed = rehearsal || demo !== null;
  const dropped = outputs.reduce((sum, output) => sum + output.dropped, 0);
  const isFailing = !isRehearsed && outputs.some(({ condition }) => condition.type === 'failing');
  const isFaulty = outputs.some(({ releases }) => releases?.isFaulty === true);
  const isUnread = outputs.some(({ releases }) => releases?.isUnread === true);
  return {
    state: isFailing || isFaulty || isUnread ? 'attention' : 'good',
    facts: [
      ...outputs.flatMap((output) => [
        outputWords(format, output, { now, isRehearsed }),
        ...releasesWords(format, output),
      ]),
      ...(dropped > 0 ? [m.outputs_dropped({ count: format.count(dropped) })] : []),
    ],
    inRows: true,
    remedy: remedyFor({ isFailing, isFaulty, isUnread }),
  };
}

function remedyFor(what: Record<'isFailing' | 'isFaulty' | 'isUnread', boolean>): string | null {
  if (what.isFailing) return m.outputs_advice();
  if (what.isFaulty) return m.outputs_faultyInputAdvice();
  return what.isUnread ? m.outputs_unreadInputAdvice() : null;
}

/** Why an output was not kept, or not tested. */
export function outputFailureWords(
  failure: OutputRefusal | OutputTestFailure | CallFailure,
  format: Format,
): string {
  switch (failure.type) {
    case 'managed':
      return m.settings_wrong_managed();
    case 'same-name':
      return m.outputs_sameName();
    case 'too-many':
      return m.outputs_tooMany({ count: format.count(MOST_OUTPUTS) });
    case 'no-key-store':
      return m['join_no-key-store']();
    case 'wrong':
      return wrongFieldWords(failure.field);
    case 'no-output':
      return m.outputs_gone();
    case 'rehearsal':
      return m.outputs_rehearsal();
    case 'output':
      return m[`outputs_trouble_${failure.why}` as const]();
    case 'call-refused':
    case 'locked':
    case 'internal': {
      const { what, advice } = callFailureWords(failure);
      return `${what} ${advice}`.trim();
    }
    default:
      return assertNever(failure);
  }
}

function wrongFieldWords(field: OutputField): string {
  switch (field) {
    case 'name':
    case 'follows':
    case 'pulse':
    case 'url':
    case 'host':
    case 'topic':
    case 'passWithin':
      return m[`outputs_wrong_${field}` as const]();
    case 'on':
    case 'off':
      return m.outputs_wrong_bytes({ signs: SIGNS });
    case 'body':
    case 'port':
    case 'unit':
    case 'coil':
    case 'input':
    case 'path':
    case 'baudRate':
    case 'channel':
      return m.outputs_wrong_other();
    default:
      return assertNever(field);
  }
}
