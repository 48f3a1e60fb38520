import { soundLength, type SoundName, type SoundPlayer } from '#renderer/lib/sound/sound.ts';
import type { Sentence, Speech } from '#renderer/lib/speech/speech.ts';
import type { KioskSettings } from '#shared/model/settings.ts';
import type { Verdict } from '#shared/model/verdict.ts';
import type { VerdictKind } from '#shared/model/verdict-kind.ts';
import { MINUTE } from '#shared/time.ts';

/** What the venue wants to hear. */
export type Heard = Pick<KioskSettings, 'volume' | 'silent' | 'spokenVerdicts' | 'speechVolume'>;

/** Nothing is heard, though everything is played. */
export const SILENT: Heard = { volume: 0, silent: [], spokenVerdicts: false, speechVolume: 0 };

type HeardVerdict = Pick<Verdict, 'kind' | 'basis' | 'entryId' | 'opensAgain'>;

interface AnnouncerPorts {
  readonly sound: Pick<SoundPlayer, 'play'>;
  readonly speech: Pick<Speech, 'say' | 'hush'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Makes verdicts heard: by their sound, and after it in words where the house wants that. */
export class Announcer {
  readonly #ports: AnnouncerPorts;
  /** When a guest was last told by sound that the doors are held. */
  #heldSaidAt = -Infinity;
  /** The entry of the verdict that was heard last; null: something else was. */
  #last: string | null = null;

  constructor(ports: AnnouncerPorts) {
    this.#ports = ports;
  }

  /** A verdict has just come; its sentences are asked for only if they are said. */
  verdict(verdict: HeardVerdict, heard: Heard, sentences: () => readonly Sentence[]): void {
    const { kind, entryId } = verdict;
    const isSaid = this.#isSaid(verdict);
    // What is being said is still what stands on the screen.
    if (!isSaid) this.hush();
    if (!this.#play(kind, heard)) return;
    this.#last = entryId;
    if (!isSaid && heard.spokenVerdicts) this.#say(kind, heard, sentences());
  }

  /** Something is over for which one sound is heard, and nothing said; what is being said is no longer about it. */
  sound(kind: VerdictKind, heard: Heard): void {
    this.hush();
    this.#play(kind, heard);
  }

  /** A scan was not taken in. The sentences say what to do; none: nothing is said. */
  missed(heard: Heard, sentences: readonly Sentence[]): void {
    this.#unanswered('undecided', heard, sentences);
  }

  /** A notice has just come; the sentences say what to do. */
  notice(heard: Heard, sentences: readonly Sentence[]): void {
    this.#unanswered('not-read', heard, sentences);
  }

  /** Falls silent: what is being said does not hold any more. */
  hush(): void {
    this.#ports.speech.hush();
    this.#last = null;
  }

  /** Plays the sound of a kind of verdict, unless the house wants to hear none; returns whether it does. */
  #play(kind: VerdictKind, { silent, volume }: Heard): boolean {
    if (silent.includes(kind) || this.#isEnough(kind)) return false;
    this.#ports.sound.play(kind, volume);
    return true;
  }

  #unanswered(sound: SoundName, heard: Heard, sentences: readonly Sentence[]): void {
    this.hush();
    this.#ports.sound.play(sound, heard.volume);
    if (heard.spokenVerdicts && sentences.length > 0) this.#say(sound, heard, sentences);
  }

  /** After the sound, not over it. */
  #say(sound: SoundName, { volume, speechVolume }: Heard, sentences: readonly Sentence[]): void {
    this.#ports.speech.say(sentences, speechVolume, volume > 0 ? soundLength(sound) : 0);
  }

  /** The same ticket, held to the scanner for longer: its sentence would begin again and again. */
  #isSaid({ basis, entryId, opensAgain }: HeardVerdict): boolean {
    return basis === 'repeat' && opensAgain !== true && entryId === this.#last;
  }

  /** A queue that has to wait is told so once a minute. */
  #isEnough(kind: VerdictKind): boolean {
    if (kind !== 'held') return false;
    const now = this.#ports.now();
    // Somebody may have set the clock back meanwhile.
    const isEnough = Math.abs(now - this.#heldSaidAt) < MINUTE;
    if (!isEnough) this.#heldSaidAt = now;
    return isEnough;
  }
}
