import type { HoldView } from './hold.ts';
import type {
  DoorSlice,
  MachineSlice,
  SessionSlice,
  SettingsSlice,
  VerdictSlice,
} from './kiosk-state.ts';
import type { ProgrammeState } from './programme.ts';
import type { Scanners } from './scanner.ts';
import type { ShownVerdict, TicketFacts } from './verdict.ts';

/** The settings that say how the venue looks and speaks to guests. */
export const GUEST_SETTINGS = [
  'venueName',
  'accent',
  'theme',
  'language',
  'secondLanguage',
  'languages',
  'timeStyle',
  'idleBoardAfter',
  'scannerAt',
  'lowControls',
  'venueLogo',
  'zoneInUse',
] as const satisfies readonly (keyof SettingsSlice)[];

/** A verdict as its guest may read it: where to go, and why not. */
export interface GuestVerdict extends Pick<
  ShownVerdict,
  'entryId' | 'kind' | 'basis' | 'reason' | 'at' | 'sequence'
> {
  readonly ticket: Pick<TicketFacts, 'section' | 'seat'> | null;
}

/**
 * What the guest's display is sent of the kiosk, and all that it can show. A {@link KioskState} has all of it,
 * so that the same screens serve guests at a display of their own and at the usher's.
 */
export interface GuestState {
  readonly verdict: Pick<VerdictSlice, 'notice' | 'waiting'> & {
    readonly shown: GuestVerdict | null;
  };
  readonly session: Pick<SessionSlice, 'leaving' | 'clockSkew'>;
  readonly door: Pick<DoorSlice, 'selection' | 'looksUpOnly' | 'isWayOut'>;
  readonly scanners: Pick<Scanners, 'wedge' | 'rhythms' | 'missed'>;
  readonly peers: { readonly hold: HoldView };
  readonly programme: Pick<ProgrammeState, 'clientId' | 'revision'>;
  readonly machine: {
    /** Null: nothing is out of order. What it is, staff read on their own side. */
    readonly fault: { readonly type: string } | null;
    readonly appWindow: Pick<MachineSlice['appWindow'], 'isFullScreen'>;
  };
  readonly settings: Pick<SettingsSlice, (typeof GUEST_SETTINGS)[number]>;
}
