import type { Component } from 'svelte';
import DoorsOfHouse from '#renderer/features/house/DoorsOfHouse.svelte';
import Outputs from '#renderer/features/outputs/Outputs.svelte';
import Entrances from '#renderer/features/entrances/Entrances.svelte';
import type { SettingPlace } from '#renderer/features/settings/settings-places.ts';
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

/** Rows that are no settings, or that the table of settings marks with a control of their own. */
type OwnRow = Exclude<SettingPlace, DerivedSetting>;

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
  doorsOfHouse: DoorsOfHouse,
  outputs: Outputs,
  entrance: Entrances,
  entrances: null,
  pin: PinSetting,
  update: null,
  updateFeed: null,
  updateHour: null,
};

export function isOwnRow(name: SettingPlace): name is OwnRow {
  return name in OWN_CONTROLS;
}
