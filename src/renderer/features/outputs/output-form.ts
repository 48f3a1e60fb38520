import {
  GATE_FOLLOWS,
  type OutputPurpose,
  type OutputSetting,
  type OutputType,
} from '#shared/model/output.ts';
import { VERDICT_KINDS, type VerdictKind } from '#shared/model/verdict-kind.ts';

/** The fields of each way that are typed, in their order. */
export const TYPED_FIELDS = {
  modbus: ['host', 'port', 'unit', 'coil'],
  relay: ['channel'],
  http: ['url', 'body'],
  serial: ['path', 'baudRate', 'on', 'off'],
  mqtt: ['topic'],
} as const satisfies Record<OutputType, readonly string[]>;
export type TypedField = (typeof TYPED_FIELDS)[OutputType][number];

const NUMBERS: readonly TypedField[] = ['port', 'unit', 'coil', 'channel', 'baudRate'];

/** What most devices have. */
const USUAL: Readonly<Record<TypedField, string>> = {
  ...{ host: '', port: '502', unit: '1', coil: '0', channel: '1', url: '', body: '' },
  ...{ path: '', baudRate: '9600', on: '', off: '', topic: '' },
};

/** An output while somebody types it. */
export interface OutputForm {
  name: string;
  purpose: OutputPurpose;
  follows: readonly VerdictKind[];
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

/** What somebody begins with; `setting` null: a new output. */
export function formOf(setting: OutputSetting | null): OutputForm {
  if (setting === null) {
    return {
      ...{ name: '', purpose: 'gate', follows: GATE_FOLLOWS, pulse: '1' },
      ...{ type: 'modbus', method: 'GET', fields: { ...USUAL } },
    };
  }
  const { name, purpose, follows, pulse, way } = setting;
  const kept = Object.entries(way).map(([field, value]) => [field, String(value)] as const);
  const typed = kept.filter(([field]) => field in USUAL);
  return {
    ...{ name, purpose, follows, pulse: String(pulse / 1000), type: way.type },
    method: way.type === 'http' ? way.method : 'GET',
    fields: { ...USUAL, ...Object.fromEntries(typed) },
  };
}

/** The output as main takes it, or refuses it. */
export function outputOf({ name, purpose, follows, pulse, type, method, fields }: OutputForm) {
  const typed = TYPED_FIELDS[type].map((field) => {
    const text = fields[field];
    return [field, isNumber(field) ? numberIn(text) : text] as const;
  });
  const seconds = numberIn(pulse);
  return {
    ...{ name, purpose, pulse: seconds === null ? null : Math.round(seconds * 1000) },
    follows: choicesOf(purpose).filter((kind) => follows.includes(kind)),
    way: { type, ...Object.fromEntries(typed), ...(type === 'http' && { method }) },
  };
}

/** What an output of this purpose may follow. */
export function choicesOf(purpose: OutputPurpose): readonly VerdictKind[] {
  return purpose === 'gate' ? GATE_FOLLOWS : VERDICT_KINDS;
}

/** Null: it is no number. Some languages write a comma. */
function numberIn(text: string): number | null {
  const plain = text.trim().replace(',', '.');
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : null;
}
