import type { KioskState } from '#shared/model/kiosk-state.ts';
import type { LockState } from '#shared/model/lock.ts';
import type { KioskSettings, SettingsChange } from '#shared/model/settings.ts';
import { page } from 'vitest/browser';
import { expect } from 'vitest';
import { openDoor } from './builders.ts';
import { FakeMain } from './fake-transport.ts';
import { openKiosk, root, type Size } from './open-kiosk.ts';
import { withChanges, type StateChanges } from '#tests/support/kiosk-state.ts';

const DONE = { ok: true, value: null } as const;

/** A main process that keeps what is set, and asks for the PIN before, if there is one. */
export class SettingsMain extends FakeMain {
  pin: string | null;
  #current: KioskState;

  constructor(state: KioskState, pin: string | null = null) {
    super(
      withChanges(state, {
        lock: { ...state.machine.lock, hasPin: pin !== null, isUnlocked: pin === null },
      }),
    );
    this.pin = pin;
    this.#current = withChanges(state, {
      lock: { hasPin: pin !== null, isUnlocked: pin === null, nextTryAt: null },
    });
    this.on('changeSettings', ({ change }) => this.#unlocked(() => this.#set(change)));
    this.on('signOut', () => this.#unlocked(() => DONE));
    this.on('forgetBaseUrl', () => this.#unlocked(() => DONE));
    this.on('setPin', ({ pin }) =>
      this.#unlocked(() => {
        this.pin = pin;
        this.lock({ hasPin: pin !== null, isUnlocked: true });
        return DONE;
      }),
    );
    this.on('unlock', ({ pin }) => {
      if (pin !== this.pin) return { ok: false, error: { type: 'wrong-pin', triesLeft: 2 } };
      this.lock({ isUnlocked: true });
      return DONE;
    });
    this.on('lock', () => {
      this.lock({ isUnlocked: false });
      return DONE;
    });
    this.on('useLogo', ({ image }) => {
      this.state({ venueLogo: image });
      return DONE;
    });
    this.on('venueLogo', () => ({ ok: true, value: this.#current.settings.venueLogo }));
  }

  get current(): KioskState {
    return this.#current;
  }

  get settings(): KioskSettings {
    return this.#current.settings;
  }

  /** The state is another one in this. */
  state(changes: StateChanges): void {
    this.#current = withChanges(this.#current, { ...changes });
    this.emit(this.#current);
  }

  lock(changes: Partial<LockState>): void {
    this.state({ lock: { ...this.#current.machine.lock, ...changes } });
  }

  #unlocked<A>(
    answer: () => A,
  ): A | { readonly ok: false; readonly error: { readonly type: 'locked' } } {
    return this.#current.machine.lock.isUnlocked
      ? answer()
      : { ok: false, error: { type: 'locked' } };
  }

  #set(change: SettingsChange): typeof DONE {
    this.state({ settings: { ...this.settings, ...change } as KioskSettings });
    return DONE;
  }
}

/** The settings screen, from an open door, at a section. */
export async function openSettings(
  section: string | null = null,
  {
    state = openDoor(),
    main = new SettingsMain(state),
    size = 'laptop',
  }: { state?: KioskState; main?: SettingsMain; size?: Size } = {},
) {
  const opened = await openKiosk(main.current, { main, size });
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect.poll(() => root('screen')).toBe('settings');
  if (section !== null) await page.getByRole('button', { name: section, exact: true }).click();
  return { ...opened, main };
}
