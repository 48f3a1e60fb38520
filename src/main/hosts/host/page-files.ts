import { readLogo } from '#main/platform/programme/logos/logo-files.ts';
import { GUEST_PAGE } from '#shared/guest-page.ts';
import { readRendererFile, type RendererFile } from './renderer-files.ts';

/** Where the files of the page are, and nothing outside of these folders is ever read. */
export interface PageFolders {
  /** The built renderer. */
  readonly renderer: string;
  /** The logos that the kiosk has fetched: what the page knows as `logo/…`. */
  readonly logos: () => string;
}

/** The one folder of the built renderer whose script may run WebAssembly, while the camera is on. */
const CAMERA_READER = /^\/camera\/[\w.-]+\.js$/;

/** Whether this is the script that reads a camera's pictures; `urlPath`: as for {@link readPageFile}. */
export function isCameraReader(urlPath: string): boolean {
  return CAMERA_READER.test(urlPath);
}

/**
 * Reads what the page asks for. The guest's side is the same page at an address of its own.
 *
 * @param urlPath a URL's path, percent-encoded as it came
 * @returns null when there is no such file
 */
export function readPageFile(
  { renderer, logos }: PageFolders,
  urlPath: string,
): Promise<RendererFile | null> {
  if (urlPath === `/${GUEST_PAGE}`) return readRendererFile(renderer, '/');
  const [, logo] = /^\/logo\/(.*)$/.exec(urlPath) ?? [];
  return logo === undefined ? readRendererFile(renderer, urlPath) : readLogo(logos(), logo);
}
