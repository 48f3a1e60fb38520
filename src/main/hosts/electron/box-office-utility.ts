import type { ForkBoxOffice } from '#main/rehearsal/demo/box-office-process.ts';
import { utilityProcess } from 'electron';

/** The box office as a utility process of Electron, which ends with Electron itself. */
export function forkUtilityProcess(entry: string): ForkBoxOffice {
  return () => {
    const child = utilityProcess.fork(entry, [], { serviceName: 'Usher box office' });
    return {
      post: (message) => child.postMessage(message),
      onMessage: (listener) => child.on('message', listener),
      onEnd: (listener) => child.once('exit', () => listener()),
      kill: () => child.kill(),
    };
  };
}
