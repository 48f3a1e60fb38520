import type { HistoryEntry } from '#shared/model/history.ts';
import {
  discrepancyReasons,
  otherDoorWords,
} from '#renderer/features/discrepancies/discrepancy-words.ts';
import type { Format } from '#renderer/lib/format.ts';
import { performanceText } from '#renderer/lib/platform-times.ts';
import { errorCode, reasonWords } from '#renderer/features/verdict/verdict-words.ts';
import { causeWords } from '#renderer/features/overrule/overrule-words.ts';
import { m } from '#renderer/i18n/messages.ts';

/** Why the verdict was what it was, in a sentence. */
export function historyReason({ kind, reason, takenBack }: HistoryEntry): string {
  if (takenBack !== null) return m.history_takenBack();
  if (reason?.type === 'overruled') return causeWords(reason.cause);
  return reason === null ? m.history_damaged() : reasonWords({ kind, reason }).reason;
}

/** A barcode: the whole of it where somebody has entered the PIN, and still stands there. */
export function historyCode({ code, codeTail }: HistoryEntry, isOpen: boolean): string {
  if (code !== null && isOpen) return code;
  return codeTail === null ? m.history_unknown() : m.history_masked({ tail: codeTail });
}

/** What may be told of a scan, as names and values in a fixed order; all of it, where somebody has entered the PIN. */
export function historyFacts(
  format: Format,
  entry: HistoryEntry,
  isOpen: boolean,
): readonly (readonly [name: string, value: string])[] {
  const { reason, upload, twoDoors, takenBack, ticket, ticketIds, word } = entry;
  const when = (at: number) => `${format.shortDate(at)}, ${format.seconds(at)}`;
  const acknowledgedAt = upload?.acknowledgedAt ?? twoDoors?.acknowledgedAt ?? null;
  const sentAgainAt = upload?.sentAgainAt ?? null;
  const usedAt = reason?.type === 'copy' ? (reason.usedAtDoor ?? null) : null;
  const code = reason === null ? null : errorCode({ reason });
  const facts: readonly (readonly [string, string | null | undefined])[] = [
    [m.history_details_scannedAt(), when(entry.scannedAt)],
    [m.history_columns_verdict(), m[`history_kinds_${entry.kind}` as const]()],
    [m.history_columns_reason(), historyReason(entry)],
    [m.overrule_words(), isOpen ? entry.words : null],
    [m.history_details_otherDoor(), usedAt && `${usedAt.door ?? ''} ${when(usedAt.at)}`.trim()],
    [m.history_details_errorCode(), code === null ? null : String(code)],
    [m.history_columns_code(), historyCode(entry, isOpen)],
    [m.history_columns_basis(), m[`history_bases_${entry.basis}` as const]()],
    [m.history_details_lateWord(), word === null ? null : m[`history_words_${word}` as const]()],
    [m.history_columns_scanner(), m[`history_sources_${entry.source}` as const]()],
    [m.history_details_device(), entry.device],
    [m.history_columns_upload(), upload && m[`history_uploads_${upload.state}` as const]()],
    [m.history_details_uploadSince(), upload && when(upload.changedAt)],
    [m.history_details_uploadReason(), upload && discrepancyReasons(upload).join(' ')],
    [
      m['discrepancies_states_two-doors_what'](),
      twoDoors &&
        (otherDoorWords(twoDoors.other, when) ?? m['discrepancies_states_two-doors_advice']()),
    ],
    [
      m.history_takenBack(),
      takenBack && `${when(takenBack.at)} ${(isOpen ? takenBack.why : null) ?? ''}`.trim(),
    ],
    [m.history_details_acknowledged(), acknowledgedAt === null ? null : when(acknowledgedAt)],
    [m.history_details_sentAgain(), sentAgainAt === null ? null : when(sentAgainAt)],
    // As the barcode: it came while the kiosk was unlocked, and may be locked since.
    [m.verdict_name(), isOpen ? ticket?.name : null],
    [m.verdict_performance(), ticket?.performance && performanceText(format, ticket.performance)],
    [m.verdict_section(), ticket?.section],
    [m.verdict_seat(), ticket?.seat],
    [m.history_details_ticketId(), ticketIds && String(ticketIds.ticketId)],
    [m.history_details_performanceId(), ticketIds && String(ticketIds.performanceId)],
  ];
  return facts.flatMap(([name, value]) => (value ? [[name, value] as const] : []));
}
