import type { Fetch } from '#main/base/ports.ts';
import { createHttp } from '#main/platform/ticketing/http.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { onTestFinished } from 'vitest';
import type { Machine } from './machine.ts';

/** A machine's way to the platform. */
export interface Road {
  readonly fetch: Fetch;
  /** Requests that are on their way, and not yet answered. */
  readonly underway: number;
  /** Where requests really go: somewhere else than their address says. Null: to their address. */
  detour: string | null;
  /** The paths that were asked for, oldest first. */
  readonly asked: readonly string[];
  /** Its connections die. */
  close(): Promise<void>;
}

/**
 * Real HTTP from `machine`. What the future events are is no matter of most of these tests: without
 * `withProgramme` they are not found.
 */
export function openRoad(machine: Machine, withProgramme: boolean): Road {
  const http = createHttp({ logger: new RecordingLogger() });
  onTestFinished(() => http.close());
  const asked: string[] = [];
  /** A machine without power hears of nothing any more. */
  const stillThere = <T>(answer: Promise<T>): Promise<T> => {
    const whileOn = (settle: () => void) => {
      if (machine.isOn) settle();
    };
    return new Promise((resolve, reject) => {
      answer.then(
        (value) => whileOn(() => resolve(value)),
        (error: unknown) => whileOn(() => reject(error instanceof Error ? error : new Error())),
      );
    });
  };
  let underway = 0;
  const road: Road = {
    detour: null,
    asked,
    get underway() {
      return underway;
    },
    async fetch(url, init) {
      const { origin, pathname } = new URL(url);
      const isFound = withProgramme || pathname.includes('/scanning/');
      if (!isFound) return new Response('not here', { status: 404 });
      asked.push(pathname);
      underway += 1;
      try {
        return await stillThere(http.fetch(url.replace(origin, road.detour ?? origin), init));
      } finally {
        underway -= 1;
      }
    },
    close: () => http.close(),
  };
  return road;
}
