import { Admission } from '#main/entrance/admission/admission.ts';
import type { PerformanceOf } from '#main/entrance/admission/local-hint.ts';
import type { AdmissionTimings } from '#main/entrance/admission/timings.ts';
import { VerdictDisplay } from '#main/entrance/admission/verdict-display.ts';
import { LookUpMode } from '#main/entrance/door/look-up-mode.ts';
import type { CommonParts } from '#main/kiosk/kiosk.ts';
import type { ScanMetrics } from '#main/operations/metrics/scan-metrics.ts';
import { Repeats } from '#main/operations/records/repeats.ts';
import { Scanners } from '#main/entrance/scanners/scanners.ts';
import type { Bookkeeping } from './open-bookkeeping.ts';
import { isNewsToSnapshot } from './refresh-pace.ts';
import type { PlatformServices } from './open-platform.ts';
import type { TicketServices } from './open-tickets.ts';

export interface EntranceParts extends CommonParts {
  readonly platform: Pick<PlatformServices, 'link' | 'breaker'>;
  readonly tickets: Pick<TicketServices, 'door' | 'snapshots' | 'lookUp' | 'scopeNow'>;
  readonly bookkeeping: Pick<Bookkeeping, 'keeper' | 'admissionLedger' | 'uploader'>;
  readonly timings: AdmissionTimings;
  /** Counts verdicts; missing where nobody asks for metrics. */
  readonly metrics: Pick<ScanMetrics, 'noteVerdict'> | undefined;
  readonly performanceOf: PerformanceOf;
  /** Whether whoever scans now is still taken in: not while somebody signs out, or the kiosk ends. */
  readonly takesGuests: () => boolean;
  /** Another verdict is on the screen, or none any more. */
  readonly onShown: () => void;
}

/** The way of a scan: from the scanner through the admission to the display. */
export interface EntranceServices {
  readonly scanners: Scanners;
  readonly admission: Admission;
  readonly display: VerdictDisplay;
  readonly lookUpMode: LookUpMode;
  readonly repeats: Repeats;
  /** The door is closed: nothing of what was on screen stands any longer. */
  readonly clear: () => void;
}

/** Opens where guests hold out their tickets, and see whether they may come in. */
export function openEntrance(parts: EntranceParts): EntranceServices {
  const { ports, platformClock, timings, metrics, performanceOf, takesGuests, onShown, onChange } =
    parts;
  const { clock, logger, settingsFile } = ports;
  const { link, breaker } = parts.platform;
  const { door, snapshots, lookUp, scopeNow } = parts.tickets;
  const { keeper, admissionLedger: ledger, uploader } = parts.bookkeeping;

  const display = new VerdictDisplay({ clock, timings, onChange: onShown });
  const repeats = new Repeats(platformClock);
  const admission = new Admission({
    ...{ ledger, lookUp, performanceOf, clock, platformClock, timings },
    platform: {
      obstacle: () => link.obstacle(),
      ask: (scope, code) => link.askAboutTicket(scope, code),
      noteOverdue: () => breaker.noteInVain('timeout'),
    },
    patronDetails: () => settingsFile.read().patronDetails,
    logger: logger.scope('admission'),
    onVerdict(verdict, readAt) {
      metrics?.noteVerdict(verdict, clock.steady() - readAt);
      const scope = scopeNow();
      if (verdict.basis === 'repeat' && scope !== null) {
        repeats.note({ baseUrl: scope.baseUrl, clientId: scope.filter.clientId });
      }
      // Behind a closed door stands nobody whom it would be about.
      if (door.selection !== null) display.show(verdict, readAt);
    },
    onWaiting: onChange,
    onQueued: () => uploader.noteQueued(),
    onDecided: (decision) => snapshots.noteScan(isNewsToSnapshot(decision)),
  });
  const scanners: Scanners = new Scanners({
    ...{ clock, settingsFile, onChange },
    hid: ports.hid,
    logger: logger.scope('scanners'),
    repeatWindow: () => timings.repeatWindow,
    enter(scan, readAt) {
      const scope = scopeNow();
      if (scope === null || !takesGuests() || keeper.fault !== null) return false;
      admission.take(scan, scope, readAt, lookUpMode.isOn ? 'look-up' : 'admit');
      lookUpMode.touch();
      return true;
    },
  });
  const forgetRecent = (): void => {
    admission.forgetRecent();
    scanners.forgetRecent();
  };
  const lookUpMode = new LookUpMode({
    clock,
    onChange() {
      forgetRecent();
      onChange();
    },
  });
  return {
    ...{ scanners, admission, display, lookUpMode, repeats },
    clear() {
      lookUpMode.set(false);
      display.clear();
      forgetRecent();
    },
  };
}
