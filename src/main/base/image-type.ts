import { pictureSize } from './picture-size.ts';

/**
 * The most pixels of a picture that is shown: decoded each takes four bytes in the page that shows verdicts, however
 * few the file has.
 */
export const MOST_PIXELS = 8_000_000;

/**
 * The image types that are served, recognised by their first bytes. SVG is not among them: it can
 * contain scripts.
 */
const SIGNATURES = [
  { type: 'image/png', marks: ['\x89PNG\r\n\x1a\n'] },
  { type: 'image/jpeg', marks: ['\xff\xd8\xff'] },
  { type: 'image/gif', marks: ['GIF87a', 'GIF89a'] },
  // Between the two marks stands the file's length.
  { type: 'image/webp', marks: ['RIFF'], then: { at: 8, mark: 'WEBP' } },
] as const;

/** The value of the Accept header; a platform's server may choose the format by it. */
export const ACCEPTED_IMAGES = SIGNATURES.map(({ type }) => type).join(', ');

/**
 * Returns a picture's media type, recognised by its content; null if it is none of those that are
 * served, or larger than can be shown.
 */
export function imageType(content: Uint8Array): string | null {
  const head = Buffer.from(content.subarray(0, 12)).toString('latin1');
  const found = SIGNATURES.find(
    (signature) =>
      signature.marks.some((mark) => head.startsWith(mark)) &&
      (!('then' in signature) || head.startsWith(signature.then.mark, signature.then.at)),
  );
  if (found === undefined) return null;
  const size = pictureSize(content, found.type);
  return size !== null && size.width * size.height <= MOST_PIXELS ? found.type : null;
}
