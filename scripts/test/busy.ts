import { spawn } from 'node:child_process';

/** Takes so many processors for itself until this process ends, which need not wait for it. */
export function beBusy(processors: number): void {
  const loops = Array.from({ length: processors }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  for (const loop of loops) loop.unref();
  process.on('exit', () => loops.forEach((loop) => loop.kill('SIGKILL')));
}
