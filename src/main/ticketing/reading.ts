import { errorDetailsSchema, scanningEnvelopeSchema } from '#shared/api/index.ts';
import type { ApiError } from '#shared/model/api-error.ts';
import { z } from 'zod';

/** What a body says. */
export type Reading<T> =
  | { readonly type: 'value'; readonly value: T; readonly accessTokenExpiration: number | null }
  | {
      readonly type: 'refusal';
      readonly error: ApiError;
      readonly accessTokenExpiration: number | null;
    }
  /** Not what the spec promises; `at` names the members that broke it, without their values. */
  | { readonly type: 'unreadable'; readonly at: string };

/** How a body is read; one for each kind of answer. */
export type Reader<T> = (body: string, status: number) => Reading<T>;

/**
 * `error` alone is what any service may send. With one more member of the envelope it is taken as
 * the platform's (spec 2.5), so that a captive portal's JSON is never a verdict.
 */
const envelopeSchema = scanningEnvelopeSchema
  .pick({ error: true })
  .loose()
  .refine((body) =>
    ['accessTokenExpiration', 'errorMessageHTML', 'errorDetails'].some((key) => key in body),
  );

/**
 * A refusal, taken leniently: its code counts, and what else is missing must not turn the platform's
 * no into "offline". Without details the code is 0, which the spec does not use, and the name empty.
 */
const refusalSchema = z.object({
  error: z.literal(true),
  accessTokenExpiration: scanningEnvelopeSchema.shape.accessTokenExpiration.catch(null),
  errorMessageHTML: scanningEnvelopeSchema.shape.errorMessageHTML.catch(null),
  errorDetails: z
    .object({
      errorCodeId: errorDetailsSchema.shape.errorCodeId,
      errorCodeKey: errorDetailsSchema.shape.errorCodeKey.catch(''),
      errorCodeName: errorDetailsSchema.shape.errorCodeName.catch(''),
      forceLogout: errorDetailsSchema.shape.forceLogout.catch(false),
    })
    .nullish(),
});

const expirationSchema = scanningEnvelopeSchema.pick({ accessTokenExpiration: true });

/** Reads an answer of the scanning endpoints: a refusal, or a value of the given schema. */
export function scanningReader<T>(schema: z.ZodType<T>): Reader<T> {
  return reader((json) => {
    const envelope = envelopeSchema.safeParse(json);
    if (!envelope.success) return { type: 'unreadable', at: membersAtFault(envelope.error) };
    return readRefusal(json) ?? readValue(schema, json);
  });
}

/**
 * Reads the answer of syncScans, which has no envelope when it succeeds (spec 4.2, 5); a failure
 * comes in one all the same (spec 7.2).
 */
export function syncReader<T>(schema: z.ZodType<T>): Reader<T> {
  return reader((json) => readRefusal(json) ?? readValue(schema, json));
}

/** Reads an answer of the future-events endpoints, which never refuse (spec 7.1). */
export function programmeReader<T>(schema: z.ZodType<T>): Reader<T> {
  return reader((json) => readValue(schema, json));
}

/**
 * Reads the answer of invalidateToken: HTTP 200 and no body (spec 4.2, 7). The one place where the
 * status speaks for the platform; a refusal in the envelope is understood as well.
 */
export const emptyReader: Reader<null> = (body, status) => {
  if (body.trim() !== '') return acknowledgement(body, status);
  if (status >= 200 && status < 300)
    return { type: 'value', value: null, accessTokenExpiration: null };
  return { type: 'unreadable', at: 'status' };
};

const acknowledgement = scanningReader(scanningEnvelopeSchema.transform(() => null));

function reader<T>(read: (json: unknown) => Reading<T>): Reader<T> {
  return (body) => {
    let json: unknown;
    try {
      json = JSON.parse(body);
    } catch {
      return { type: 'unreadable', at: 'not JSON' };
    }
    return read(json);
  };
}

function readRefusal(json: unknown): Reading<never> | null {
  const envelope = envelopeSchema.safeParse(json);
  if (!envelope.success || !envelope.data.error) return null;
  const refusal = refusalSchema.safeParse(json);
  if (!refusal.success) return { type: 'unreadable', at: membersAtFault(refusal.error) };
  const { accessTokenExpiration, errorDetails, errorMessageHTML } = refusal.data;
  return {
    type: 'refusal',
    accessTokenExpiration,
    error: {
      code: errorDetails?.errorCodeId ?? 0,
      key: errorDetails?.errorCodeKey ?? '',
      name: errorDetails?.errorCodeName ?? '',
      forceLogout: errorDetails?.forceLogout ?? false,
      messageHtml: errorMessageHTML,
    },
  };
}

function readValue<T>(schema: z.ZodType<T>, json: unknown): Reading<T> {
  const parsed = schema.safeParse(json);
  if (!parsed.success) return { type: 'unreadable', at: membersAtFault(parsed.error) };
  const expiration = expirationSchema.safeParse(json);
  return {
    type: 'value',
    value: parsed.data,
    accessTokenExpiration: expiration.success ? expiration.data.accessTokenExpiration : null,
  };
}

/** The paths of the first few members at fault. Keys only: values may be barcodes or people. */
function membersAtFault(error: z.ZodError): string {
  return error.issues
    .slice(0, 5)
    .map((issue) => `${issue.path.join('.') || 'the whole'} (${issue.code})`)
    .join(', ');
}
