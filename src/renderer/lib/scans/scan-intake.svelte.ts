import { WedgeFindings } from '#renderer/lib/scans/wedge-findings.svelte.ts';
import type { SeenCode } from '#renderer/lib/camera/seen.ts';
import type { Now } from '#renderer/lib/now.svelte.ts';
import type { KioskMethods } from '#shared/ipc/kiosk-api.ts';
import type { MissedScan, Scanners } from '#shared/model/scanner.ts';
import type { WedgeFinding } from '#shared/wedge/step.ts';
import { Missed } from './missed.svelte.ts';

interface ScanIntakePorts {
  readonly calls: Pick<KioskMethods, 'scan' | 'missScan' | 'readByCamera'>;
  readonly now: Now;
  /** Whether the screen for testing scanners is shown. */
  readonly isTrying: () => boolean;
  /** Called on activity. */
  readonly onInput: () => void;
}

/** Passes scans from the page to the kiosk, and keeps track of those that were missed. */
export class ScanIntake {
  readonly #ports: ScanIntakePorts;
  readonly #missed: Missed;
  /** What keyboard scanners typed in this trial of the scanners. */
  readonly wedgeFindings = new WedgeFindings();

  constructor(ports: ScanIntakePorts) {
    this.#ports = ports;
    this.#missed = new Missed(ports.now);
  }

  /** The last input that was not accepted, while it is to be shown. */
  get missed(): MissedScan | null {
    return this.#missed.current;
  }

  /** Handles what a scanner that poses as a keyboard has typed. */
  heard(finding: WedgeFinding): void {
    // Decided by the screen that is shown: the kiosk starts and ends the test before the next scan reaches
    // it.
    const isTried = this.#ports.isTrying();
    if (isTried) this.wedgeFindings.keep(finding);
    // Not scanned during a test, but it shows that the scanner works.
    if (finding.type === 'code') void this.scan(finding.code, 'wedge');
    else if (isTried) this.#ports.onInput();
    else if (finding.type === 'unfinished') void this.#miss('garbled');
    else if (finding.reason === 'too-long') void this.#miss('too-long');
    // Too short for a code: probably an accidental key.
    else if (finding.reason !== 'too-short') void this.#miss('garbled');
  }

  /**
   * Passes a scan to the kiosk without waiting for the one before. Resolves with false if it was not
   * accepted.
   */
  async scan(code: string, source: 'wedge' | 'manual'): Promise<boolean> {
    this.#ports.onInput();
    const ask = () => this.#ports.calls.scan({ code, source });
    const answer = await (source === 'manual' ? this.#missed.typed(ask) : ask());
    return answer.ok && answer.value.taken;
  }

  /** Passes on what the camera has read. */
  seen({ text, symbology }: SeenCode): void {
    this.#ports.onInput();
    void this.#ports.calls.readByCamera({ code: text, symbology });
  }

  /** Called with the first state of a kiosk: a miss in it is shown, but is not new. */
  begin({ missed }: Pick<Scanners, 'missed'>): void {
    this.#missed.begin(missed);
  }

  /** Returns whether a scan was missed since the last state, unless it was typed. */
  follow({ missed }: Pick<Scanners, 'missed'>): boolean {
    return this.#missed.follow(missed);
  }

  #miss(reason: 'too-long' | 'garbled') {
    return this.#ports.calls.missScan({ reason });
  }
}
