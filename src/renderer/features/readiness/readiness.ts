import { m } from '#renderer/i18n/messages.ts';
import type { Format } from '#renderer/lib/format.ts';
import {
  discrepanciesLine,
  encryptionLine,
  platformLine,
  scannersLine,
  ticketsLine,
  waitingLine,
} from './readiness-door.ts';
import type { SignState } from '#renderer/lib/sign-state.ts';
import { firstStartLine } from './readiness-first-start.ts';
import { guestsLine } from './readiness-guests.ts';
import { lettersLine } from './readiness-letters.ts';
import type { Line, Reading } from '#renderer/lib/readiness-line.ts';
import {
  clockLine,
  diskLine,
  keysLine,
  kioskLine,
  metricsLine,
  settingsLine,
  soundLine,
} from './readiness-machine.ts';
import { serviceLine } from './readiness-service.ts';
import { sessionLine } from './readiness-session.ts';
import { speechLine } from './readiness-speech.ts';
import { outputsLine } from '#renderer/features/outputs/output-words.ts';
import { venueLine } from './readiness-venue.ts';
import { updateLine } from '#renderer/features/updates/update-words.ts';

interface Part {
  readonly name: string;
  readonly title: () => string;
  /** Null: there is nothing to be said about it here. */
  readonly line: (reading: Reading) => Line | null;
}

/** What the door lives on, and this machine: in the order in which they stand, and stay. */
const PARTS = [
  [
    { name: 'session', title: m.readiness_session, line: sessionLine },
    { name: 'platform', title: m.readiness_platform, line: platformLine },
    { name: 'service', title: m.readiness_service, line: serviceLine },
    { name: 'encryption', title: m.readiness_encryption, line: encryptionLine },
    { name: 'scanners', title: m.scanners_title, line: scannersLine },
    { name: 'tickets', title: m.readiness_tickets, line: ticketsLine },
    { name: 'waiting', title: m.readiness_waiting, line: waitingLine },
    { name: 'discrepancies', title: m.readiness_discrepancies, line: discrepanciesLine },
    { name: 'venue', title: m.readiness_venue, line: venueLine },
    { name: 'outputs', title: m.outputs_title, line: outputsLine },
  ],
  [
    { name: 'sound', title: m.readiness_sound, line: soundLine },
    { name: 'speech', title: m.readiness_speech, line: speechLine },
    { name: 'guests', title: m.guestDisplay_title, line: guestsLine },
    { name: 'letters', title: m.readiness_letters, line: lettersLine },
    { name: 'clock', title: m.readiness_clock, line: clockLine },
    { name: 'disk', title: m.readiness_disk, line: diskLine },
    { name: 'keys', title: m.readiness_keys, line: keysLine },
    { name: 'settings', title: m.settings_title, line: settingsLine },
    { name: 'first-start', title: m.firstStart_readiness, line: firstStartLine },
    { name: 'metrics', title: m.readiness_metrics, line: metricsLine },
    { name: 'update', title: m.update_title, line: updateLine },
    { name: 'kiosk', title: m.readiness_kiosk, line: kioskLine },
  ],
] as const satisfies readonly (readonly Part[])[];

/** A part of the kiosk that can be ready or not, and how it is. */
export interface NamedLine extends Line {
  readonly name: (typeof PARTS)[number][number]['name'];
  readonly title: string;
}

/** All that has to be ready, in two columns. */
export function readinessLines(reading: Reading): readonly (readonly NamedLine[])[] {
  return PARTS.map((parts) =>
    parts.flatMap(({ name, title, line }) => {
      const now = line(reading);
      return now === null ? [] : [{ name, title: title(), ...now }];
    }),
  );
}

/** The kiosk as a whole: as its worst part. */
export function overall(
  lines: readonly NamedLine[],
  format: Format,
): { readonly state: SignState; readonly text: string } {
  const stopped = lines.filter(({ state }) => state === 'stop').map(({ title }) => title);
  if (stopped.length > 0) {
    return { state: 'stop', text: m.readiness_notReady({ list: format.list(stopped) }) };
  }
  const unsafe = lines.filter(({ state }) => state === 'danger').map(({ title }) => title);
  if (unsafe.length > 0) {
    return { state: 'danger', text: m.readiness_unsafe({ list: format.list(unsafe) }) };
  }
  const count = lines.filter(({ state }) => state === 'attention').length;
  if (count === 0) return { state: 'good', text: m.readiness_allReady() };
  return { state: 'attention', text: m.readiness_readyBut({ count, shown: format.count(count) }) };
}
