import { imageType } from '#main/base/image-type.ts';
import type { LogoRefusal } from '#shared/model/setting-refusals.ts';
import { LARGEST_LOGO } from '#shared/model/settings.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { z } from 'zod';

const DATA_URL = /^data:image\/[a-z+]+;base64,(?<content>[A-Za-z0-9+/]+={0,2})$/;

/**
 * Reads a venue's picture from a data URL. Its type is determined by its first bytes, and the URL is built
 * anew, so that nothing but a picture is ever shown.
 */
export function readLogo(url: string): Result<string, Exclude<LogoRefusal, { type: 'managed' }>> {
  const base64 = DATA_URL.exec(url)?.groups?.['content'];
  if (base64 === undefined) return err({ type: 'not-a-picture' });
  const content = Buffer.from(base64, 'base64');
  if (content.length > LARGEST_LOGO) return err({ type: 'too-large' });
  const type = imageType(content);
  if (type === null) return err({ type: 'not-a-picture' });
  return ok(`data:${type};base64,${content.toString('base64')}`);
}

/** A picture as it is stored in the settings. */
export const logoSchema = z.string().transform((url, context) => {
  const logo = readLogo(url);
  if (logo.ok) return logo.value;
  context.addIssue(
    logo.error.type === 'too-large' ? 'a picture of more than 256 KiB' : 'not a picture',
  );
  return z.NEVER;
});
