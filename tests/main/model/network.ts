import type { Answer, Fetch } from '#main/base/ports.ts';
import { textOf } from '#main/platform/ticketing/body.ts';
import { ENDPOINTS, type Endpoint, type Way } from './actions.ts';

/** A request that is under way: what can still happen to it. */
interface Stuck {
  readonly endpoint: string;
  /** Lets it, or its answer, go on. */
  readonly release: () => void;
  readonly breakOff: (error: Error) => void;
}

/** Somebody who asks: one run of the kiosk. */
export interface Asker {
  isDead: boolean;
}

export interface NetworkPorts {
  /** The way to the platform when nothing is wrong. */
  readonly fetch: Fetch;
  /** The platform has dealt with a request; its answer is not there yet. */
  readonly onArrived: (asker: Asker, endpoint: Endpoint, sent: string, answer: string) => void;
}

/** The network between the kiosk and its platform, as bad as the evening wants it. */
export class Network {
  readonly #ports: NetworkPorts;
  #way: Way = 'up';
  readonly #once = new Map<string, Way>();
  readonly #stuck = new Set<Stuck>();
  #active = 0;
  /** The tickets are not to be had: making a snapshot takes long, and is not what is looked at now. */
  withholdsTickets = false;

  constructor(ports: NetworkPorts) {
    this.#ports = ports;
  }

  /** Whether a request is between here and the platform. */
  get isBusy(): boolean {
    return this.#active > 0;
  }

  /** Whether a request to the endpoint waits for something that time alone does not bring. */
  hasStuck(endpoint: string): boolean {
    return [...this.#stuck].some((stuck) => stuck.endpoint === endpoint);
  }

  /** From now on all requests fare like this. A connection that is cut takes what is under way with it. */
  become(way: Way): void {
    this.#way = way;
    if (way === 'refused' || way === 'reset') this.cut();
  }

  /** The next request to the endpoint fares like this. */
  once(endpoint: Endpoint, way: Way): void {
    this.#once.set(endpoint, way);
  }

  /** Nothing waits on purpose any more. */
  forgetPlans(): void {
    this.#once.clear();
  }

  /** What was held goes on, the oldest first. */
  release(): void {
    for (const { release } of this.#stuck) release();
  }

  cut(): void {
    for (const { breakOff } of this.#stuck) breakOff(failure('ECONNRESET'));
  }

  fetchOf(asker: Asker): Fetch {
    return (url, init) => this.#fetch(asker, url, init);
  }

  async #fetch(asker: Asker, url: string, init: Parameters<Fetch>[1]): Promise<Answer> {
    if (asker.isDead) throw failure('ECONNREFUSED');
    const { pathname } = new URL(url);
    // The programme is no part of the model.
    if (!pathname.startsWith('/public/scanning/')) return new Response(null, { status: 500 });
    const name = pathname.split('/').at(-1) ?? '';
    const way = this.#once.get(name) ?? this.#way;
    this.#once.delete(name);
    if (name === 'validTickets' && this.withholdsTickets)
      return new Response(null, { status: 500 });
    const pass = () => this.#pass(asker, name, url, init);
    const stick = (canGoOn: boolean) => this.#stick(name, init.signal, canGoOn);
    switch (way) {
      case 'up':
        return pass();
      case 'refused':
        throw failure('ECONNREFUSED');
      case 'reset':
        throw failure('ECONNRESET');
      case 'hang':
        await stick(false);
        throw failure('ECONNRESET');
      case 'drop-answer':
        await pass();
        throw failure('ECONNRESET');
      case 'swallow-answer':
        await pass();
        await stick(false);
        throw failure('ECONNRESET');
      case 'hold-answer': {
        const answer = await pass();
        await stick(true);
        return answer;
      }
      case 'hold-request':
        await stick(true);
        return pass();
      case 'portal':
        return new Response('<!doctype html><title>Welcome to our Wi-Fi</title>');
      case 'bad-gateway':
        return new Response('Bad Gateway', { status: 502 });
    }
  }

  /** There and back again, as a whole. */
  async #pass(
    asker: Asker,
    name: string,
    url: string,
    init: Parameters<Fetch>[1],
  ): Promise<Answer> {
    this.#active += 1;
    try {
      const answer = await this.#ports.fetch(url, init);
      const text = (await textOf(answer, Infinity)) ?? '';
      const endpoint = ENDPOINTS.find((each) => each === name);
      if (endpoint !== undefined) {
        this.#ports.onArrived(asker, endpoint, init.body ?? '', text);
      }
      if (asker.isDead) throw failure('ECONNRESET');
      const { status, headers } = answer;
      return { status, headers, body: new Response(text).body };
    } finally {
      this.#active -= 1;
    }
  }

  #stick(endpoint: string, signal: AbortSignal, canGoOn: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const done = (end: () => void) => () => {
        this.#stuck.delete(stuck);
        signal.removeEventListener('abort', aborted);
        end();
      };
      const breakOff = (error: Error) => done(() => reject(error))();
      const aborted = () => breakOff(failure('ABORT_ERR'));
      const release = canGoOn ? done(resolve) : () => undefined;
      const stuck = { endpoint, release, breakOff };
      this.#stuck.add(stuck);
      signal.addEventListener('abort', aborted);
      if (signal.aborted) aborted();
    });
  }
}

function failure(code: string): Error {
  return Object.assign(new Error('the network'), { code });
}
