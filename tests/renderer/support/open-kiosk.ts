import '#renderer/styles/index.css';
import type { SoundName } from '#renderer/lib/sound/sound.ts';
import { expect } from 'vitest';
import { page, server } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import App from '#renderer/App.svelte';
import { loadScreens } from '#renderer/app/screen-components.ts';
import type { Side } from '#renderer/lib/side.ts';
import type { SoundOutput } from '#renderer/lib/sound/sound-output.ts';
import { createSpeech } from '#renderer/lib/speech/web-speech.ts';
import { NOW } from './builders.ts';
import { FakeMain, type AnyState } from './fake-transport.ts';
import { lettersAreThere, resize } from './page.ts';

/** The screens that the kiosk must look right on. */
export const SIZES = {
  laptop: [1280, 800],
  small: [1024, 600],
  portrait: [1080, 1920],
  '4k': [3840, 2160],
} as const;

export type Size = keyof typeof SIZES;

/** The whole renderer over a fake main process, at a size. */
export async function openKiosk(
  state: AnyState,
  {
    size = 'laptop',
    main = new FakeMain(state),
    now = () => NOW,
    soundOutput = 'there',
    side = 'usher',
  }: {
    size?: Size;
    main?: FakeMain;
    now?: () => number;
    soundOutput?: SoundOutput;
    side?: Side;
  } = {},
) {
  // So that a screen is there as soon as it is opened.
  await loadScreens();
  const [width, height] = SIZES[size];
  await resize(width, height);
  document.documentElement.lang = 'en';
  document.getElementById('app')?.remove();
  const target = document.createElement('div');
  target.id = 'app';
  document.body.append(target);
  const sounds: [SoundName, number][] = [];
  const screen = await render(
    App,
    {
      target,
      props: {
        side,
        api: main.api,
        sound: {
          play: (kind: SoundName, volume: number) => sounds.push([kind, volume]),
          watchOutput(listener: (output: SoundOutput) => void) {
            listener(soundOutput);
            return () => undefined;
          },
        },
        speech: createSpeech(window),
        now,
      },
    },
    { baseElement: document.body },
  );
  await expect.poll(() => root('screen')).not.toBe('starting');
  await lettersAreThere();
  return { main, screen, sounds };
}

/** What the document's root element says under `data-…`; null: nothing. */
export function root(name: string): string | null {
  return document.documentElement.getAttribute(`data-${name}`);
}

/** Keeps a picture of what is on screen, for people to look at, if they ask for it with USHER_PICTURES. */
export async function picture(name: string): Promise<void> {
  if (import.meta.env['USHER_PICTURES'] === undefined) return;
  await lettersAreThere();
  await page.screenshot({ path: `${server.config.root}/test-results/screenshots/${name}.png` });
}
