import { once } from 'node:events';
import {
  createServer,
  request as requestTo,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Clock } from '#main/base/ports.ts';

/** What happens to a request on its way. */
export type Fault =
  /** It never gets through, and nothing comes back. */
  | { readonly type: 'hang' }
  /** It never gets through: the connection dies under it. */
  | { readonly type: 'reset' }
  /** It gets through, but the connection dies before its answer. */
  | { readonly type: 'drop-answer' }
  /** It gets through, and nothing comes back. */
  | { readonly type: 'swallow-answer' }
  /** It gets through; its answer comes byte by byte, one a second. */
  | { readonly type: 'trickle' }
  /** It gets through; its answer waits until `until`, and so may be overtaken. */
  | { readonly type: 'hold'; readonly until: Promise<unknown> }
  /** It never gets through: somebody else answers. */
  | {
      readonly type: 'answer';
      readonly status: number;
      readonly body: string;
      readonly headers?: Readonly<Record<string, string>>;
    };

/** The page that a captive portal answers everything with. */
export const PORTAL: Fault = {
  type: 'answer',
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html><title>Welcome to our Wi-Fi</title>',
};

/** A gateway whose platform is gone. */
export const BAD_GATEWAY: Fault = { type: 'answer', status: 502, body: 'Bad Gateway' };

/** A request as it reached the proxy. */
export interface Passing {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly body: string;
  /** The header by which the kiosk says who it is. */
  readonly authorization?: string | undefined;
}

/** A network that does as it is told. */
export interface BadNetwork {
  readonly baseUrl: string;
  /** What has reached the proxy so far, oldest first. */
  readonly passed: readonly Passing[];
  /** What `target` has answered so far, oldest first: how many bytes its body had on the line. */
  readonly answered: readonly { readonly path: string; readonly bytes: number }[];
  /** The paths of the requests that a fault keeps waiting for an answer now. */
  readonly withheld: readonly string[];
  /** Asked for each request, once it is there as a whole; null lets it and its answer through. */
  fault: (passing: Passing) => Fault | null;
  /** Cuts all connections; whoever comes now is refused. */
  cut(): Promise<void>;
  /** Opens again, where it was, if it is cut. */
  mend(): Promise<void>;
  /** Ends it for good. */
  close(): Promise<void>;
}

/** With these, whoever asked waits. */
const KEEPS_WAITING: readonly (Fault['type'] | 'none')[] = [
  'hang',
  'swallow-answer',
  'trickle',
  'hold',
];

/** How much of a trickle a second brings, in bytes, and how long that second is. */
const TRICKLE = { bytes: 1, pause: 1_000 };

/** A bad network between a kiosk and `target`. It trickles, and tells the time, by `clock`. */
export async function openBadNetwork(target: string, clock: Clock): Promise<BadNetwork> {
  const server = createServer((request, response) => void meet(request, response));
  const passed: Passing[] = [];
  const answered: { path: string; bytes: number }[] = [];
  const withheld = new Map<ServerResponse, string>();
  const calledOff = new Set<() => void>();
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };

  async function meet(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Whoever asked may be gone by now; then nobody is there to be answered.
    response.on('error', () => undefined);
    // Node's own would be the machine's time, which a kiosk would take for the platform's.
    response.sendDate = false;
    const sent = await buffer(request).catch(() => null);
    if (sent === null) return;
    const { method = 'GET', url: path = '/' } = request;
    const { authorization } = request.headers;
    const passing = { method, path, body: sent.toString(), authorization };
    passed.push(passing);
    const fault = proxy.fault(passing);
    const type = fault?.type ?? 'none';
    const withhold = () => {
      if (!KEEPS_WAITING.includes(type) || response.destroyed) return;
      withheld.set(response, path);
      response.once('close', () => withheld.delete(response));
    };
    if (type === 'hang') withhold();
    else if (type === 'reset') request.socket.resetAndDestroy();
    else if (fault?.type === 'answer') {
      const date = new Date(clock.now()).toUTCString();
      response.writeHead(fault.status, { date, ...fault.headers }).end(fault.body);
    } else {
      const answer = await forward(request, sent);
      if (answer !== null) answered.push({ path, bytes: answer.body.byteLength });
      // Until it has got through, nobody is kept waiting by this network.
      withhold();
      if (fault?.type === 'hold') {
        await fault.until;
        withheld.delete(response);
      }
      if (type === 'swallow-answer') return;
      if (type === 'drop-answer' || answer === null) request.socket.resetAndDestroy();
      else if (type === 'trickle') trickle(answer, response);
      else response.writeHead(answer.status, answer.headers).end(answer.body);
    }
  }

  async function forward(request: IncomingMessage, sent: Buffer) {
    const { method, headers, url = '/' } = request;
    const passedOn = requestTo(target + url, { method, headers, agent: false });
    try {
      passedOn.end(sent);
      const [answer] = (await once(passedOn, 'response')) as [IncomingMessage];
      // How the answer is cut into pieces is a matter of each connection.
      const ofTheWay = ['transfer-encoding', 'connection', 'keep-alive'];
      const kept = Object.entries(answer.headers).filter(([name]) => !ofTheWay.includes(name));
      return {
        status: answer.statusCode ?? 502,
        headers: Object.fromEntries(kept),
        body: await buffer(answer),
      };
    } catch {
      return null;
    }
  }

  function trickle(
    { status, headers, body }: { status: number; headers: object; body: Buffer },
    response: ServerResponse,
  ): void {
    response.writeHead(status, { ...headers });
    let at = 0;
    const next = () => {
      if (response.destroyed) return;
      if (at >= body.length) return void response.end();
      response.write(body.subarray(at, at + TRICKLE.bytes));
      at += TRICKLE.bytes;
      const callOff = clock.after(TRICKLE.pause, () => {
        calledOff.delete(callOff);
        next();
      });
      calledOff.add(callOff);
    };
    next();
  }

  async function cut(): Promise<void> {
    if (!server.listening) return;
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  }

  await listen(0);
  const { port } = server.address() as AddressInfo;
  const proxy: BadNetwork = {
    baseUrl: `http://127.0.0.1:${port}`,
    passed,
    answered,
    get withheld() {
      return [...withheld.values()];
    },
    fault: () => null,
    cut,
    async mend() {
      if (!server.listening) await listen(port);
    },
    async close() {
      for (const callOff of calledOff) callOff();
      await cut();
    },
  };
  return proxy;
}

/** The faults one after the other, each for one request of `endpoint`; then no more. */
export function inTurn(endpoint: string, ...faults: readonly (Fault | null)[]) {
  const left = [...faults];
  return ({ path }: Passing): Fault | null =>
    path.endsWith(`/${endpoint}`) ? (left.shift() ?? null) : null;
}
