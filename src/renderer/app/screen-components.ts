import type { Component } from 'svelte';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import type { OpenedScreen } from '#renderer/lib/kiosk/screens.ts';

/**
 * Screens that are opened rarely: their code is loaded when they are opened for the first time. No guest waits
 * at the door for any of them.
 */
export type LazyScreen = Exclude<OpenedScreen, 'overrule' | 'party'> | 'first-start';

type ScreenComponent = Component<{ state: KioskState }>;

/** How each of them is loaded. */
const LOADERS: Readonly<Record<LazyScreen, () => Promise<{ default: ScreenComponent }>>> = {
  'first-start': () => import('#renderer/features/first-start/FirstStart.svelte'),
  find: () => import('#renderer/features/find/Find.svelte'),
  notes: () => import('#renderer/features/notes/Notes.svelte'),
  programme: () => import('#renderer/features/programme/Programme.svelte'),
  numbers: () => import('#renderer/features/statistics/Statistics.svelte'),
  house: () => import('#renderer/features/house/House.svelte'),
  history: () => import('#renderer/features/history/History.svelte'),
  readiness: () => import('#renderer/features/readiness/Readiness.svelte'),
  settings: () => import('./SettingsScreen.svelte'),
  scanners: () => import('#renderer/features/scanners/Scanners.svelte'),
  discrepancies: () => import('#renderer/features/discrepancies/Discrepancies.svelte'),
};

const loaded = new Map<LazyScreen, ScreenComponent>();

/** Whether a screen is one of these. */
export function isLazy(screen: string): screen is LazyScreen {
  return screen in LOADERS;
}

/** Returns the component of a screen; a promise where it has not been opened yet. */
export function componentOf(screen: LazyScreen): ScreenComponent | Promise<ScreenComponent> {
  return loaded.get(screen) ?? load(screen);
}

/** Loads all of them. */
export async function loadScreens(): Promise<void> {
  await Promise.all(Object.keys(LOADERS).filter(isLazy).map(load));
}

async function load(screen: LazyScreen): Promise<ScreenComponent> {
  const { default: component } = await LOADERS[screen]();
  loaded.set(screen, component);
  return component;
}
