import type { VerdictKind } from '#shared/model/verdict-kind.ts';
import { RestingAudio } from './resting-audio.ts';
import { watchSoundOutput, type Devices, type SoundOutput } from './sound-output.ts';

/** One tone: when it begins after the start of the sound, how long it lasts, how high it is. */
export interface Tone {
  /** Seconds. */
  readonly at: number;
  /** Seconds; none is under 0.1, which cheap speakers swallow. */
  readonly duration: number;
  /** Hertz, between 200 and 2,000, where kiosk speakers still speak. */
  readonly frequency: number;
  readonly wave: 'sine' | 'triangle';
}

/** What sounds: a verdict, a failed reading, or a guest who calls for help. */
export type SoundName = VerdictKind | 'not-read' | 'help';

/**
 * The sound of each verdict. Each is told from the others without the screen, and by its rhythm alone: whoever is
 * hard of hearing may hear no pitch. A long tone is at least twice as long as a short one.
 */
export const SOUNDS: Record<SoundName, readonly Tone[]> = {
  // Short and long, rising.
  admit: [
    { at: 0, duration: 0.1, frequency: 660, wave: 'triangle' },
    { at: 0.18, duration: 0.24, frequency: 990, wave: 'triangle' },
  ],
  // Long and long, low.
  reject: [
    { at: 0, duration: 0.21, frequency: 220, wave: 'triangle' },
    { at: 0.29, duration: 0.21, frequency: 220, wave: 'triangle' },
  ],
  // Short three times.
  duplicate: [
    { at: 0, duration: 0.1, frequency: 520, wave: 'triangle' },
    { at: 0.18, duration: 0.1, frequency: 520, wave: 'triangle' },
    { at: 0.36, duration: 0.1, frequency: 520, wave: 'triangle' },
  ],
  // One that lasts.
  undecided: [{ at: 0, duration: 0.7, frequency: 390, wave: 'sine' }],
  // A click.
  checked: [{ at: 0, duration: 0.1, frequency: 1200, wave: 'sine' }],
  // A click like that of a look-up, twice and lower.
  exit: [
    { at: 0, duration: 0.1, frequency: 800, wave: 'sine' },
    { at: 0.26, duration: 0.1, frequency: 800, wave: 'sine' },
  ],
  // An admission turned round, long and short, falling: come in, but there.
  elsewhere: [
    { at: 0, duration: 0.24, frequency: 880, wave: 'triangle' },
    { at: 0.32, duration: 0.1, frequency: 587, wave: 'triangle' },
  ],
  // As soft as where a ticket is undecided, and longer: with both somebody waits.
  held: [{ at: 0, duration: 1.1, frequency: 390, wave: 'sine' }],
  // Short twice and then long, falling: once more, please.
  'not-read': [
    { at: 0, duration: 0.1, frequency: 494, wave: 'sine' },
    { at: 0.18, duration: 0.1, frequency: 494, wave: 'sine' },
    { at: 0.36, duration: 0.24, frequency: 370, wave: 'sine' },
  ],
  // Five short ones, as somebody knocks.
  help: [0, 0.18, 0.36, 0.54, 0.72].map((at) => ({
    at,
    ...{ duration: 0.1, frequency: 700, wave: 'triangle' },
  })),
};

/** How long a sound lasts, in milliseconds. */
export function soundLength(name: SoundName): number {
  return Math.max(...SOUNDS[name].map(({ at, duration }) => at + duration)) * 1000;
}

/** How fast a tone rises and falls, in seconds: enough not to crackle. */
const EDGE = 0.01;

export interface SoundPlayer {
  /** Opens the audio device, which takes a while: not when the first guest waits for a verdict. */
  prepare(): void;
  /** Plays a sound, at a volume of 0 (mute) to 1. One that is still playing gives way. */
  play(kind: SoundName, volume: number): void;
  /** Tells whether sounds can be heard, now and whenever that changes; returns how to stop. */
  watchOutput(listener: (output: SoundOutput) => void): () => void;
}

/** Plays sounds through Web Audio. A machine without audio stays silent and works otherwise. */
export function createSoundPlayer(
  AudioContextClass: (new () => AudioContext) | undefined,
  devices?: Devices,
): SoundPlayer {
  let audio: RestingAudio | null = null;
  let playing: GainNode | null = null;

  function open(): RestingAudio | null {
    if (AudioContextClass !== undefined) audio ??= new RestingAudio(new AudioContextClass());
    return audio;
  }

  return {
    prepare: () => void open(),
    watchOutput: (listener) => watchSoundOutput(open(), devices, listener),
    play(kind, volume) {
      const context = volume > 0 ? open()?.wake() : undefined;
      if (context === undefined) return;
      playing?.disconnect();
      playing = context.createGain();
      playing.gain.value = Math.min(volume, 1);
      playing.connect(context.destination);
      for (const tone of SOUNDS[kind]) playTone(context, playing, tone);
    },
  };
}

function playTone(context: AudioContext, output: AudioNode, tone: Tone): void {
  const start = context.currentTime + tone.at;
  const end = start + tone.duration;
  const oscillator = context.createOscillator();
  const envelope = context.createGain();
  oscillator.type = tone.wave;
  oscillator.frequency.value = tone.frequency;
  envelope.gain.setValueAtTime(0, start);
  envelope.gain.linearRampToValueAtTime(1, start + EDGE);
  envelope.gain.setValueAtTime(1, end - EDGE);
  envelope.gain.linearRampToValueAtTime(0, end);
  oscillator.connect(envelope).connect(output);
  oscillator.start(start);
  oscillator.stop(end);
}
