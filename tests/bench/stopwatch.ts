/** How long something takes that is done bit by bit, in milliseconds: on the wall, and of the processors. */
export class Stopwatch {
  #wall = 0;
  #cpu = 0;

  get wall(): number {
    return this.#wall;
  }

  get cpu(): number {
    return this.#cpu;
  }

  time<T>(work: () => T): T {
    const before = process.cpuUsage();
    const start = performance.now();
    const result = work();
    this.#wall += performance.now() - start;
    const { user, system } = process.cpuUsage(before);
    this.#cpu += (user + system) / 1000;
    return result;
  }
}
