/** An answer of the platform under test. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON; undefined if the body is none. */
  readonly body: unknown;
  /** The length of the body as text. */
  readonly length: number;
  /** The platform's time: its Date header, or ours where it sends none. */
  readonly at: number;
}

export interface Question {
  readonly method?: 'GET' | 'POST' | 'DELETE' | 'OPTIONS';
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: object;
}

export type Ask = (path: string, question?: Question) => Promise<Answer>;

/** The platform did not answer at all. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

/** Longer than any client would wait, also for a large download. */
const PATIENCE_MS = 60_000;

/** Asks below `baseUrl`. No request is repeated, no redirect followed. */
export function createAsk(baseUrl: string): Ask {
  const base = baseUrl.replace(/\/+$/, '');
  return async (path, { method = 'GET', headers = {}, body } = {}) => {
    try {
      const response = await fetch(base + path, {
        method,
        redirect: 'manual',
        signal: AbortSignal.timeout(PATIENCE_MS),
        headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const date = Date.parse(response.headers.get('date') ?? '');
      return {
        status: response.status,
        headers: response.headers,
        body: parseJson(text),
        length: text.length,
        at: Number.isNaN(date) ? Date.now() : date,
      };
    } catch (error) {
      throw new NoAnswerError(`${method} ${path.split('?')[0] ?? ''} has no answer: ${why(error)}`);
    }
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function why(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name;
}
