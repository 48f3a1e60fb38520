import { VERDICT_KINDS, type VerdictKind } from './verdict-kind.ts';

/** What an output is for: to let somebody pass, or to be seen or heard. */
export const OUTPUT_PURPOSES = ['gate', 'signal'] as const;
export type OutputPurpose = (typeof OUTPUT_PURPOSES)[number];

/** The verdicts that a gate may follow: nothing else lets anybody pass. */
export const GATE_FOLLOWS = ['admit', 'exit'] as const satisfies readonly VerdictKind[];

/** What an output can be switched for: a verdict, or a guest who calls for help. */
export const OUTPUT_CUES = [...VERDICT_KINDS, 'help'] as const;
export type OutputCue = (typeof OUTPUT_CUES)[number];

/** A coil that is on for the pulse. */
export interface ModbusWay {
  readonly type: 'modbus';
  readonly host: string;
  readonly port: number;
  readonly unit: number;
  /** Counted from 0, as it goes over the wire. */
  readonly coil: number;
  /** The discrete input of a gate that comes on when a guest goes through, counted from 0; null: none. */
  readonly input: number | null;
  /** Within which time, in milliseconds: as long as the gate stays open for one guest. */
  readonly passWithin: number;
}

/** How an output is reached. */
export type OutputWay =
  /** A request; `{verdict}`, `{door}` and `{pulse}` (in seconds) in address and body are filled in. */
  | {
      readonly type: 'http';
      readonly url: string;
      readonly method: 'GET' | 'POST';
      /** Only with POST; '': none. */
      readonly body: string;
    }
  | ModbusWay
  /** A JSON message to the broker of the house. */
  | { readonly type: 'mqtt'; readonly topic: string }
  /** Texts with `\r`, `\n`, `\t`, `\\` and `\xHH`; `off` '': the device ends the pulse itself. */
  | {
      readonly type: 'serial';
      readonly path: string;
      readonly baudRate: number;
      readonly on: string;
      readonly off: string;
    }
  /** A relay of a USB relay card (16c0:05df); `channel` counts from 1. */
  | { readonly type: 'relay'; readonly channel: number };
export type OutputType = OutputWay['type'];
export const OUTPUT_TYPES = [
  'modbus',
  'relay',
  'http',
  'serial',
  'mqtt',
] as const satisfies readonly OutputType[];

/** One output, as it is set up. It has no secret: what HTTP asks for is kept apart. */
export interface OutputSetting {
  /** What people call it: different for each. */
  readonly name: string;
  readonly purpose: OutputPurpose;
  /** What it is switched for. */
  readonly follows: readonly OutputCue[];
  /** For how long, in milliseconds. */
  readonly pulse: number;
  readonly way: OutputWay;
}

export const OUTPUT_TROUBLES = [
  /** Nobody answers at its address. */
  'unreachable',
  /** It has not answered in time. */
  'timeout',
  /** Its certificate is expired, of another name, or nobody vouches for it. */
  'certificate',
  /** It sent on to another address, where a command is never sent. */
  'redirected',
  /** It wants another Authorization, or one at all. */
  'unauthorised',
  /** It says that it did not do it. */
  'refused',
  /** What it answers is no answer to what it was told. */
  'odd-answer',
  /** It is not plugged in. */
  'gone',
  'no-permission',
  'in-use',
  /** This kiosk is no door of a house, and so has no broker. */
  'no-broker',
  'failed',
] as const;
/** Why an output does not do what it is told. */
export type OutputTrouble = (typeof OUTPUT_TROUBLES)[number];

export type OutputCondition =
  /** It has not been used yet, and cannot be asked. */
  | { readonly type: 'untried' }
  | { readonly type: 'ready' }
  | {
      readonly type: 'failing';
      readonly why: OutputTrouble;
      /** In milliseconds since the epoch, on the kiosk's clock. */
      readonly since: number;
    };

/** How it is with an output; not how it is reached. */
export interface OutputState {
  readonly name: string;
  readonly condition: OutputCondition;
  /** How often it was switched since the kiosk was started; in a rehearsal: would have been. */
  readonly commands: number;
  /** How many commands were dropped, because it was busy or gone for too long. */
  readonly dropped: number;
  /** When it was last switched, in milliseconds since the epoch, on the kiosk's clock; null: never. */
  readonly lastAt: number | null;
  /** What a gate's input has told; null: it has none, or nothing is switched. */
  readonly releases: Releases | null;
}

/** Whether somebody has to look at a device: it does not do what it is told, or tells nothing. */
export function needsSomebody({ condition, releases }: OutputState): boolean {
  return condition.type === 'failing' || releases?.isFaulty === true || releases?.isUnread === true;
}

/** How often a gate was released for an admission since the outputs were opened, and what its input told of that. */
export interface Releases {
  readonly count: number;
  /** The guest went through. */
  readonly passed: number;
  /** Nobody did, in time. Of the others that is not known. */
  readonly notPassed: number;
  /** Too many in a row were not seen to go through: the input counts for nothing until somebody has looked at it. */
  readonly isFaulty: boolean;
  /** It was not read in time for too many in a row, and so tells nothing; until it was for one. */
  readonly isUnread: boolean;
}

/** An output as it is changed on its screen. */
export interface OutputSetup {
  readonly output: OutputSetting;
  /** An Authorization is kept for it. */
  readonly hasAuthorization: boolean;
}

/** An output as somebody has typed it, right or wrong; a field that is no number is null where there should be one. */
export interface TypedOutput {
  readonly name: string;
  readonly purpose: OutputPurpose;
  readonly follows: readonly OutputCue[];
  readonly pulse: number | null;
  readonly way: { readonly type: OutputType } & Readonly<Record<string, string | number | null>>;
}

export type OutputRefusal =
  /** The settings file of many kiosks lists the outputs. */
  | { readonly type: 'managed' }
  /** Another output has this name. */
  | { readonly type: 'same-name' }
  /** There are as many as there may be. */
  | { readonly type: 'too-many' }
  /** This kiosk can keep no secret. */
  | { readonly type: 'no-key-store' }
  /** Something that was entered makes no sense. */
  | { readonly type: 'wrong'; readonly field: OutputField };

export const OUTPUT_FIELDS = [
  'name',
  'follows',
  'pulse',
  'url',
  'body',
  'host',
  'port',
  'unit',
  'coil',
  'input',
  'passWithin',
  'topic',
  'path',
  'baudRate',
  'on',
  'off',
  'channel',
] as const;
export type OutputField = (typeof OUTPUT_FIELDS)[number];

/** Why an output was not tested, or what came of it. */
export type OutputTestFailure =
  | { readonly type: 'no-output' }
  /** A rehearsal or demonstration switches nothing. */
  | { readonly type: 'rehearsal' }
  | { readonly type: 'output'; readonly why: OutputTrouble };

/** The most outputs of a kiosk. */
export const MOST_OUTPUTS = 16;
/** How long a pulse may be, in milliseconds. */
export const PULSE = { min: 50, max: 10_000 } as const;
/** How long a guest may have to go through, in milliseconds. */
export const PASS_WITHIN = { min: 2_000, max: 30_000, usual: 8_000 } as const;
/** So many releases in a row after which nobody was seen to go through: the input is faulty. */
export const RELEASES_OF_A_FAULTY_INPUT = 10;
/** So many releases in a row for which the input was not read in time: once may be the network. */
export const RELEASES_OF_AN_UNREAD_INPUT = 3;
