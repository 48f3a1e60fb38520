import { scanFilterSchema } from '#shared/api/validate-ticket.ts';
import { entranceSignSchema } from '#shared/ipc/entrance-schemas.ts';
import { apiErrorSchema } from '#shared/model/api-error-schema.ts';
import type { OfflineReason } from '#shared/model/connection.ts';
import { OVERRULE_CAUSES, REFUSED_KINDS } from '#shared/model/overrule.ts';
import type { ScanSource } from '#shared/model/scan.ts';
import type { VerdictReason } from '#shared/model/verdict.ts';
import type { VerdictKind } from '#shared/model/verdict-kind.ts';
import { z } from 'zod';
import type { Question, RecordedBasis, RecordedTicket, UploadReason } from './entry.ts';

/** A truth value as SQLite stores it. */
export const flagSchema = z.int().transform((flag) => flag === 1);

/** A schema of all strings of a union: leaving one out is a compile error here. */
type EachOf<Word extends string> = { readonly [Each in Word]: Each };

export const SOURCES = {
  hid: 'hid',
  serial: 'serial',
  wedge: 'wedge',
  camera: 'camera',
  manual: 'manual',
} as const satisfies EachOf<ScanSource>;

export const BASES = {
  platform: 'platform',
  cache: 'cache',
  venue: 'venue',
  late: 'late',
  staff: 'staff',
} as const satisfies EachOf<RecordedBasis>;

export const KINDS = {
  admit: 'admit',
  reject: 'reject',
  duplicate: 'duplicate',
  undecided: 'undecided',
  checked: 'checked',
  held: 'held',
  exit: 'exit',
  elsewhere: 'elsewhere',
} as const satisfies EachOf<VerdictKind>;

/** One schema for each member of a union: a new member without one is a compile error here. */
type SchemaOfEach<Union extends { readonly type: string }> = {
  readonly [Type in Union['type']]: z.ZodType<Extract<Union, { readonly type: Type }>>;
};

const OFFLINE_REASONS = {
  refused: 'refused',
  reset: 'reset',
  dns: 'dns',
  tls: 'tls',
  timeout: 'timeout',
  'server-error': 'server-error',
  'captive-portal': 'captive-portal',
  firewall: 'firewall',
  'not-the-platform': 'not-the-platform',
  unreachable: 'unreachable',
} as const satisfies EachOf<OfflineReason>;

const verdictReasons: SchemaOfEach<VerdictReason> = {
  admitted: z.object({ type: z.literal('admitted') }),
  'platform-error': z.object({ type: z.literal('platform-error'), error: apiErrorSchema }),
  'no-answer': z.object({ type: z.literal('no-answer'), cause: z.enum(OFFLINE_REASONS) }),
  'not-signed-in': z.object({ type: z.literal('not-signed-in') }),
  valid: z.object({ type: z.literal('valid'), copyFrom: z.int() }),
  'not-known': z.object({ type: z.literal('not-known') }),
  'not-listed': z.object({
    type: z.literal('not-listed'),
    copyFrom: z.int(),
    because: z.discriminatedUnion('type', [
      z.object({ type: z.literal('old') }),
      z.object({ type: z.literal('skipped') }),
      z.object({ type: z.literal('lacks-admitted') }),
      z.object({ type: z.literal('near-match'), tail: z.string().nullable() }),
      z.object({ type: z.literal('not-covered'), start: z.int().nullable() }),
    ]),
  }),
  'not-on': z.object({ type: z.literal('not-on'), start: z.int().nullable() }),
  'word-awaited': z.object({ type: z.literal('word-awaited') }),
  unclear: z.object({
    type: z.literal('unclear'),
    because: z.enum(['possibly-spent', 'refused-since', 'unheard', 'too-many']),
  }),
  'doubted-claim': z.object({
    ...{ type: z.literal('doubted-claim'), door: z.string().nullable(), at: z.int() },
  }),
  held: z.object({ type: z.literal('held'), door: z.string().nullable(), since: z.int() }),
  'came-back': z.object({ type: z.literal('came-back'), leftAt: z.int() }),
  'went-out': z.object({
    type: z.literal('went-out'),
    isStray: z.boolean(),
    mayReturn: z.boolean(),
    until: z.int().nullable(),
  }),
  'house-full': z.object({ type: z.literal('house-full'), capacity: z.int() }),
  overruled: z.object({
    type: z.literal('overruled'),
    of: z.string(),
    kind: z.enum(REFUSED_KINDS),
    code: z.int().nullable(),
    cause: z.enum(OVERRULE_CAUSES),
    isListed: z.boolean(),
  }),
  elsewhere: z.object({ type: z.literal('elsewhere'), entrance: entranceSignSchema }),
  copy: z.object({
    type: z.literal('copy'),
    code: z.literal([9, 10, 11, 12, 13]),
    firstScanAt: z.int().nullable(),
    copyFrom: z.int().nullable(),
    usedAtDoor: z.object({ door: z.string().nullable(), at: z.int() }).exactOptional(),
  }),
};

const uploadReasons: SchemaOfEach<UploadReason> = {
  'platform-error': z.object({ type: z.literal('platform-error'), error: apiErrorSchema }),
  'platform-words': z.object({ type: z.literal('platform-words'), text: z.string() }),
  unreadable: z.object({ type: z.literal('unreadable') }),
};

const ticketSchema: z.ZodType<RecordedTicket> = z.object({
  name: z.string().nullable(),
  performance: z.string().nullable(),
  section: z.string().nullable(),
  seat: z.string().nullable(),
});

/** The part of an entry that is sealed. */
export const sealedEntrySchema = z.object({
  code: z.string(),
  reason: z.union(Object.values(verdictReasons)),
  ticket: ticketSchema.nullable(),
  words: z.string().exactOptional(),
});
export type SealedEntry = z.infer<typeof sealedEntrySchema>;

/** The part of a question to the platform that is sealed. */
export const questionSchema: z.ZodType<Question> = z.object({
  id: z.string(),
  baseUrl: z.string(),
  filter: scanFilterSchema,
  scan: z.object({
    code: z.string(),
    source: z.enum(SOURCES),
    device: z.string().nullable(),
    at: z.number(),
  }),
  ticketIds: z.object({ ticketId: z.int(), performanceId: z.int() }).nullable(),
  platformTime: z.number(),
  isTimeGuessed: z.boolean(),
});

/** The reason, sealed, why the platform does not have an admission. */
export const uploadReasonSchema = z.union(Object.values(uploadReasons));
