import type { OfflineReason } from '#shared/model/connection.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import type { Script } from '#shared/model/script.ts';
import type { Language } from '#shared/model/settings.ts';
import type { Format } from '#renderer/lib/format.ts';
import type { SoundOutput } from '#renderer/lib/sound/sound-output.ts';
import type { SpeechState } from '#renderer/lib/speech/speech.ts';
import type { SignState } from '#renderer/lib/sign-state.ts';

/** How one part of the kiosk is. */
export interface Line {
  readonly state: SignState;
  /** What is the case, most important first. */
  readonly facts: readonly string[];
  /** Each of them stands in a row of its own. */
  readonly inRows?: true;
  /** What the operator does about it; null: nothing. */
  readonly remedy: string | null;
}

/** What every line is made from; both times in milliseconds since the epoch. */
export interface Reading {
  readonly state: KioskState;
  readonly format: Format;
  readonly now: number;
  readonly platformNow: number;
  /** Null until it is known. */
  readonly soundOutput: SoundOutput | null;
  /** Whether this machine can show letters of a script. */
  readonly hasLetters: (script: Script) => boolean;
  /** In which languages verdicts are spoken, where they are. */
  readonly speaksIn: readonly Language[];
  /** How this machine speaks, where it is to. */
  readonly speech: SpeechState;
  /** Why the platform gave no sign of life when it was asked for one last; null: it did. */
  readonly silence: OfflineReason | null;
}

/** The texts that there are. */
export function known(texts: readonly (string | false | null | undefined)[]): string[] {
  return texts.filter((text): text is string => typeof text === 'string' && text !== '');
}

/** Nothing has to be done about this. */
export function good(...facts: readonly (string | false | null)[]): Line {
  return { state: 'good', facts: known(facts), remedy: null };
}
