import type { Component } from 'svelte';
import type { SettingPlace } from '#renderer/lib/kiosk/setting-place.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import type { DerivedSetting } from '#shared/model/settings.ts';
import Accent from './Accent.svelte';
import Autostart from './Autostart.svelte';
import CameraName from './CameraName.svelte';
import Languages from './Languages.svelte';
import Logo from './Logo.svelte';
import PatronDetails from './PatronDetails.svelte';
import PinSetting from './PinSetting.svelte';
import PlainHttpHost from './PlainHttpHost.svelte';
import ProgrammeClient from './ProgrammeClient.svelte';
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

/** Other rows that are no settings, or that the table of settings marks with a control of their own. */
type OwnRow = Exclude<SettingPlace, DerivedSetting | GivenRow>;

/** The control of each; null: that of a row before has both, or that of the section all. */
export const OWN_CONTROLS: Readonly<Record<OwnRow, Component<Record<string, never>> | null>> = {
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
  silent: Sounds,
  speechVolume: SpeechVolume,
  patronDetails: PatronDetails,
  cameraName: CameraName,
  entrances: null,
  pin: PinSetting,
  update: null,
  updateFeed: null,
  updateHour: null,
};

export function isOwnRow(name: SettingPlace): name is OwnRow {
  return name in OWN_CONTROLS;
}
