import { messageText, type AsRead, type futureEventsEnvelope } from '#shared/api/index.ts';
import { plainText } from '#shared/character-references.ts';
import { legibleUpTo } from '#shared/legible.ts';
import type { ServiceWords } from '#shared/model/programme.ts';

/** The longest message that is kept, in characters, and how many of each weight. */
const LONGEST_MESSAGE = 300;
const MOST_MESSAGES = 5;

type Messages = AsRead<typeof futureEventsEnvelope>['errors'];

/** Returns an answer's messages about the service itself (spec 2.1). */
export function serviceWordsOf({
  clientActive,
  errors,
  warnings,
  serviceMessages,
}: AsRead<typeof futureEventsEnvelope>): ServiceWords {
  const said = {
    isInactive: clientActive === false,
    errors: textsOf([...errors, ...(serviceMessages?.errors ?? [])]),
    warnings: textsOf([...warnings, ...(serviceMessages?.warnings ?? [])]),
  };
  const { infoMessages = [], allMessages = [] } = serviceMessages ?? {};
  // The list of all messages repeats those of each weight, so it is used only if a service has no weights.
  const weighty = new Set([...said.errors, ...said.warnings]);
  const notes = textsOf([...infoMessages, ...allMessages]).filter((text) => !weighty.has(text));
  return { ...said, notes };
}

/** Merges the messages of several answers, each once. */
export function bothWords(some: ServiceWords, more: ServiceWords): ServiceWords {
  const both = (sort: 'errors' | 'warnings' | 'notes') => once([...some[sort], ...more[sort]]);
  return {
    isInactive: some.isInactive || more.isInactive,
    errors: both('errors'),
    warnings: both('warnings'),
    notes: both('notes'),
  };
}

function textsOf(messages: Messages): string[] {
  const texts = messages.map((message) => plainText(messageText(message)).trim());
  return once(
    texts.filter((text) => text !== '').map((text) => legibleUpTo(LONGEST_MESSAGE, text)),
  );
}

function once(texts: readonly string[]): string[] {
  return [...new Set(texts)].slice(0, MOST_MESSAGES);
}
