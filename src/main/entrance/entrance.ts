import type { PlatformClock } from '#main/base/platform-clock.ts';
import type { Clock, Logger } from '#main/base/ports.ts';
import type { SettingsFile } from '#main/settings/settings-file.ts';
import type { Snapshots } from '#main/snapshot/snapshots.ts';
import type { OverruleOrder } from '#shared/model/overrule.ts';
import { err } from '#shared/result.ts';
import type { DoorScope } from './admission/door-scope.ts';
import {
  Admission,
  type AdmissionPorts,
  type Purpose,
  type VerdictEvent,
} from './admission/admission.ts';
import { anotherEntrance } from './entrances/another-entrance.ts';
import { SentToEntrances } from './entrances/sent-to.ts';
import type { RightToReturn } from './admission/gather-evidence.ts';
import { rightToReturn } from './admission/reentry.ts';
import type { AdmissionTimings } from './admission/timings.ts';
import { VerdictDisplay } from './admission/verdict-display.ts';
import type { Door } from './door/door.ts';
import { LookUpMode } from './door/look-up-mode.ts';
import type { HidPort } from './scanners/hid/port.ts';
import { Slice } from '#main/base/slice.ts';
import type { VerdictSlice } from '#shared/model/kiosk-state.ts';
import type { Scanners as ScannersState } from '#shared/model/scanner.ts';
import { Scanners } from './scanners/scanners.ts';

/**
 * What the way of a scan needs: the ledger and the snapshot as the door uses them, and callbacks.
 */
export interface EntrancePorts extends Pick<
  AdmissionPorts,
  | 'platform'
  | 'ledger'
  | 'lookUp'
  | 'lookUpPeerEvents'
  | 'publishQuestion'
  | 'hold'
  | 'fullAt'
  | 'mayOpenAgain'
  | 'newId'
  | 'notesAbout'
  | 'performanceOf'
> {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly platformClock: Pick<PlatformClock, 'at' | 'now'>;
  readonly settingsFile: SettingsFile;
  readonly timings: AdmissionTimings;
  readonly hid: HidPort | null;
  readonly door: Pick<Door, 'selection'>;
  /** What the door is open for; null while it is closed. */
  readonly scopeNow: () => DoorScope | null;
  /** Whether a fault keeps the kiosk from letting anybody in. */
  readonly isOutOfOrder: boolean;
  /** Whether scans are accepted now: false while somebody signs out, or the kiosk ends. */
  readonly takesGuests: () => boolean;
  readonly snapshots: Pick<Snapshots, 'file'>;
  /** Takes a code with which a kiosk joins a house; returns false if nobody waits for one. */
  readonly joinBy: (code: string) => boolean;
  /** Told of each code that is read while guests leave by this door, whatever becomes of it. */
  readonly onWayOut: () => void;
  /** Called when what the door does with guests has changed. */
  readonly onDoor: () => void;
}

/** How long a scan may wait for its verdict before the screen says that it is being checked, in milliseconds. */
const CHECKING_SHOWN_AFTER = 100;

/** The opened way of a scan. */
export interface Entrance {
  readonly verdictSlice: Slice<VerdictSlice>;
  readonly scannersSlice: Slice<ScannersState>;
  readonly scanners: Scanners;
  readonly admission: Admission;
  readonly display: VerdictDisplay;
  /** Shows a verdict on the screen, and at the scanner that read its code. */
  readonly show: (event: VerdictEvent) => void;
  readonly lookUpMode: LookUpMode;
  readonly rightToReturn: RightToReturn;
  /** Whether the holder of an admission of this door has left since, or come in again, at any door of the venue. */
  readonly isFollowed: (entryId: string) => boolean;
  /** Lets in whom this door has refused within the last minutes. */
  readonly overrule: (order: OverruleOrder) => ReturnType<Admission['overrule']>;
  readonly overruleEvidence: (id: string) => ReturnType<Admission['overruleEvidence']>;
  /**
   * Lets in whoever has a ticket that was chosen and not read: decided like a scan, and told to whoever waits for it, not
   * on the screen. Null: the door takes no scans now, or lets nobody in.
   */
  readonly admitChosen: (
    code: string,
    isAwaited: () => boolean,
  ) => ReturnType<Admission['decide']> | null;
  /** What the door lets guests in for; null while it lets nobody in. */
  readonly scopeForGuests: () => DoorScope | null;
  /** Where guests were sent this evening. */
  readonly sentTo: SentToEntrances;
  /**
   * Lets in a guest whom the verdict on the screen, with this sequence, has sent to another entrance. Returns false
   * if that verdict is not on the screen any more, or was answered so before.
   */
  readonly letInHere: (sequence: number) => boolean;
  /** Whether guests leave by this door. */
  readonly isWayOut: () => boolean;
  /** Makes the door a way out, or a way in again. */
  readonly useAsWayOut: (isWayOut: boolean) => void;
  /** Called whenever something may have changed: when the doors go on, nobody is asked to wait any more. */
  readonly follow: () => void;
  /** Called when the door is closed: clears the screen. */
  readonly clear: () => void;
}

/**
 * The way of a scan, from the scanner to the screen: a scanner reads a code, {@link Scanners} hands it in if
 * the door is open, {@link Admission} decides and records it, {@link VerdictDisplay} shows the verdict. A
 * reading that is no code takes the same way to the screen, as a notice.
 */
