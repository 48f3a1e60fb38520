import { readLogo } from '#main/platform/programme/logos/logo-files.ts';
import { readRendererFile, type RendererFile } from './renderer-files.ts';

/** Where the files of the page are, and nothing outside of these folders is ever read. */
export interface PageFolders {
  /** The built renderer. */
  readonly renderer: string;
  /** The logos that the kiosk has fetched: what the page knows as `logo/…`. */
  readonly logos: () => string;
}

/**
 * Reads what the page asks for.
 *
 * @param urlPath a URL's path, percent-encoded as it came
 * @returns null when there is no such file
 */
export function readPageFile(
  { renderer, logos }: PageFolders,
  urlPath: string,
): Promise<RendererFile | null> {
  const [, logo] = /^\/logo\/(.*)$/.exec(urlPath) ?? [];
  return logo === undefined ? readRendererFile(renderer, urlPath) : readLogo(logos(), logo);
}
