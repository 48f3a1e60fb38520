import type { LateWord, UploadState } from '#shared/model/uploads.ts';

/** The changing part of an entry. */
export interface EntryState {
  /** The kiosk has let this guest in. */
  readonly admitted: boolean;
  /** Null: the attempt never was in doubt. */
  readonly word: LateWord | null;
  readonly upload: UploadState;
}

export type WordEvent = 'word-admitted' | 'word-refused' | 'word-missing';
export type UploadEvent =
  'sent' | 'answer-lost' | 'recorded' | 'refused' | 'expired' | 'unreadable' | 'sent-again';
export type EntryEvent = WordEvent | UploadEvent;

/**
 * A late answer, and the upload state of an admission after it; null: unchanged. A scan that was turned
 * away has nothing to upload.
 */
const WORDS: Readonly<Record<WordEvent, { word: LateWord; upload: UploadState | null }>> = {
  'word-admitted': { word: 'admitted', upload: 'none' },
  'word-refused': { word: 'refused', upload: 'conflict' },
  'word-missing': { word: 'missing', upload: null },
};

const UPLOADS: Readonly<Record<UploadEvent, { from: UploadState; to: UploadState }>> = {
  sent: { from: 'pending', to: 'sent' },
  'answer-lost': { from: 'sent', to: 'pending' },
  recorded: { from: 'sent', to: 'recorded' },
  refused: { from: 'sent', to: 'refused' },
  expired: { from: 'pending', to: 'expired' },
  unreadable: { from: 'pending', to: 'refused' },
  'sent-again': { from: 'refused', to: 'pending' },
};

/**
 * Returns the entry after an event. The same event again returns the same object; throws for one that
 * cannot happen in this state.
 */
export function transitionOf(state: EntryState, event: EntryEvent): EntryState {
  return isWord(event) ? hear(state, event) : step(state, event);
}

function isWord(event: EntryEvent): event is WordEvent {
  return event in WORDS;
}

function hear(state: EntryState, event: WordEvent): EntryState {
  const { word, upload } = WORDS[event];
  if (state.word === word) return state;
  if (state.word !== 'awaited') throw impossible(state, event);
  return { ...state, word, upload: (state.admitted ? upload : null) ?? state.upload };
}

function step(state: EntryState, event: UploadEvent): EntryState {
  const { from, to } = UPLOADS[event];
  // As long as the platform may still answer the attempt itself, there is nothing to upload yet.
  if (state.word === 'awaited') throw impossible(state, event);
  if (state.upload === to) return state;
  if (state.upload !== from) throw impossible(state, event);
  return { ...state, upload: to };
}

function impossible({ admitted, word, upload }: EntryState, event: EntryEvent): Error {
  const state = `admitted ${admitted}, word ${word ?? 'none'}, upload ${upload}`;
  return new Error(`"${event}" cannot happen to an entry with: ${state}`);
}
