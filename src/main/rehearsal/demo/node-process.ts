import { fork } from 'node:child_process';
import type { ForkBoxOffice } from './box-office-process.ts';

/**
 * Starts the box office as a child process of plain Node.
 *
 * @param entry the built box office, or any module with the same messages
 */
export function forkNodeProcess(entry: string): ForkBoxOffice {
  return () => {
    // The child ends when its channel to this process closes, so it cannot outlive this process.
    const child = fork(entry, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    child.on('error', () => child.kill('SIGKILL'));
    return {
      post: (message) => {
        if (child.connected) child.send(message, () => {});
      },
      onMessage: (listener) => child.on('message', listener),
      onEnd: (listener) => {
        child.once('exit', listener);
        child.once('error', listener);
      },
      kill: () => child.kill('SIGKILL'),
    };
  };
}
