import { STATE_CHANGED } from '#shared/ipc/channels.ts';
import { kioskSocketUrl, webSocketTransport } from '#renderer/lib/web-socket-transport.ts';
import { describe, expect, test, vi } from 'vitest';

interface Call {
  readonly id: number;
  readonly channel: string;
  readonly request: unknown;
}

/** The browser's end of a socket, moved by the test. */
class Socket extends EventTarget {
  readonly url: string;
  readonly sent: Call[] = [];
  readyState: number = WebSocket.CONNECTING;

  constructor(url: string) {
    super();
    this.url = url;
  }
  send(message: string) {
    this.sent.push(JSON.parse(message) as Call);
  }
  open() {
    this.readyState = WebSocket.OPEN;
    this.dispatchEvent(new Event('open'));
  }
  break() {
    this.readyState = WebSocket.CLOSED;
    this.dispatchEvent(new Event('close'));
  }
  say(message: unknown) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  }
}

function connect() {
  const sockets: Socket[] = [];
  class Listed extends Socket {
    constructor(url: string) {
      super(url);
      sockets.push(this);
    }
  }
  const url = 'ws://127.0.0.1:4000/kiosk';
  const none = { first: 0, longest: 0 };
  const SocketClass = Listed as unknown as new (url: string) => WebSocket;
  const transport = webSocketTransport(url, SocketClass, none);
  const socket = (index: number) => {
    const found = sockets[index];
    if (found === undefined) throw new Error(`there is no socket ${index}`);
    return found;
  };
  return { transport, socket };
}

test.each([
  [{ href: 'http://127.0.0.1:4000/' }, 'ws://127.0.0.1:4000/kiosk'],
  [{ href: 'http://127.0.0.1:4000/s3cret/?a#b' }, 'ws://127.0.0.1:4000/s3cret/kiosk'],
  [{ href: 'https://kiosk.example/' }, 'wss://kiosk.example/kiosk'],
])('the socket stands where the page came from', (place, url) => {
  expect(kioskSocketUrl(place)).toBe(url);
});

test('the guest’s side has a socket of its own', () => {
  expect(kioskSocketUrl({ href: 'http://127.0.0.1:4000/s3cret/guest' }, 'guest')).toBe(
    'ws://127.0.0.1:4000/s3cret/guest-kiosk',
  );
});

describe('calls', () => {
  test('answers find their calls, in any order', async () => {
    const { transport, socket } = connect();
    socket(0).open();
    const first = transport.invoke('kiosk:scan', { code: 'A' });
    const second = transport.invoke('kiosk:scan', { code: 'B' });
    expect(socket(0).sent).toEqual([
      { id: 1, channel: 'kiosk:scan', request: { code: 'A' } },
      { id: 2, channel: 'kiosk:scan', request: { code: 'B' } },
    ]);
    socket(0).say({ id: 2, answer: 'to B' });
    socket(0).say({ id: 1, answer: 'to A' });
    expect(await Promise.all([first, second])).toEqual(['to A', 'to B']);
  });

  test('made before the socket is open, they go out when it is', async () => {
    const { transport, socket } = connect();
    const call = transport.invoke('kiosk:state', null);
    expect(socket(0).sent).toEqual([]);
    socket(0).open();
    socket(0).say({ id: 1, answer: 'state' });
    expect(await call).toBe('state');
  });

  test('without an answer they are rejected when the connection breaks', async () => {
    const { transport, socket } = connect();
    socket(0).open();
    const call = transport.invoke('kiosk:scan', {});
    socket(0).break();
    await expect(call).rejects.toThrow('broke');
    await expect(transport.invoke('kiosk:scan', {})).rejects.toThrow('no connection');
  });
});

describe('events', () => {
  test('reach who listens on their channel, until they stop', () => {
    const { transport, socket } = connect();
    const heard: unknown[] = [];
    const stop = transport.subscribe(STATE_CHANGED, (payload) => heard.push(payload));
    socket(0).open();
    socket(0).say({ channel: STATE_CHANGED, payload: 1 });
    socket(0).say({ channel: 'another', payload: 2 });
    socket(0).say('nothing known');
    stop();
    socket(0).say({ channel: STATE_CHANGED, payload: 3 });
    expect(heard).toEqual([1]);
  });
});

describe('when the connection breaks', () => {
  test('it says so, connects again and goes on', async () => {
    const { transport, socket } = connect();
    const heard: unknown[] = [];
    const broke = vi.fn();
    transport.subscribe(STATE_CHANGED, (payload) => heard.push(payload));
    transport.onBreak(broke);
    socket(0).open();
    socket(0).break();
    expect(broke).toHaveBeenCalledTimes(1);

    await vi.waitFor(() => socket(1).open());
    const call = transport.invoke('kiosk:state', null);
    socket(1).say({ id: 1, answer: 'state' });
    expect(await call).toBe('state');
    socket(1).say({ channel: STATE_CHANGED, payload: 'news' });
    expect(heard).toEqual(['news']);
  });

  test('a kiosk that is not there yet is tried again', async () => {
    const { socket } = connect();
    socket(0).break();
    await vi.waitFor(() => socket(1).break());
    await vi.waitFor(() => socket(2).open());
    expect(socket(2).url).toBe('ws://127.0.0.1:4000/kiosk');
  });
});
