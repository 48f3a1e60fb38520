import type { Answer, Clock, Fetch } from '#main/base/ports.ts';
import { chunksOf } from '#main/platform/ticketing/body.ts';
import { startDeadline } from '#main/platform/ticketing/deadline.ts';
import { isReadableOnTheWay } from '#shared/plain-http.ts';
import { ACCEPTED_IMAGES, imageType } from '#main/base/image-type.ts';

/** The largest logo that is taken, in bytes. */
export const LARGEST_LOGO = 2 * 1024 ** 2;

export interface LogoSource {
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** Milliseconds, from asking to the last byte. */
  readonly limit: number;
}

/**
 * Fetches the logo at a URL, in a request without any data of the session. Returns null if the logo is
 * missing, too large, too slow or no picture.
 *
 * @param url one that may be asked for
 */
export async function fetchLogo(
  url: string,
  { fetch, clock, limit }: LogoSource,
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  const deadline = startDeadline(clock, limit, signal);
  try {
    const response = await fetch(url, {
      method: 'GET',
      headers: { accept: ACCEPTED_IMAGES },
      signal: deadline.signal,
      redirect: 'manual',
    });
    if (!saysPicture(response)) {
      await response.body?.cancel();
      return null;
    }
    const content = await readSmall(response);
    return content !== null && imageType(content) !== null ? content : null;
  } catch {
    return null;
  } finally {
    deadline.end();
  }
}

/** Whether a logo may be asked for there: plain http is permitted for this machine alone. */
export function isAsked(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, username, password } = new URL(url);
  if (username !== '' || password !== '') return false;
  return ['https:', 'http:'].includes(protocol) && !isReadableOnTheWay(url);
}

function saysPicture({ status, headers }: Answer): boolean {
  const type = headers.get('content-type') ?? '';
  const isPicture = type === '' || /^(image\/|application\/octet-stream\b)/i.test(type);
  return status === 200 && isPicture && Number(headers.get('content-length')) <= LARGEST_LOGO;
}

async function readSmall(response: Answer): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunksOf(response)) {
    size += chunk.byteLength;
    if (size > LARGEST_LOGO) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
