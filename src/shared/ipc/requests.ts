import { z } from 'zod';
import { LONGEST_CODE } from '#shared/model/scan.ts';
import { LARGEST_ENTRANCE_FILE } from '#shared/model/entrance-file.ts';
import type { HistoryFilter } from '#shared/model/history.ts';
import { PIN_DIGITS } from '#shared/model/lock.ts';
import {
  LANGUAGES,
  LARGEST_LOGO,
  SETTING_NAMES,
  type SettingsChange,
} from '#shared/model/settings.ts';
import {
  OUTPUT_CUES,
  OUTPUT_PURPOSES,
  OUTPUT_TYPES,
  type TypedOutput,
} from '#shared/model/output.ts';
import { VERDICT_KINDS } from '#shared/model/verdict-kind.ts';
import { LARGEST_NOTES, LONGEST_NOTE, MOST_NOTES, NOTE_KINDS } from '#shared/model/notes.ts';
import { MOST_SHOWN, OVERRULE_CAUSES } from '#shared/model/overrule.ts';
import { LARGEST_PARTY } from '#shared/model/party.ts';
import { firstStartSchema } from '#shared/model/first-start-schema.ts';
import { selectionSchema } from '#shared/model/selection-schema.ts';
import { LONGEST_WHY } from '#shared/model/take-back.ts';
import { UPLOAD_STATES } from '#shared/model/uploads.ts';
import type { KioskCallName } from './calls.ts';
import type { KioskRequest } from './kiosk-api.ts';
import { entrancesSchema } from './entrance-schemas.ts';
import { FEEDBACK_SIGNALS } from '#shared/model/scanner-feedback.ts';
import {
  cameraReportSchema,
  rhythmsSchema,
  serialSettingsSchema,
  wedgeSettingsSchema,
} from './scanner-schemas.ts';

const historyFilter: z.ZodType<HistoryFilter> = z.strictObject({
  kinds: z.array(z.enum(VERDICT_KINDS)).max(VERDICT_KINDS.length),
  basis: z.enum(['platform', 'cache', 'venue', 'late', 'staff']).nullable(),
  source: z.enum(['hid', 'serial', 'wedge', 'camera', 'manual']).nullable(),
  uploads: z.array(z.enum(UPLOAD_STATES)).max(UPLOAD_STATES.length),
  from: z.int().nullable(),
  until: z.int().nullable(),
  code: z.string().min(1).max(LONGEST_CODE).nullable(),
});

/** An id of an entry or a note: it begins with the key of the door that made it. */
const doorMadeId = z.string().regex(/^[\w.-]{1,100}$/);
/** Somebody's reason. */
const why = z.string().trim().min(1).max(LONGEST_WHY);
/** A part of a note about a guest. */
const noteText = z.string().trim().min(1).max(LONGEST_NOTE).nullable();
/** By how many the number inside can be put right at once. */
const LARGEST_CORRECTION = 100_000;
const credentials = { username: z.string().max(500), password: z.string().max(500) };
const pin = z.string().regex(new RegExp(`^\\d{${PIN_DIGITS.min},${PIN_DIGITS.max}}$`));
const settingsChange: z.ZodType<SettingsChange> = z.partialRecord(
  z.enum(SETTING_NAMES),
  z.unknown(),
);

/** An output as it was typed: each field is looked at where it is kept, and the refusal names the wrong one. */
const typedOutputSchema: z.ZodType<TypedOutput> = z.strictObject({
  name: z.string().max(1_000),
  purpose: z.enum(OUTPUT_PURPOSES),
  follows: z.array(z.enum(OUTPUT_CUES)).max(OUTPUT_CUES.length),
  pulse: z.number().nullable(),
  way: z
    .object({ type: z.enum(OUTPUT_TYPES) })
    .catchall(z.union([z.string().max(10_000), z.number(), z.null()])),
});

