import type { Clock } from '#main/base/ports.ts';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Registry } from 'prom-client';
import { gauge } from './gauge.ts';

const NANOSECONDS = 1e9;

export interface ProcessGauges {
  /** Updates the gauges. */
  readonly set: () => void;
  /** Starts or stops monitoring the event loop: its timer runs only while the metrics are served. */
  readonly watch: (on: boolean) => void;
}

/** Gauges of the main process: resources that may leak over weeks, and delays of the event loop. */
export function processGauges(registry: Registry, clock: Pick<Clock, 'now'>): ProcessGauges {
  const started = gauge(registry, 'process_start_time_seconds', 'When it started, as Unix time.');
  const resident = gauge(registry, 'process_resident_memory_bytes', 'Resident memory.');
  const heap = gauge(registry, 'nodejs_heap_size_used_bytes', 'Used heap.');
  const handles = gauge(registry, 'nodejs_active_resources_total', 'What keeps the event loop up.');
  const lag = gauge(
    registry,
    'nodejs_eventloop_lag_seconds',
    'How late the event loop was, since the metrics were last read.',
    ['quantile'],
  );
  const startedAt = clock.now() / 1000 - process.uptime();
  const delay = monitorEventLoopDelay();
  const seconds = (nanoseconds: number) =>
    Number.isFinite(nanoseconds) ? nanoseconds / NANOSECONDS : 0;
  return {
    set() {
      started(startedAt);
      resident(process.memoryUsage.rss());
      heap(process.memoryUsage().heapUsed);
      handles(process.getActiveResourcesInfo().length);
      lag([
        [{ quantile: '0.5' }, seconds(delay.percentile(50))],
        [{ quantile: '0.99' }, seconds(delay.percentile(99))],
      ]);
      delay.reset();
    },
    watch(on) {
      if (on) delay.enable();
      else delay.disable();
    },
  };
}
