import type { Socket } from 'node:net';
import { machineOf } from './machine-of.ts';

/** How many connections may be open before their peers have shown who they are. */
export interface UnauthenticatedLimits {
  readonly perMachine: number;
  readonly total: number;
}

/**
 * Keeps strangers from using up the connections of a server. A machine that opens too many loses its oldest one; if
 * all machines together have too many, the oldest of all is closed. An authenticated connection is neither counted
 * nor closed.
 */
export class UnauthenticatedConnections {
  readonly #limits: UnauthenticatedLimits;
  /** Each with its machine, the oldest first. */
  readonly #machines = new Map<Socket, string>();

  constructor(limits: UnauthenticatedLimits) {
    this.#limits = limits;
  }

  /** Counts a new connection; may close another one. */
  add(socket: Socket): void {
    const machine = machineOf(socket.remoteAddress ?? '');
    this.#machines.set(socket, machine);
    socket.once('close', () => this.#machines.delete(socket));
    const ofMachine = [...this.#machines.keys()].filter(
      (each) => this.#machines.get(each) === machine,
    );
    if (ofMachine.length > this.#limits.perMachine) this.#evict(ofMachine[0]);
    if (this.#machines.size > this.#limits.total) this.#evict([...this.#machines.keys()][0]);
  }

  /** Stops counting a connection whose peer is authenticated. */
  authenticated(socket: Socket): void {
    this.#machines.delete(socket);
  }

  #evict(socket: Socket | undefined): void {
    if (socket === undefined) return;
    this.#machines.delete(socket);
    socket.destroy();
  }
}
