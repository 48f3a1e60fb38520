import type { LateWord, UploadState } from '#shared/model/uploads.ts';

/** The part of an entry that changes. */
export interface EntryState {
  /** The kiosk has admitted the guest, and the platform is to know of it. */
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
 * The outcome of an attempt in doubt, and the upload state that it gives an admission. Null: the state
 * stays, which is in the queue or, if the platform had already spent the ticket, without an upload. A scan
 * that was turned away has nothing to upload.
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
 * Returns the state of an entry after an event. Repeating the same event returns the same object. Throws if
 * the event is not possible in this state, which is a bug.
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
