import type { Component } from 'svelte';
import type { DerivedSetting } from '#renderer/features/settings/derived-settings.ts';
import DoorsOfHouse from '#renderer/features/house/DoorsOfHouse.svelte';
import Outputs from '#renderer/features/outputs/Outputs.svelte';
import Entrances from '#renderer/features/entrances/Entrances.svelte';
import type { SettingPlace } from '#renderer/features/settings/settings-places.ts';
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

/** Rows whose controls do not follow from the table of settings. */
type OwnRow = Exclude<SettingPlace, DerivedSetting>;

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
  doorsOfHouse: DoorsOfHouse,
  reentryWithin: ReentryWithin,
  capacity: Capacity,
  outputs: Outputs,
  entrance: Entrances,
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
