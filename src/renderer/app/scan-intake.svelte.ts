import { WedgeFindings } from '#renderer/features/scanners/wedge-findings.svelte.ts';
import type { Now } from '#renderer/lib/now.svelte.ts';
import type { KioskMethods } from '#shared/ipc/kiosk-api.ts';
import type { MissedScan, Scanners } from '#shared/model/scanner.ts';
import type { WedgeFinding } from '#shared/wedge/step.ts';
import { Missed } from './missed.svelte.ts';

interface ScanIntakePorts {
  readonly calls: Pick<KioskMethods, 'scan' | 'missScan'>;
  readonly now: Now;
  /** Whether the screen is looked at on which scanners are tried. */
  readonly isTrying: () => boolean;
  /** Somebody is there. */
  readonly onInput: () => void;
}

/** What the page hands to the kiosk as scans, and what it knows of those that were missed. */
export class ScanIntake {
  readonly #ports: ScanIntakePorts;
  readonly #missed: Missed;
  /** What keyboard scanners typed in this trial of the scanners. */
  readonly wedgeFindings = new WedgeFindings();

  constructor(ports: ScanIntakePorts) {
    this.#ports = ports;
    this.#missed = new Missed(ports.now);
  }

  /** What was read a moment ago and not taken in, as long as it is worth telling. */
  get missed(): MissedScan | null {
    return this.#missed.current;
  }

  /** Handles what a scanner that poses as a keyboard has typed. */
  heard(finding: WedgeFinding): void {
    // Decided by the view: main has begun or ended the trial before the next scan reaches it.
    const isTried = this.#ports.isTrying();
    if (isTried) this.wedgeFindings.keep(finding);
    // Not taken in during a trial, but from then on it is known that the scanner reads.
    if (finding.type === 'code') void this.scan(finding.code, 'wedge');
    else if (isTried) this.#ports.onInput();
    else if (finding.type === 'unfinished') void this.#miss('garbled');
    else if (finding.reason === 'too-long') void this.#miss('too-long');
    // Shorter than any code: somebody's finger.
    else if (finding.reason !== 'too-short') void this.#miss('garbled');
  }

  /** Hands a scan to the kiosk without waiting for the one before. False: it was not taken in. */
  async scan(code: string, source: 'wedge' | 'manual'): Promise<boolean> {
    this.#ports.onInput();
    const ask = () => this.#ports.calls.scan({ code, source });
    const answer = await (source === 'manual' ? this.#missed.typed(ask) : ask());
    return answer.ok && answer.value.taken;
  }

  /** Begins with a first state: scans that were missed before it are no news. */
  begin({ missed }: Scanners): void {
    this.#missed.begin(missed);
  }

  /** Returns whether a scan was missed since the last state, and nobody typed it. */
  follow({ missed }: Scanners): boolean {
    return this.#missed.follow(missed);
  }

  #miss(reason: 'too-long' | 'garbled') {
    return this.#ports.calls.missScan({ reason });
  }
}
