/** Why the box office cannot start. Its message is meant for the person who started it. */
export class BoxOfficeStartError extends Error {
  override readonly name = 'BoxOfficeStartError';
}
