import type { RestingAudio } from './resting-audio.ts';

/**
 * Whether sounds can be heard, as far as the page can know: `none`, the machine has nothing to play
 * them on; `waiting`, the browser holds them back until somebody has touched the page.
 */
export type SoundOutput = 'there' | 'waiting' | 'none';

/** What is asked for devices. */
export type Devices = Pick<
  MediaDevices,
  'enumerateDevices' | 'addEventListener' | 'removeEventListener'
>;

/** What is asked whether it plays. */
export type Audio = Pick<RestingAudio, 'isHeldBack' | 'onChange'>;

/**
 * Tells `listener` whether sounds can be heard, now and whenever that changes; returns how to stop.
 *
 * @param audio - null where there is no audio at all.
 * @param devices - undefined where the page may not ask; then there is one, as far as is known.
 */
export function watchSoundOutput(
  audio: Audio | null,
  devices: Devices | undefined,
  listener: (output: SoundOutput) => void,
): () => void {
  if (audio === null) {
    listener('none');
    return () => undefined;
  }
  let isWatching = true;
  async function tell(audio: Audio): Promise<void> {
    const isThere = await hasOutput(devices);
    if (!isWatching) return;
    if (!isThere) listener('none');
    else listener(audio.isHeldBack ? 'waiting' : 'there');
  }
  const changed = () => void tell(audio);
  const stopListening = audio.onChange(changed);
  devices?.addEventListener('devicechange', changed);
  changed();
  return () => {
    isWatching = false;
    stopListening();
    devices?.removeEventListener('devicechange', changed);
  };
}

/** Chromium plays into the void where there is no device, and lists devices even to pages without rights. */
async function hasOutput(devices: Devices | undefined): Promise<boolean> {
  if (devices === undefined) return true;
  try {
    const all = await devices.enumerateDevices();
    return all.some(({ kind }) => kind === 'audiooutput');
  } catch {
    return true;
  }
}
