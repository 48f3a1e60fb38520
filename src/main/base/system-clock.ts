import { uptime } from 'node:os';
import type { Clock } from './ports.ts';

let newestUptime = 0;

/**
 * The machine's own clock. Its steady time is the operating system's uptime and not
 * `performance.now()`, which stands still on Linux while the machine sleeps. The uptime moves in
 * steps of 10 ms on Linux (`/proc/uptime`) and of up to 16 ms on Windows (`GetTickCount64`). On
 * macOS it moves in whole seconds, which is accepted because no door runs on it.
 */
export const systemClock: Clock = {
  now: () => Date.now(),
  steady() {
    newestUptime = Math.max(newestUptime, Math.round(uptime() * 1000));
    return newestUptime;
  },
  after(ms, wake) {
    const timer = setTimeout(wake, ms);
    return () => clearTimeout(timer);
  },
};
