import type { OutputCue, OutputTrouble } from '#shared/model/output.ts';
import { ok, type Result } from '#shared/result.ts';

/** What came of something that a device was told. */
export type Done = Result<null, OutputTrouble>;

/** Returns what came of something, without what it brought. */
export function done(result: Result<unknown, OutputTrouble>): Done {
  return result.ok ? ok(null) : result;
}

/** What an output is switched for: nothing of the ticket, and nothing of its holder. */
export interface OutputCommand {
  /** The verdict that it follows, or a call for help; null: somebody tests the output. */
  readonly verdict: OutputCue | null;
  /** What people call this kiosk. */
  readonly door: string;
  /** In milliseconds. */
  readonly pulse: number;
}

/**
 * What is switched. Each call is told by its signal when its time is over: from then on it must do nothing more, and
 * above all must not switch on. It is never called again while it works.
 */
export interface OutputDevice {
  /** Switches on, once: where it is not known whether that happened, it is not tried again. */
  on(command: OutputCommand, signal: AbortSignal): Promise<Done>;
  /** Switches off; missing where the device ends its pulse itself. */
  off?(signal: AbortSignal): Promise<Done>;
  /** Whether the device is there, without switching anything; missing where that cannot be asked. */
  look?(signal: AbortSignal): Promise<Done>;
  /** Whether the input is on by which a gate tells that somebody goes through; missing where there is none. */
  input?(signal: AbortSignal): Promise<Result<boolean, OutputTrouble>>;
  close(): Promise<void>;
}
