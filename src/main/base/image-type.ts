/** The kinds of picture that are served, told by their first bytes. SVG is not among them: it is a program. */
const SIGNATURES = [
  { type: 'image/png', marks: ['\x89PNG\r\n\x1a\n'] },
  { type: 'image/jpeg', marks: ['\xff\xd8\xff'] },
  { type: 'image/gif', marks: ['GIF87a', 'GIF89a'] },
  // Between the two marks stands the file's length.
  { type: 'image/webp', marks: ['RIFF'], then: { at: 8, mark: 'WEBP' } },
] as const;

/** For the Accept header; a platform's server may choose by it. */
export const ACCEPTED_IMAGES = SIGNATURES.map(({ type }) => type).join(', ');

/** The media type of a picture by what is in it; null if it is none that is served. */
export function imageType(content: Uint8Array): string | null {
  const head = Buffer.from(content.subarray(0, 12)).toString('latin1');
  const found = SIGNATURES.find(
    (signature) =>
      signature.marks.some((mark) => head.startsWith(mark)) &&
      (!('then' in signature) || head.startsWith(signature.then.mark, signature.then.at)),
  );
  return found?.type ?? null;
}
