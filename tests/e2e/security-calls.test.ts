import { expect } from '@playwright/test';
import { CALL_CHANNELS } from '#shared/ipc/channels.ts';
import { createKioskApi } from '#shared/ipc/create-kiosk-api.ts';
import { expectScreen } from './support/door.ts';
import { test } from './support/shared-kiosk.ts';

const CONTRACT = Object.keys(
  createKioskApi({
    platform: 'electron',
    invoke: () => Promise.resolve(),
    subscribe: () => () => undefined,
  }),
);

/** What the page's own scripts leave behind. */
const OURS = ['__svelte', '__paraglide'];

/** What no window of Chromium's has: it would come from Node, Electron or a preload of ours. */
const FOREIGN = [
  'require',
  'process',
  'module',
  'exports',
  'global',
  'Buffer',
  'setImmediate',
  '__dirname',
  '__filename',
  'ipcRenderer',
  'electron',
  'webFrame',
];

test('the page has window.kiosk, as the contract says, and nothing else of the kiosk', async ({
  kiosk: { app, page },
}) => {
  const seen = await page.evaluate(
    ([foreign, ours]) => {
      const { kiosk } = window;
      // What any page has, without a preload: a frame has just been made.
      const frame = document.body.appendChild(document.createElement('iframe'));
      const usual = new Set(Object.getOwnPropertyNames(frame.contentWindow ?? {}));
      frame.remove();
      const descriptor = Object.getOwnPropertyDescriptor(window, 'kiosk');
      const scripts = Object.getOwnPropertyNames(window).filter((name) => !usual.has(name));
      try {
        Object.assign(kiosk, { state: () => 'replaced' });
      } catch {
        // It is frozen, and says so.
      }
      return {
        keys: Object.keys(kiosk),
        own: Reflect.ownKeys(kiosk).length,
        frozen: Object.isFrozen(kiosk),
        replaced: String(kiosk.state).includes('replaced'),
        writable: descriptor?.writable ?? descriptor?.set !== undefined,
        configurable: descriptor?.configurable,
        // Playwright’s own begin like this.
        added: scripts.filter(
          (name) => !/^(?:__pw|__playwright|\d+$)/.test(name) && !ours.includes(name),
        ),
        foreign: foreign.filter((name) => name in window),
      };
    },
    [FOREIGN, OURS] as const,
  );
  expect(seen).toEqual({
    keys: CONTRACT,
    own: CONTRACT.length,
    frozen: true,
    replaced: false,
    writable: false,
    configurable: false,
    added: ['kiosk'],
    foreign: [],
  });
  const preferences = await app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    // Nothing of Electron's types says it, and only it says what holds in the end.
    const contents = window?.webContents as unknown as {
      getLastWebPreferences(): Record<string, unknown>;
    };
    const of = contents.getLastWebPreferences();
    return [of['sandbox'], of['contextIsolation'], of['nodeIntegration'], of['webSecurity']];
  });
  expect(preferences).toEqual([true, true, false, true]);
});

