import { mount } from 'svelte';
import { createKioskApi } from '#shared/ipc/create-kiosk-api.ts';
import type { KioskApi } from '#shared/ipc/kiosk-api.ts';
import App from './App.svelte';
import { m } from './i18n/messages.ts';
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
function connect() {
  if (window.kiosk) return { api: window.kiosk };
  const transport = webSocketTransport(kioskSocketUrl(location));
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
mount(App, { target, props: { ...connect(), sound, speech: createSpeech(window) } });
requestIdleCallback(() => sound.prepare());
