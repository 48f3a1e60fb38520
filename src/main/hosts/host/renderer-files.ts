import { getMimeType } from 'hono/utils/mime';
import { readFile } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';

export interface RendererFile {
  readonly content: Buffer<ArrayBuffer>;
  /** Its media type. */
  readonly type: string;
}

/**
 * Reads a file of the built renderer.
 *
 * @param root the folder that nothing outside of is ever read from
 * @param urlPath a URL's path, percent-encoded as it came; `/` is the page itself
 * @returns null when there is no such file in there
 */
export async function readRendererFile(
  root: string,
  urlPath: string,
): Promise<RendererFile | null> {
  const path = fileWithin(resolve(root), urlPath === '/' ? '/index.html' : urlPath);
  if (path === null) return null;
  try {
    const content = await readFile(path);
    return { content, type: getMimeType(path) ?? 'application/octet-stream' };
  } catch {
    return null;
  }
}

function fileWithin(root: string, urlPath: string): string | null {
  let decoded: string;
  try {
    decoded = decodeURIComponent(urlPath);
  } catch {
    return null;
  }
  // `%2e%2e%2f` and, on Windows, a backslash are resolved by join, so the check comes after it.
  const path = join(root, decoded);
  return path.startsWith(root + sep) && !decoded.includes('\0') ? path : null;
}
