import { statfs } from 'node:fs/promises';
import { diskLevel, type DiskState } from '#shared/model/health.ts';
import type { Clock, Logger } from '#main/base/ports.ts';

export interface DiskPorts {
  /** A path on the disk to check. */
  readonly folder: string;
  /** From the end of one look to the next, in milliseconds. */
  readonly pause: number;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onChange: () => void;
}

/** A change of fewer bytes than this is not announced. */
const STEP = 1_000_000;

/** Checks regularly how much space is left on a disk. */
export class Disk {
  readonly #ports: DiskPorts;
  #state: DiskState | null = null;
  #looking: Promise<void> | null = null;
  #callOff: (() => void) | null = null;
  #isOn = false;

  constructor(ports: DiskPorts) {
    this.#ports = ports;
  }

  /** Null until the first check. */
  get state(): DiskState | null {
    return this.#state;
  }

  /** Checks at once, and then regularly. */
  start(): void {
    this.#isOn = true;
    void this.look();
  }

  stop(): void {
    this.#isOn = false;
    this.#callOff?.();
  }

  /** Checks at once. A network disk may be slow, so there is only one check at a time. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
      this.#callOff?.();
      const { clock, pause } = this.#ports;
      if (this.#isOn) this.#callOff = clock.after(pause, () => void this.look());
    });
    return this.#looking;
  }

  async #look(): Promise<void> {
    const before = this.#state;
    const found = await freeOf(this.#ports.folder);
    if (before !== null && isTheSame(before, found)) return;
    this.#state = found;
    this.#log(before, found);
    this.#ports.onChange();
  }

  #log(before: DiskState | null, found: DiskState): void {
    const { logger } = this.#ports;
    if (found.type === 'unknown') {
      logger.warn('the disk does not say how much room it has', { errorCode: found.code });
      return;
    }
    const level = diskLevel(found.free);
    if (level === 'enough') return;
    if (before?.type === 'known' && diskLevel(before.free) === level) return;
    logger.warn('the disk has little room left', { level, freeBytes: found.free });
  }
}

async function freeOf(folder: string): Promise<DiskState> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return { type: 'known', free: bavail * bsize };
  } catch (error) {
    const isOfTheSystem = error instanceof Error && 'code' in error;
    return { type: 'unknown', code: isOfTheSystem ? String(error.code) : 'unknown' };
  }
}

function isTheSame(before: DiskState, found: DiskState): boolean {
  if (before.type === 'unknown') return found.type === 'unknown' && found.code === before.code;
  if (found.type === 'unknown') return false;
  const isNear = Math.abs(before.free - found.free) < STEP;
  return isNear && diskLevel(before.free) === diskLevel(found.free);
}
