import type { Component } from 'svelte';
import type { DerivedSetting } from '#renderer/features/settings/derived-settings.ts';
import type { SettingPlace } from '#renderer/lib/kiosk/setting-place.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import Accent from './Accent.svelte';
import Autostart from './Autostart.svelte';
import CameraName from './CameraName.svelte';
import Capacity from './Capacity.svelte';
import CopyEvery from './CopyEvery.svelte';
import IdleBoardAfter from './IdleBoardAfter.svelte';
import Languages from './Languages.svelte';
import Logo from './Logo.svelte';
import Monitoring from './Monitoring.svelte';
import Names from './Names.svelte';
import PatronDetails from './PatronDetails.svelte';
import PinSetting from './PinSetting.svelte';
import PlainHttpHost from './PlainHttpHost.svelte';
import ProgrammeClient from './ProgrammeClient.svelte';
import QuietHours from './QuietHours.svelte';
import ReentryWithin from './ReentryWithin.svelte';
import Server from './Server.svelte';
import Sounds from './Sounds.svelte';
import SpeechVolume from './SpeechVolume.svelte';
import TimeZone from './TimeZone.svelte';

/** Controls of features that use the rows of this screen themselves: the screen is given them. */
export interface GivenControls extends Readonly<Record<GivenRow, Component>> {
  /** All of its section. */
  readonly update: Component<{ state: KioskState }>;
}

type GivenRow = 'doorsOfHouse' | 'outputs' | 'entrance';

/** Rows whose controls do not follow from the table of settings. */
type OwnRow = Exclude<SettingPlace, DerivedSetting | GivenRow>;

/** The control of each; null: that of a row before has both, or that of the section all. */
export const OWN_CONTROLS: Readonly<Record<OwnRow, Component<Record<string, never>> | null>> = {
  kioskName: Names,
  venueName: null,
  venueLogo: Logo,
  accent: Accent,
  autostart: Autostart,
  language: Languages,
  languages: null,
  secondLanguage: null,
  timeZone: TimeZone,
  server: Server,
  plainHttpHost: PlainHttpHost,
  programmeClientId: ProgrammeClient,
  volume: Sounds,
  silent: null,
  speechVolume: SpeechVolume,
  quietHours: QuietHours,
  patronDetails: PatronDetails,
  idleBoardAfter: IdleBoardAfter,
  cameraName: CameraName,
  copyEvery: CopyEvery,
  reentryWithin: ReentryWithin,
  capacity: Capacity,
  entrances: null,
  pin: PinSetting,
  metricsPort: Monitoring,
  metricsAddress: null,
  update: null,
  updateFeed: null,
  updateHour: null,
};

export function isOwnRow(name: SettingPlace): name is OwnRow {
  return name in OWN_CONTROLS;
}
