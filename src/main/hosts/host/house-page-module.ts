import { pathToFileURL } from 'node:url';
import type { HousePage } from '#shared/model/house-page.ts';

/**
 * What draws the house for phones, from the module that the renderer's part of it was built to. It is loaded when
 * a phone first asks, and kept.
 *
 * @param path of the built `src/renderer/features/house/phone/house-page.ts`
 */
export function housePageIn(path: string): () => Promise<HousePage> {
  return async () => {
    const module = (await import(pathToFileURL(path).href)) as { readonly housePage: HousePage };
    return module.housePage;
  };
}
