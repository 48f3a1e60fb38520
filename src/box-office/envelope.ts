import type { Context } from 'hono';
import { html } from 'hono/html';
import type { ScanningEnvelope } from '#shared/api/index.ts';
import type { AppEnv } from './app-env.ts';
import { errorDetails, sentenceOf, type ScanErrorCode } from './scan-errors.ts';

/** An answer's members beyond the envelope. */
export type DataOf<T extends ScanningEnvelope> = Omit<T, keyof ScanningEnvelope>;

/** Those members as a failure carries them: null (spec 7.2). */
export type NothingOf<T extends ScanningEnvelope> = Readonly<Record<keyof DataOf<T>, null>>;

/** The envelope of a success; its expiration is that of the caller's live token (spec 2.5). */
export function successEnvelope(c: Context<AppEnv>): ScanningEnvelope {
  return {
    accessTokenExpiration: c.get('session')?.expiration ?? null,
    error: false,
    errorMessageHTML: null,
    errorDetails: null,
  };
}

/** An answer with HTTP 200, in the words of the dialect. */
export function answer(c: Context<AppEnv>, content: object): Response {
  return c.json(c.get('dialect').say(content));
}

/**
 * A failure: the error in the envelope, with the status of the dialect, because the spec shows none.
 * `detail` is plain text and is escaped here.
 */
export async function failure(
  c: Context<AppEnv>,
  code: ScanErrorCode,
  detail?: string,
): Promise<Response> {
  c.get('record').errorCode = code;
  const sentence = html`<p><strong>${sentenceOf(code)}</strong></p>`;
  const message = await (detail === undefined
    ? sentence
    : html`${sentence}
        <p>${detail}</p>`);
  const envelope: ScanningEnvelope = {
    accessTokenExpiration: c.get('session')?.expiration ?? null,
    error: true,
    errorMessageHTML: message.toString(),
    errorDetails: errorDetails(code),
  };
  const dialect = c.get('dialect');
  return c.json(dialect.say({ ...envelope, ...c.get('nothing') }), dialect.statusOf(code));
}
