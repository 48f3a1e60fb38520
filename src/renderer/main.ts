import { mount } from 'svelte';
import { createKioskApi } from '#shared/ipc/create-kiosk-api.ts';
import type { KioskApi } from '#shared/ipc/kiosk-api.ts';
import App from './App.svelte';
import { m } from './i18n/messages.ts';
import { sideAt, type Side } from './lib/side.ts';
import { createSoundPlayer } from './lib/sound/sound.ts';
import { createSpeech } from './lib/speech/web-speech.ts';
import { kioskSocketUrl, webSocketTransport } from './lib/web-socket-transport.ts';
import './styles/index.css';

declare global {
  interface Window {
    /** Put there by the preload script; absent in a browser. */
    readonly kiosk?: KioskApi;
  }
}

/** The kiosk in this same application, or the one that served this page. */
function connect(side: Side) {
  if (window.kiosk) return { api: window.kiosk };
  const transport = webSocketTransport(kioskSocketUrl(location, side));
  return {
    api: createKioskApi(transport),
    onBreak: transport.onBreak,
    reload: () => location.reload(),
  };
}

const target = document.getElementById('app');
if (target === null) throw new Error('index.html has no element for the app');
document.title = m.product();
const sound = createSoundPlayer(window.AudioContext, navigator.mediaDevices);
const side = sideAt(location);
mount(App, { target, props: { side, ...connect(side), sound, speech: createSpeech(window) } });
requestIdleCallback(() => sound.prepare());
