import type { HistoryEntry } from '#shared/model/history.ts';
import { discrepancyReasons } from './discrepancy-words.ts';
import type { Format } from './format.ts';
import type { Words } from './i18n/en.ts';
import { errorCode, reasonWords } from './verdict-words.ts';

/** Why the verdict was what it was, in a sentence. */
export function historyReason(words: Words, { kind, reason }: HistoryEntry): string {
  return reason === null ? words.history.damaged : reasonWords(words, { kind, reason }).reason;
}

/** Everything that is known of a scan, as names and values in a fixed order. */
export function historyFacts(
  words: Words,
  format: Format,
  entry: HistoryEntry,
): readonly (readonly [name: string, value: string])[] {
  const { columns, details, unknown, ...said } = words.history;
  const { codeTail, reason, upload, ticket, ticketIds, word } = entry;
  const when = (at: number) => `${format.shortDate(at)}, ${format.seconds(at)}`;
  const acknowledgedAt = upload?.acknowledgedAt ?? null;
  const code = reason === null ? null : errorCode({ reason });
  const facts: readonly (readonly [string, string | null | undefined])[] = [
    [details.scannedAt, when(entry.scannedAt)],
    [columns.verdict, said.kinds[entry.kind]],
    [columns.reason, historyReason(words, entry)],
    [details.errorCode, code === null ? null : String(code)],
    [columns.code, codeTail === null ? unknown : said.masked(codeTail)],
    [columns.basis, said.bases[entry.basis]],
    [details.lateWord, word === null ? null : said.words[word]],
    [columns.scanner, said.sources[entry.source]],
    [details.device, entry.device],
    [columns.upload, upload && said.uploads[upload.state]],
    [details.uploadSince, upload && when(upload.changedAt)],
    [details.uploadReason, upload && discrepancyReasons(words, upload).join(' ')],
    [details.acknowledged, acknowledgedAt === null ? null : when(acknowledgedAt)],
    [words.verdict.name, ticket?.name],
    [words.verdict.performance, ticket?.performance],
    [words.verdict.section, ticket?.section],
    [words.verdict.seat, ticket?.seat],
    [details.ticketId, ticketIds && String(ticketIds.ticketId)],
    [details.performanceId, ticketIds && String(ticketIds.performanceId)],
  ];
  return facts.flatMap(([name, value]) => (value ? [[name, value] as const] : []));
}