test('calls from another window and from a frame within the page are refused', async ({
  kiosk: { app, page },
}) => {
  const refused = { ok: false, error: { type: 'call-refused' } };

  // The same page with the same preload, but not in the kiosk's window.
  const other = await app.evaluate(async ({ app: electron, BrowserWindow }) => {
    const preload = `${electron.getAppPath()}/out/preload/index.cjs`;
    const window = new BrowserWindow({
      show: false,
      webPreferences: { preload, partition: 'page', sandbox: true },
    });
    await window.loadURL('app://kiosk/index.html');
    const code = `Promise.all([window.kiosk.state(null), window.kiosk.scan({code:'4711',source:'wedge'})])`;
    const answers: unknown = await window.webContents.executeJavaScript(code);
    window.destroy();
    return answers;
  });
  expect(other).toEqual([refused, refused]);

  // A frame of the kiosk's own page has no preload: its call comes to the real handler all the same.
  await page.evaluate(() => document.body.append(document.createElement('iframe')));
  const framed = await app.evaluate(async ({ BrowserWindow, ipcMain }, channels) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    const [frame] = contents?.mainFrame.frames ?? [];
    const { _invokeHandlers: handlers } = ipcMain as unknown as {
      _invokeHandlers: Map<string, (event: object, payload: unknown) => Promise<unknown>>;
    };
    const kiosk = (event: object) =>
      Promise.all(channels.map(async (channel) => handlers.get(channel)?.(event, null)));
    return {
      handled: channels.every((channel) => handlers.has(channel)),
      others: [...handlers.keys()].filter((channel) => !channels.includes(channel)),
      // Electron itself listens on 'error', and does nothing there.
      listened: ipcMain.eventNames().filter((name) => name !== 'error'),
      isFrame: frame !== undefined && frame !== contents?.mainFrame,
      frame: await kiosk({ senderFrame: frame, sender: contents }),
      gone: await kiosk({ senderFrame: null, sender: contents }),
    };
  }, Object.values<string>(CALL_CHANNELS));
  const allRefused = Object.values(CALL_CHANNELS).map(() => refused);
  expect(framed).toEqual({
    handled: true,
    others: [],
    listened: [],
    isFrame: true,
    frame: allRefused,
    gone: allRefused,
  });
});

test('hostile payloads on every call are refused in few words, and a flood of them leaves nothing behind', async ({
  kiosk: { app, page },
}) => {
  const calls = Object.keys(CALL_CHANNELS);
  const answers = await page.evaluate(async (names) => {
    const api = window.kiosk as unknown as Record<string, (payload?: unknown) => Promise<unknown>>;
    const deep = (levels: number) => {
      let value: object = {};
      for (let i = 0; i < levels; i += 1) value = { value };
      return value;
    };
    const payloads = [
      { change: { kioskName: deep(900) } },
      deep(900),
      new Array(30_000).fill(0),
      JSON.parse('{"__proto__": {"on": true}, "constructor": 1}') as unknown,
      Number.NaN,
      12n,
      new Date(),
      new Map([['on', true]]),
      new Uint8Array(1000),
      [],
      'state',
      true,
    ];
    const kinds = new Set<string>();
    const huge = 'x'.repeat(10_000_000);
    const large: Record<string, unknown[]> = {
      scan: [huge, { code: huge, source: 'wedge' }],
      useLogo: [{ image: huge }],
      changeSettings: [{ change: { kioskName: huge } }, { change: { [huge]: 1 } }],
    };
    for (const name of names) {
      for (const payload of [...payloads, ...(large[name] ?? [])]) {
        // What cannot be sent at all throws here, before main has seen it.
        kinds.add(await (async () => api[name]?.(payload))().then(JSON.stringify, () => 'unsent'));
      }
    }
    return [...kinds].sort();
  }, calls);
  expect(answers.filter((answer) => answer !== 'unsent')).toEqual([
    '{"ok":false,"error":{"type":"call-refused"}}',
  ]);

  const flood = () =>
    page.evaluate(async () => {
      const api = window.kiosk as unknown as Record<string, (payload: unknown) => Promise<unknown>>;
      for (let round = 0; round < 10; round += 1) {
        await Promise.all(
          Array.from({ length: 500 }, async (_, i) =>
            i % 2 === 0 ? api['state']?.(null) : api['scan']?.({ junk: 'x'.repeat(2000) }),
          ),
        );
      }
    });
  const heap = () =>
    app.evaluate(async () => {
      const v8 = process.getBuiltinModule('node:v8');
      v8.setFlagsFromString('--expose-gc');
      const gc = process.getBuiltinModule('node:vm').runInNewContext('gc') as () => void;
      gc();
      // What was waiting is let go of in between.
      await new Promise(setImmediate);
      gc();
      return process.memoryUsage().heapUsed;
    });
  await flood();
  const before = await heap();
  await flood();
  await flood();
  // 10,000 calls: a hundred bytes kept for each would be seen.
  expect((await heap()) - before).toBeLessThan(1_000_000);
  await expectScreen(page, 'sign-in');
});
