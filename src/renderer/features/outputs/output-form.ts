import {
  GATE_FOLLOWS,
  OUTPUT_CUES,
  type OutputCue,
  PASS_WITHIN,
  type OutputPurpose,
  type OutputSetting,
  type OutputType,
  type TypedOutput,
} from '#shared/model/output.ts';

/** The fields of each way that are typed, in their order. */
const TYPED_FIELDS = {
  modbus: ['host', 'port', 'unit', 'coil', 'input', 'passWithin'],
  relay: ['channel'],
  http: ['url', 'body'],
  serial: ['path', 'baudRate', 'on', 'off'],
  mqtt: ['topic'],
} as const satisfies Record<OutputType, readonly string[]>;
export type TypedField = (typeof TYPED_FIELDS)[OutputType][number];

const NUMBERS: readonly TypedField[] = [
  ...(['port', 'unit', 'coil', 'input', 'passWithin', 'channel', 'baudRate'] as const),
];
/** Typed in seconds, kept in milliseconds. */
const TIMES: readonly TypedField[] = ['passWithin'];
/** May be left empty: then there is none. */
const OPTIONAL: readonly TypedField[] = ['input'];

/** What most devices have. */
const USUAL: Readonly<Record<TypedField, string>> = {
  ...{ host: '', port: '502', unit: '1', coil: '0', channel: '1', url: '', body: '' },
  ...{ input: '', passWithin: String(PASS_WITHIN.usual / 1000) },
  ...{ path: '', baudRate: '9600', on: '', off: '', topic: '' },
};

/** An output while somebody types it. */
export interface OutputForm {
  name: string;
  purpose: OutputPurpose;
  follows: readonly OutputCue[];
  /** In seconds. */
  pulse: string;
  type: OutputType;
  method: 'GET' | 'POST';
  fields: Record<TypedField, string>;
}

/** Whether a field is a number. */
export function isNumber(field: TypedField): boolean {
  return NUMBERS.includes(field);
}

/** Which fields are typed for an output of this kind. */
export function typedFieldsOf({
  type,
  purpose,
  method,
  fields,
}: OutputForm): readonly TypedField[] {
  const hasInput = purpose === 'gate' && fields.input.trim() !== '';
  return TYPED_FIELDS[type].filter((field) => {
    if (field === 'body') return method === 'POST';
    // Only a gate can be gone through.
    if (field === 'input') return purpose === 'gate';
    return field !== 'passWithin' || hasInput;
  });
}

/** What somebody begins with; `setting` null: a new output. */
export function formOf(setting: OutputSetting | null): OutputForm {
  if (setting === null) {
    return {
      ...{ name: '', purpose: 'gate', follows: GATE_FOLLOWS, pulse: '1' },
      ...{ type: 'modbus', method: 'GET', fields: { ...USUAL } },
    };
  }
  const { name, purpose, follows, pulse, way } = setting;
  const kept = Object.entries(way).filter(([field, value]) => field in USUAL && value !== null);
  const typed = kept.map(([field, value]: [string, string | number]) => {
    const isTime = (TIMES as readonly string[]).includes(field);
    return [field, String(isTime ? Number(value) / 1000 : value)] as const;
  });
  return {
    ...{ name, purpose, follows, pulse: String(pulse / 1000), type: way.type },
    method: way.type === 'http' ? way.method : 'GET',
    fields: { ...USUAL, ...Object.fromEntries(typed) },
  };
}

/** The output as main takes it, or refuses it. */
export function outputOf(form: OutputForm): TypedOutput {
  const { name, purpose, follows, pulse, type, method, fields } = form;
  // A body is kept although GET sends none.
  const typed = typedFieldsOf({ ...form, method: 'POST' })
    // Without an input there is nothing to say of it.
    .filter((field) => !OPTIONAL.includes(field) || fields[field].trim() !== '')
    .map((field) => [field, typedValue(field, fields[field])] as const);
  return {
    ...{ name, purpose, pulse: millisecondsIn(pulse) },
    follows: choicesOf(purpose).filter((kind) => follows.includes(kind)),
    way: { type, ...Object.fromEntries(typed), ...(type === 'http' && { method }) },
  };
}

/** What an output of this purpose may follow. */
export function choicesOf(purpose: OutputPurpose): readonly OutputCue[] {
  return purpose === 'gate' ? GATE_FOLLOWS : OUTPUT_CUES;
}

function typedValue(field: TypedField, text: string): string | number | null {
  if (TIMES.includes(field)) return millisecondsIn(text);
  return isNumber(field) ? numberIn(text) : text;
}

/** Of a text in seconds; null: it is no number. */
function millisecondsIn(text: string): number | null {
  const seconds = numberIn(text);
  return seconds === null ? null : Math.round(seconds * 1000);
}

/** Null: it is no number. Some languages write a comma. */
function numberIn(text: string): number | null {
  const plain = text.trim().replace(',', '.');
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : null;
}
