import { transitionOf, type EntryEvent, type EntryState } from '#main/ledger/transitions.ts';
import {
  LATE_WORDS,
  UPLOAD_STATES,
  type LateWord,
  type UploadState,
} from '#shared/model/uploads.ts';
import { describe, expect, test } from 'vitest';

const EVENTS = [
  ...['word-admitted', 'word-refused', 'word-missing'],
  ...['sent', 'answer-lost', 'recorded', 'refused', 'expired', 'unreadable', 'sent-again'],
] as readonly EntryEvent[];

/** Every way on: who was let in or not, the word, the upload, what happens, and both afterwards. */
const WAYS: readonly [
  boolean,
  LateWord | null,
  UploadState,
  EntryEvent,
  LateWord | null,
  UploadState,
][] = [
  // The settlement of attempts in doubt.
  [true, 'awaited', 'pending', 'word-admitted', 'admitted', 'none'],
  [true, 'awaited', 'pending', 'word-refused', 'refused', 'conflict'],
  [true, 'awaited', 'pending', 'word-missing', 'missing', 'pending'],
  // Let in because of an earlier question, while this one was still open.
  [true, 'awaited', 'none', 'word-admitted', 'admitted', 'none'],
  [true, 'awaited', 'none', 'word-refused', 'refused', 'conflict'],
  [true, 'awaited', 'none', 'word-missing', 'missing', 'none'],
  [false, 'awaited', 'none', 'word-admitted', 'admitted', 'none'],
  [false, 'awaited', 'none', 'word-refused', 'refused', 'none'],
  [false, 'awaited', 'none', 'word-missing', 'missing', 'none'],
  // The upload, whether the network was away or the connection died.
  ...([null, 'missing'] as const)
    .flatMap((word) => [
      [true, word, 'pending', 'sent', word, 'sent'] as const,
      [true, word, 'pending', 'expired', word, 'expired'] as const,
      [true, word, 'pending', 'unreadable', word, 'refused'] as const,
      [true, word, 'sent', 'answer-lost', word, 'pending'] as const,
      [true, word, 'sent', 'recorded', word, 'recorded'] as const,
      [true, word, 'sent', 'refused', word, 'refused'] as const,
      [true, word, 'refused', 'sent-again', word, 'pending'] as const,
    ])
    .map(
      (way) =>
        [...way] as [
          boolean,
          LateWord | null,
          UploadState,
          EntryEvent,
          LateWord | null,
          UploadState,
        ],
    ),
];

/** All states that an entry can be in. */
const STATES: readonly EntryState[] = [
  ...[null, 'missing' as const].flatMap((word) =>
    (['pending', 'sent', 'recorded', 'refused', 'expired'] as const).map((upload) => ({
      admitted: true,
      word,
      upload,
    })),
  ),
  { admitted: true, word: 'awaited', upload: 'pending' },
  { admitted: true, word: 'awaited', upload: 'none' },
  { admitted: true, word: 'missing', upload: 'none' },
  { admitted: true, word: 'admitted', upload: 'none' },
  { admitted: true, word: 'refused', upload: 'conflict' },
  { admitted: true, word: null, upload: 'none' },
  ...[null, ...LATE_WORDS].map((word) => ({ admitted: false, word, upload: 'none' as const })),
];

describe('what may happen to an entry', () => {
  test.for(WAYS)('admitted %s, word %s, upload %s: %s leads to %s, %s', (way) => {
    const [admitted, word, upload, event, wordAfter, uploadAfter] = way;
    const after = transitionOf({ admitted, word, upload }, event);
    expect(after).toEqual({ admitted, word: wordAfter, upload: uploadAfter });
    expect(transitionOf(after, event), 'the same once more changes nothing').toBe(after);
  });

  test('nothing else: it either has happened before, or is a bug', () => {
    const results = new Set<string>();
    for (const state of STATES) {
      for (const event of EVENTS) {
        const isWay = WAYS.some(
          ([admitted, word, upload, on]) =>
            admitted === state.admitted &&
            word === state.word &&
            upload === state.upload &&
            on === event,
        );
        if (isWay) continue;
        const hasHappened = WAYS.some(
          ([admitted, , , on, word, upload]) =>
            on === event &&
            admitted === state.admitted &&
            // A word stays what it was, whatever becomes of the upload later.
            (event.startsWith('word-')
              ? word === state.word
              : word === state.word && upload === state.upload),
        );
        results.add(`${hasHappened}`);
        if (hasHappened) expect(transitionOf(state, event)).toBe(state);
        else
          expect(() => transitionOf(state, event), `${JSON.stringify(state)} ${event}`).toThrow(
            'cannot happen',
          );
      }
    }
    expect(results, 'both kinds were tried').toEqual(new Set(['true', 'false']));
  });

  test('every state of an upload is among those tried', () => {
    expect(new Set(STATES.map(({ upload }) => upload))).toEqual(new Set(UPLOAD_STATES));
  });
});
