import { parentPort as workerPort } from 'node:worker_threads';

/** Whoever started this process or thread. */
export interface Parent {
  post(message: object): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Called when the parent can no longer be reached. */
  onGone(listener: () => void): void;
}

/** The part of Electron's `process.parentPort` that is used; this code does not know Electron. */
interface UtilityPort {
  postMessage(message: object): void;
  on(event: 'message', listener: (event: { data: unknown }) => void): void;
}

/** Finds the parent of an Electron utility process, a worker thread or a forked child process. */
export function findParent(): Parent | undefined {
  const utilityPort: unknown = Reflect.get(process, 'parentPort');
  if (isUtilityPort(utilityPort)) {
    return {
      post: (message) => utilityPort.postMessage(message),
      onMessage: (listener) => utilityPort.on('message', (event) => listener(event.data)),
      // Electron ends a utility process together with its parent.
      onGone: () => undefined,
    };
  }
  const port = workerPort;
  if (port !== null) {
    return {
      post: (message) => port.postMessage(message),
      onMessage: (listener) => void port.on('message', listener),
      onGone: (listener) => void port.on('close', listener),
    };
  }
  if (process.send !== undefined) {
    return {
      post: (message) => void process.send?.(message),
      onMessage: (listener) => void process.on('message', listener),
      onGone: (listener) => void process.on('disconnect', listener),
    };
  }
  return undefined;
}

function isUtilityPort(value: unknown): value is UtilityPort {
  return typeof value === 'object' && value !== null && 'postMessage' in value && 'on' in value;
}
