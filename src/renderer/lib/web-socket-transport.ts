import { GUEST_SOCKET } from '#shared/guest-page.ts';
import type { KioskTransport } from '#shared/ipc/create-kiosk-api.ts';
import type { Side } from './side.ts';

/** How long to wait before connecting again, in milliseconds. */
export interface BackOff {
  readonly first: number;
  readonly longest: number;
}

export interface WebSocketTransport extends KioskTransport {
  /** Tells each time the connection to the kiosk is lost; returns how to stop. */
  readonly onBreak: (listener: () => void) => () => void;
}

/** The kiosk's socket for a side, which stands beside the page at `href`. */
export function kioskSocketUrl({ href }: { href: string }, side: Side = 'usher'): string {
  const url = new URL(side === 'guest' ? GUEST_SOCKET : 'kiosk', href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}

interface Pending {
  readonly message: string;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (reason: Error) => void;
}

/**
 * Carries the kiosk's calls over a WebSocket, for a kiosk that is shown in a browser. Calls go out
 * as `{id, channel, request}` and are answered by `{id, answer}`; events are `{channel, payload}`.
 * When the connection breaks, calls without an answer are rejected, and it connects again; events
 * may have been missed.
 */
export function webSocketTransport(
  url: string,
  WebSocketClass: new (url: string) => WebSocket = WebSocket,
  backOff: BackOff = { first: 250, longest: 5000 },
): WebSocketTransport {
  const listeners = new Map<string, Set<(payload: unknown) => void>>();
  const breakListeners = new Set<() => void>();
  const pending = new Map<number, Pending>();
  let lastId = 0;
  let wait = backOff.first;
  let socket = connect();

  function connect(): WebSocket {
    const opening = new WebSocketClass(url);
    opening.addEventListener('open', () => {
      wait = backOff.first;
      for (const { message } of pending.values()) opening.send(message);
    });
    opening.addEventListener('message', ({ data }) => receive(data));
    opening.addEventListener('close', () => {
      const lost = [...pending.values()];
      pending.clear();
      for (const { reject } of lost) reject(new Error('the connection to the kiosk broke'));
      for (const listener of breakListeners) listener();
      setTimeout(() => (socket = connect()), wait);
      wait = Math.min(wait * 2, backOff.longest);
    });
    return opening;
  }

  function receive(data: unknown): void {
    const message: unknown = typeof data === 'string' ? JSON.parse(data) : null;
    if (typeof message !== 'object' || message === null) return;
    if ('id' in message && typeof message.id === 'number' && 'answer' in message) {
      const call = pending.get(message.id);
      pending.delete(message.id);
      call?.resolve(message.answer);
    } else if ('channel' in message && typeof message.channel === 'string') {
      publish(message.channel, 'payload' in message ? message.payload : null);
    }
  }

  function publish(channel: string, payload: unknown): void {
    for (const listener of listeners.get(channel) ?? []) listener(payload);
  }

  function invoke(channel: string, request: unknown): Promise<unknown> {
    if (socket.readyState > WebSocket.OPEN) {
      return Promise.reject(new Error('there is no connection to the kiosk'));
    }
    const id = ++lastId;
    const message = JSON.stringify({ id, channel, request });
    return new Promise((resolve, reject) => {
      pending.set(id, { message, resolve, reject });
      if (socket.readyState === WebSocket.OPEN) socket.send(message);
    });
  }

  return {
    platform: 'browser',
    invoke,
    subscribe(channel, listener) {
      const set = listeners.get(channel) ?? new Set();
      listeners.set(channel, set.add(listener));
      return () => set.delete(listener);
    },
    onBreak(listener) {
      breakListeners.add(listener);
      return () => breakListeners.delete(listener);
    },
  };
}
