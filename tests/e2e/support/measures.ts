import type { ElectronApplication, Page } from '@playwright/test';
import { setTimeout as pass } from 'node:timers/promises';
import { memoryOf, processesOf, processorTimeOf } from '#tests/bench/processes.ts';

/** An Electron that was started, and how long that took. */
interface Started<T> {
  readonly started: T;
  /** From before its process was there to this screen, painted; in seconds. */
  readonly seconds: number;
}

/** Starts an Electron, and waits for the frame that shows this screen (`data-screen`). */
export async function timeStart<T extends { readonly page: Page }>(
  start: () => Promise<T>,
  screen: string,
): Promise<Started<T>> {
  const from = Date.now();
  const started = await start();
  const painted = await started.page.waitForFunction((name) => {
    // Asked anew in every frame.
    if (document.documentElement.dataset['screen'] !== name) return 0;
    return new Promise<number>((resolve) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.timeOrigin + performance.now());
        port2.postMessage(null);
      });
    });
  }, screen);
  const at = await painted.jsonValue();
  return { started, seconds: (at - from) / 1000 };
}

/** Ends an Electron with all that Chromium runs besides, as a machine does that loses its power. */
export async function crash(app: ElectronApplication): Promise<void> {
  const ended = app.waitForEvent('close');
  process.kill(-mainProcess(app), 'SIGKILL');
  await ended;
}

/** The memory of all processes of an Electron in MB, pages that they share counted once. */
export function megabytes(app: ElectronApplication): number {
  return memoryOf(processesOf(mainProcess(app)));
}

/** How much of one processor all processes of an Electron take in so many seconds from now, in percent. */
export async function processorPercent(app: ElectronApplication, seconds: number): Promise<number> {
  const processes = processesOf(mainProcess(app));
  const before = processorTimeOf(processes);
  const from = performance.now();
  await pass(seconds * 1000);
  const passed = (performance.now() - from) / 1000;
  return ((processorTimeOf(processes) - before) / passed) * 100;
}

function mainProcess(app: ElectronApplication): number {
  const { pid } = app.process();
  if (pid === undefined) throw new Error('it has no process');
  return pid;
}