/** One schema for each call: what main accepts from a renderer. Only main imports this. */
export const REQUEST_SCHEMAS: { [N in KioskCallName]: z.ZodType<KioskRequest<N>> } = {
  state: z.null(),
  useBaseUrl: z.strictObject({ address: z.string().max(2000) }),
  forgetBaseUrl: z.null(),
  signIn: z.strictObject(credentials),
  signOut: z.null(),
  filterOptions: z.null(),
  lastOffered: z.null(),
  select: z.strictObject({ selection: selectionSchema.nullable() }),
  // A code that is too long must arrive here to be refused with an explanation, so this limit is far
  // higher.
  scan: z.strictObject({
    code: z.string().max(4 * LONGEST_CODE),
    source: z.enum(['wedge', 'manual']),
  }),
  readByCamera: z.strictObject({
    code: z.string().max(4 * LONGEST_CODE),
    symbology: z.string().max(10).nullable(),
  }),
  noteCamera: z.strictObject({ report: cameraReportSchema.nullable() }),
  lookUpOnly: z.strictObject({ on: z.boolean() }),
  askForHelp: z.null(),
  endHelp: z.strictObject({ why: z.enum(['somebody-came', 'needs-nobody']) }),
  missScan: z.strictObject({ reason: z.enum(['too-long', 'garbled']) }),
  keepRhythms: z.strictObject({ rhythms: rhythmsSchema }),
  useWedge: z.strictObject({ wedge: wedgeSettingsSchema }),
  serialPorts: z.null(),
  useSerial: z.strictObject({ serial: serialSettingsSchema }),
  forgetScanner: z.strictObject({ id: z.string().max(1000) }),
  testScanner: z.strictObject({ id: z.string().max(1000), signal: z.enum(FEEDBACK_SIGNALS) }),
  tryScanners: z.strictObject({ on: z.boolean() }),
  checkHealth: z.null(),
  unlock: z.strictObject({ pin }),
  lock: z.null(),
  setPin: z.strictObject({ pin: pin.nullable() }),
  resetPin: z.strictObject({ ...credentials, pin }),
  // Each value is validated later, where a refusal can name the setting.
  changeSettings: z.strictObject({ change: settingsChange }),
  goOnWithFirstStart: firstStartSchema,
  setLanguage: z.strictObject({ language: z.enum(LANGUAGES) }),
  venueLogo: z.null(),
  useLogo: z.strictObject({
    image: z
      .string()
      .max(2 * LARGEST_LOGO)
      .nullable(),
  }),
  findTickets: z.strictObject({ query: z.string().max(200) }),
  findTicketsAgain: z.strictObject({ query: z.string().max(200) }),
  admitFound: z.strictObject({ id: z.uuid() }),
  statistics: z.strictObject({ hours: z.int().min(1).max(72) }),
  refreshTickets: z.null(),
  nextPerformances: z.null(),
  discrepancies: z.strictObject({ before: z.int().nullable() }),
  acknowledgeDiscrepancies: z.strictObject({ ids: z.array(doorMadeId).max(1000) }),
  sendScansAgain: z.strictObject({ ids: z.array(doorMadeId).max(1000) }),
  exportDiscrepancies: z.null(),
  history: z.strictObject({ filter: historyFilter, before: z.int().positive().nullable() }),
  exportHistory: z.strictObject({ filter: historyFilter }),
  house: z.null(),
  houseLink: z.null(),
  renewHouseLink: z.null(),
  holdDoors: z.strictObject({ on: z.boolean() }),
  endHoldHere: z.null(),
  judgeDoors: z.strictObject({
    judged: z.union([
      z.strictObject({ group: z.int() }),
      z.strictObject({ door: z.string().regex(/^[\w-]{43}$/) }),
    ]),
    isDisregarded: z.boolean(),
  }),
  correctInside: z.strictObject({
    by: z.int().min(-LARGEST_CORRECTION).max(LARGEST_CORRECTION),
    why,
  }),
  houseSetup: z.null(),
  setUpHouse: z.strictObject({
    broker: z.string().max(500),
    user: z.string().max(200).nullable(),
    password: z.string().max(1_000).nullable(),
    key: z.string().max(1_000).nullable(),
  }),
  hostHouse: z.null(),
  leaveHouse: z.null(),
  offerJoining: z.null(),
  stopOffering: z.null(),
  awaitJoinCode: z.strictObject({ on: z.boolean() }),
  joinHouse: z.strictObject({ code: z.string().max(200) }),
  confirmJoining: z.strictObject({ broker: z.string().max(500) }),
  outputs: z.null(),
  // Validated later, where a refusal can name the field.
  keepOutput: z.strictObject({
    was: z.string().max(60).nullable(),
    output: typedOutputSchema,
    authorization: z.string().max(4_000).nullable(),
  }),
  removeOutput: z.strictObject({ name: z.string().max(60) }),
  testOutput: z.strictObject({ name: z.string().max(60) }),
  noteInputLookedAt: z.strictObject({ name: z.string().max(60) }),
  useAsWayOut: z.strictObject({ on: z.boolean() }),
  letInHere: z.strictObject({ sequence: z.int().positive() }),
  entrances: z.null(),
  useEntrances: z.strictObject({ entrances: entrancesSchema }),
  // A file that is too large must arrive here to be refused with an explanation.
  readEntrances: z.strictObject({ file: z.string().max(2 * LARGEST_ENTRANCE_FILE) }),
  tryEntrances: z.strictObject({ entrances: entrancesSchema }),
  takeBack: z.strictObject({ id: doorMadeId, why }),
  overruleEvidence: z.strictObject({ id: doorMadeId }),
  overrule: z
    .strictObject({
      id: doorMadeId,
      cause: z.enum(OVERRULE_CAUSES),
      words: z.string().trim().max(LONGEST_WHY),
      shown: z.array(z.string().max(100)).max(MOST_SHOWN),
    })
    .refine(({ cause, words }) => cause !== 'other' || words !== ''),
  findParty: z.strictObject({ entryId: doorMadeId }),
  letInParty: z.strictObject({ ids: z.array(z.uuid()).min(1).max(LARGEST_PARTY) }),
  stopParty: z.null(),
  leaveParty: z.null(),
  notes: z.null(),
  // One that is too large must arrive, to be refused with an explanation.
  importNotes: z.strictObject({ file: z.base64().max(2 * LARGEST_NOTES) }),
  addNote: z.strictObject({
    ticketId: z.int().positive().nullable(),
    barcode: noteText,
    buyer: noteText,
    section: noteText,
    seat: noteText,
    kind: z.enum(NOTE_KINDS),
    text: noteText,
    mustBeSeen: z.boolean(),
    day: z.string().max(10),
  }),
  removeNotes: z.strictObject({ ids: z.array(doorMadeId).max(MOST_NOTES) }),
  noteSeen: z.strictObject({ id: z.uuid() }),
  mendLedger: z.null(),
  saveSupportBundle: z.null(),
  rehearse: z.strictObject({ on: z.boolean() }),
  quit: z.null(),
  swapSides: z.null(),
  lookForUpdate: z.null(),
  installUpdate: z.null(),
  programmeBoard: z.null(),
  programmeMonth: z.strictObject({
    year: z.int().min(1970).max(9999),
    month: z.int().min(1).max(12),
  }),
  programmeSeries: z.null(),
  programmePerformances: z.strictObject({
    productionId: z.int().nullable(),
    departmentId: z.int().nullable(),
    offset: z.int().min(0),
  }),
  programmeDetail: z.strictObject({ productionId: z.int() }),
  refreshProgramme: z.null(),
};
