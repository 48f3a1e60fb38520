import { once } from 'node:events';
import {
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { readExposition, type Sample } from '#tests/support/exposition.ts';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Asks a port on loopback, with nothing in between that would mend a request. */
export async function ask(
  port: number,
  { body, ...options }: RequestOptions & { readonly body?: string } = {},
): Promise<Answer> {
  const asked = request({ host: '127.0.0.1', port, path: '/metrics', agent: false, ...options });
  asked.end(body);
  const answered: Promise<unknown[]> = once(asked, 'response');
  const [response] = (await answered) as [IncomingMessage];
  response.setEncoding('utf8');
  let text = '';
  for await (const piece of response) text += String(piece);
  return { status: response.statusCode ?? 0, headers: response.headers, text };
}

/** All numbers there are now. */
export async function scrape(port: number): Promise<Sample[]> {
  const { status, text } = await ask(port);
  if (status !== 200) throw new Error(`status ${status}`);
  return readExposition(text);
}
