import type { Missed, RawBytes, Reading, ScannerSource } from '#main/entrance/scanners/source.ts';
import { serialSettingSchema } from '#shared/ipc/scanner-schemas.ts';
import { createSerialSource } from '#main/entrance/scanners/serial/source.ts';
import type { SerialTimings } from '#main/entrance/scanners/serial/timings.ts';
import { systemClock } from '#main/base/system-clock.ts';
import type { ScannerHealth, ScannerState } from '#shared/model/scanner.ts';
import { eventually } from '#tests/support/eventually.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { expect, onTestFinished } from 'vitest';

/** Short, but longer than a busy machine takes to pass a code on. */
const TIMINGS: SerialTimings = { settle: 30, halfCode: 300, look: 50, retry: 50 };

/** Serial scanners that are set up and started, and what comes of them. */
export interface SerialKiosk {
  readonly source: ScannerSource;
  readonly readings: readonly Reading[];
  readonly missed: readonly Missed[];
  readonly raw: readonly RawBytes[];
  readonly logger: RecordingLogger;
  codes(): readonly string[];
  /** Waits until the scanner, counted from the first, is so. */
  becomes(state: ScannerState['type'], scanner?: number): Promise<void>;
  reads(...codes: readonly string[]): Promise<void>;
  counts(garbled: number): Promise<void>;
}

/** A line goes by in a moment. */
const OFTEN = { interval: 5 };

/** Starts them; they are stopped when the test has finished. */
export function startSerialKiosk(
  settings: readonly {
    path: string;
    end?: string;
    pauseMs?: number;
    feedback?: { good?: string; bad?: string };
  }[],
  timings: Partial<SerialTimings> = {},
): SerialKiosk {
  const readings: Reading[] = [];
  const missed: Missed[] = [];
  const raw: RawBytes[] = [];
  const logger = new RecordingLogger();
  let reported: readonly ScannerHealth[] = [];
  const source = createSerialSource(
    settings.map((setting) => serialSettingSchema.parse(setting)),
    {
      clock: systemClock,
      logger,
      onReading: (reading) => readings.push(reading),
      onMissed: (miss) => missed.push(miss),
      onBytes: (bytes) => raw.push(bytes),
      onChange: () => (reported = source.health()),
    },
    { ...TIMINGS, ...timings },
  );
  reported = source.health();
  source.start();
  onTestFinished(() => source.stop());
  const codes = () => readings.map(({ code }) => code);
  return {
    source,
    readings,
    missed,
    raw,
    logger,
    codes,
    becomes: (state, scanner = 0) =>
      eventually(() => expect(reported[scanner]?.state.type).toBe(state), OFTEN),
    reads: (...expected) => eventually(() => expect(codes()).toEqual(expected), OFTEN),
    counts: (garbled) => eventually(() => expect(reported[0]?.garbled).toBe(garbled), OFTEN),
  };
}
