import { knownError, scanningEnvelope, scanningEnvelopeSchema } from '#shared/api/index.ts';
import { scanningEnvelopeFields } from '#shared/api/envelope.ts';
import { LONGEST_TEXT } from '#shared/api/field.ts';
import { readFlag, readInteger } from '#shared/api/lenient.ts';
import { legibleUpTo } from '#shared/legible.ts';
import type { ApiError } from '#shared/model/api-error.ts';
import { z } from 'zod';
import { parseAnswer, SaidTwice } from './json.ts';
import { isInTrouble } from './trouble.ts';

/** The result of reading a body. */
export type Reading<T> =
  | { readonly type: 'value'; readonly value: T; readonly accessTokenExpiration: number | null }
  | {
      readonly type: 'refusal';
      readonly error: ApiError;
      readonly accessTokenExpiration: number | null;
    }
  /** It violates the spec; `at` names the members at fault, without their values. */
  | { readonly type: 'unreadable'; readonly at: string };

/** A function that reads the body of one kind of answer. */
export type Reader<T> = (body: string, status: number) => Reading<T>;

/**
 * Any service may send an `error` member. Only with one more member of the envelope does it count as the
 * platform's (spec 2.5), so that a captive portal's JSON is never a verdict.
 */
const envelopeSchema = scanningEnvelope.lenient
  .pick({ error: true })
  .loose()
  .refine((body) =>
    ['accessTokenExpiration', 'errorMessageHTML', 'errorDetails'].some((key) => key in body),
  );

/** Text, or nothing. */
const words = z.string().catch('');
/** A number, even if it is written as text; otherwise 0, which the spec does not use. */
const code = z.transform((value: unknown) => readInteger(value) ?? 0);
/** Only an explicit true counts. */
const yes = z.transform((value: unknown) => readFlag(value) ?? false);

/** The details of an error (spec 2.5), whatever else is wrong with it: its code counts. */
const detailsSchema = z
  .object({
    errorCodeId: code,
    errorCodeKey: words,
    errorCodeName: words,
    forceLogout: yes,
  })
  .catch({ errorCodeId: 0, errorCodeKey: '', errorCodeName: '', forceLogout: false });

/**
 * A refusal, parsed leniently: its code counts, and missing members must not turn the platform's refusal
 * into "offline".
 */
const refusalSchema = z.object({
  errorMessageHTML: scanningEnvelopeSchema.shape.errorMessageHTML.catch(null),
  errorDetails: detailsSchema,
});

const expirationSchema = scanningEnvelope.lenient.pick({ accessTokenExpiration: true });

/**
 * Returns the token's expiry from any answer, each of which moves it (spec 2.5); null if the answer does
 * not give it.
 */
function expirationOf(json: unknown): number | null {
  return expirationSchema.safeParse(json).data?.accessTokenExpiration ?? null;
}

/** Reads an answer of the scanning endpoints: a refusal, or a value of the given schema. */
export function scanningReader<T>(schema: z.ZodType<T>): Reader<T> {
  return reader((json, status) => {
    const envelope = envelopeSchema.safeParse(json);
    if (!envelope.success) return { type: 'unreadable', at: membersAtFault(envelope.error) };
    if (envelope.data.error) return refusalIn(json, status);
    if (namesAnError(json)) return { type: 'unreadable', at: 'errorDetails (contradicts)' };
    if (!isSuccess(status) && !saysMore(json)) return { type: 'unreadable', at: 'status' };
    return readValue(schema, json);
  });
}

/**
 * Reads the answer of syncScans, which has no envelope when it succeeds (spec 4.2, 5); a failure
 * comes in one all the same (spec 7.2).
 */
export function syncReader<T>(schema: z.ZodType<T>): Reader<T> {
  return reader((json, status) => {
    const isRefusal = envelopeSchema.safeParse(json).data?.error === true;
    return isRefusal ? refusalIn(json, status) : readValue(schema, json);
  });
}

/** Reads an answer of the future-events endpoints, which never refuse (spec 7.1). */
export function programmeReader<T>(schema: z.ZodType<T>): Reader<T> {
  return reader((json) => readValue(schema, json));
}

/**
 * Reads the answer of invalidateToken: HTTP 200 and no body (spec 4.2, 7). Only here does the status alone
 * count as the platform's answer; a refusal in the envelope is recognised as well.
 */
export const emptyReader: Reader<null> = (body, status) => {
  if (body.trim() !== '') return acknowledgement(body, status);
  if (isSuccess(status)) return { type: 'value', value: null, accessTokenExpiration: null };
  return { type: 'unreadable', at: 'status' };
};

const acknowledgement = scanningReader(scanningEnvelope.lenient.transform(() => null));

function reader<T>(read: (json: unknown, status: number) => Reading<T>): Reader<T> {
  return (body, status) => {
    let json: unknown;
    try {
      json = parseAnswer(body);
    } catch (error) {
      const isTwice = error instanceof SaidTwice;
      return { type: 'unreadable', at: isTwice ? `${error.member} (twice)` : 'not JSON' };
    }
    return read(json, status);
  };
}

/**
 * Reads the refusal in an answer. With a status of 429 or 5xx, only an error that the spec lists counts as
 * the platform's answer; anything else may come from a gateway in front of it.
 */
function refusalIn(json: unknown, status: number): Reading<never> {
  const { errorDetails, errorMessageHTML } = refusalSchema.parse(json);
  const error = errorOf(errorDetails, errorMessageHTML);
  if (isInTrouble(status) && knownError(error) === null) {
    return { type: 'unreadable', at: 'errorDetails' };
  }
  return { type: 'refusal', accessTokenExpiration: expirationOf(json), error };
}

/** Returns an error in the platform's words, with the spec's code for it where there is one. */
function errorOf(details: z.infer<typeof detailsSchema>, messageHtml: string | null): ApiError {
  const { errorCodeId, errorCodeKey, errorCodeName, forceLogout } = details;
  const named = {
    code: errorCodeId,
    key: legibleUpTo(LONGEST_TEXT, errorCodeKey),
    name: legibleUpTo(LONGEST_TEXT, errorCodeName),
  };
  return { ...named, code: knownError(named) ?? errorCodeId, forceLogout, messageHtml };
}

/** Whether the details contain an error that the spec lists. Zeros do not count. */
function namesAnError(json: unknown): boolean {
  const told = refusalSchema.safeParse(json);
  return told.success && knownError(errorOf(told.data.errorDetails, null)) !== null;
}

function readValue<T>(schema: z.ZodType<T>, json: unknown): Reading<T> {
  const parsed = schema.safeParse(json);
  if (!parsed.success) return { type: 'unreadable', at: membersAtFault(parsed.error) };
  return { type: 'value', value: parsed.data, accessTokenExpiration: expirationOf(json) };
}

/** Whether the answer has values besides an envelope; a failing gateway may fill in nulls. */
function saysMore(json: unknown): boolean {
  if (typeof json !== 'object' || json === null) return false;
  return Object.entries(json).some(
    ([member, value]) => value !== null && !(member in scanningEnvelopeFields),
  );
}

const isSuccess = (status: number) => status >= 200 && status < 300;

/** The paths of the first few members at fault. Keys only: values may be barcodes or people. */
function membersAtFault(error: z.ZodError): string {
  return error.issues
    .slice(0, 5)
    .map((issue) => `${issue.path.join('.') || 'the whole'} (${issue.code})`)
    .join(', ');
}