export function openEntrance(ports: EntrancePorts): Entrance {
  const { clock, logger, timings, settingsFile, scopeNow, onDoor } = ports;

  const isHeld = (): boolean => ports.hold() !== null || ports.fullAt() !== null;
  const rightNow: RightToReturn = (passages) =>
    rightToReturn(passages, settingsFile.read(), ports.platformClock.now());
  const verdictSlice = new Slice<VerdictSlice>(() => ({
    shown: display.current,
    notice: display.notice,
    last: display.last,
    waiting: admission.waiting,
  }));
  const scannersSlice = new Slice(() => scanners.state());
  const display: VerdictDisplay = new VerdictDisplay({
    ...{ clock, timings },
    onChange: verdictSlice.changed,
  });
  const sentTo = new SentToEntrances(ports.platformClock);
  const admission: Admission = new Admission({
    ...ports,
    anotherEntrance: anotherEntrance(() => settingsFile.read()),
    rightToReturn: rightNow,
    patronDetails: () => settingsFile.read().patronDetails,
    logger: logger.scope('admission'),
    onNotice(notice, readAt) {
      if (ports.door.selection !== null) display.showNotice(notice, readAt);
    },
    // Most scans have their verdict by then, so that it is all that is published of them.
    onWaiting: () => void clock.after(CHECKING_SHOWN_AFTER, verdictSlice.changed),
  });
  const scanners: Scanners = new Scanners({
    ...{ clock, settingsFile },
    onChange: scannersSlice.changed,
    onDeviceChange: scannersSlice.changedQuietly,
    ...{ hid: ports.hid, joinBy: ports.joinBy },
    logger: logger.scope('scanners'),
    repeatWindow: () => timings.repeatWindow,
    enter(scan, readAt) {
      // Nobody is kept inside, not by a closed door or a fault either.
      if (isWayOut()) ports.onWayOut();
      const scope = scopeNow();
      if (scope === null || !ports.takesGuests()) return false;
      admission.take(scan, scope, readAt, purposeNow());
      lookUpMode.touch();
      return true;
    },
    notify(notice, readAt) {
      if (scopeNow() === null || !ports.takesGuests()) return false;
      admission.takeNotice(notice, readAt);
      return true;
    },
  });
  const isWayOut = (): boolean => {
    const { isWayOut, reentry } = settingsFile.read();
    // Whether guests may come back may stand in a file that cannot be read: nobody is kept inside for that.
    return isWayOut && (reentry !== 'off' || ports.isOutOfOrder);
  };
  const purposeNow = (): Purpose => {
    if (lookUpMode.isOn) return 'look-up';
    return isWayOut() ? 'let-out' : 'admit';
  };
  /** The snapshot of the last warm-up; null: there was none; undefined: there was no warm-up. */
  let warmFor: string | null | undefined;
  /** Once when the door opens, and for each new snapshot. */
  const warmUp = (): void => {
    const scope = scopeNow();
    const path = ports.snapshots.file()?.path ?? null;
    if (scope === null || path === warmFor) return;
    warmFor = path;
    admission.warmUp(scope);
  };
  const scopeForGuests = (): DoorScope | null =>
    ports.takesGuests() && purposeNow() === 'admit' ? scopeNow() : null;
  const forgetRecent = (): void => {
    admission.forgetRecent();
    scanners.forgetRecent();
  };
  const lookUpMode = new LookUpMode({
    clock,
    onChange() {
      forgetRecent();
      onDoor();
    },
  });
  return {
    ...{ verdictSlice, scannersSlice },
    ...{ scanners, admission, display, lookUpMode, isWayOut, sentTo },
    rightToReturn: rightNow,
    show({ verdict, readAt, isAwaited, readBy }) {
      // While the door is closed, verdicts are not shown: the guest concerned is not there any
      // more.
      if (ports.door.selection === null || isAwaited) return;
      display.show(verdict, readAt);
      if (readBy !== undefined) scanners.showVerdict(verdict.kind, readBy);
    },
    isFollowed: (entryId) => admission.isFollowed(entryId),
    overrule(order) {
      const scope = scopeNow();
      if (scope !== null && ports.takesGuests()) return admission.overrule(order, scope);
      return Promise.resolve(err({ type: 'not-overruled', because: 'not-open' }));
    },
    overruleEvidence(id) {
      const scope = scopeNow();
      if (scope === null) return err({ type: 'not-overruled', because: 'not-open' });
      return admission.overruleEvidence(id, scope);
    },
    letInHere(sequence) {
      // The door may have become a way out since, or only look tickets up.
      const [shown, scope] = [display.current, scopeForGuests()];
      if (shown?.sequence !== sequence || scope === null) return false;
      return admission.letInHere(shown, scope, clock.steady());
    },
    scopeForGuests,
    admitChosen(code, isAwaited) {
      const scope = scopeForGuests();
      if (scope === null) return null;
      const scan = { code, source: 'manual', device: null, at: clock.now() } as const;
      return admission.decide(scan, scope, clock.steady(), isAwaited);
    },
    useAsWayOut(on) {
      lookUpMode.set(false);
      settingsFile.write({ isWayOut: on });
      forgetRecent();
      onDoor();
    },
    follow() {
      warmUp();
      if (display.current?.kind === 'held' && !isHeld()) display.takeOff();
    },
    clear() {
      lookUpMode.set(false);
      display.clear();
      forgetRecent();
    },
  };
}
