import type { Logger } from '#main/base/ports.ts';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProgrammeTimings } from '../timings.ts';
import { fetchLogo, isAsked, LARGEST_LOGO, type LogoSource } from './fetch-logo.ts';
import { isLogoName, logoName } from './logo-files.ts';

/** The most bytes that all logos take on the disk. */
export const MOST_LOGOS = 64 * 1024 ** 2;

export interface LogosPorts extends Omit<LogoSource, 'limit'> {
  readonly folder: string;
  readonly timings: ProgrammeTimings;
  readonly logger: Logger;
  /** Resolves when no scan waits to be decided. */
  readonly pause: () => Promise<void>;
  /** Called when logos have arrived since the last call. */
  readonly onArrival: () => void;
}

interface Kept {
  readonly size: number;
  readonly fetchedAt: number;
}

/**
 * The logos of the programme, stored as files. They are fetched one by one, in the background; one that
 * failed is fetched again after a while. When the space is used up, logos that the programme no longer
 * shows are deleted, oldest first.
 */
export class Logos {
  readonly #ports: LogosPorts;
  readonly #kept: Map<string, Kept>;
  readonly #retryAt = new Map<string, number>();
  readonly #ending = new AbortController();
  /** The address of each logo that is shown now, by its name. */
  #wanted: ReadonlyMap<string, string> = new Map();
  #running: Promise<void> | null = null;
  #callOffNews: (() => void) | null = null;

  constructor(ports: LogosPorts) {
    this.#ports = ports;
    mkdirSync(ports.folder, { recursive: true });
    this.#kept = keptIn(ports.folder);
  }

  /** Where the logo at a URL is served, relative to the page; null while it is not here. */
  pathOf(url: string): string | null {
    const name = logoName(url);
    return this.#kept.has(name) ? `logo/${name}` : null;
  }

  /**
   * Sets the logos that are shown now, and fetches those that are missing or old. Each address is looked at
   * once, here: the platform says how many there are.
   */
  want(urls: readonly string[]): void {
    const asked = urls.filter(isAsked);
    if (asked.length < urls.length) {
      const count = urls.length - asked.length;
      this.#ports.logger.warn('addresses of logos are not permitted', { count });
    }
    this.#wanted = new Map(asked.map((url) => [logoName(url), url]));
    this.#running ??= this.#fetchAll().finally(() => {
      this.#running = null;
    });
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    this.#callOffNews?.();
    await this.#running;
  }

  async #fetchAll(): Promise<void> {
    const { timings, clock, logger, pause } = this.#ports;
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      await pause();
      const [name, url] = next;
      const source = { ...this.#ports, limit: timings.logoLimit };
      const content = await fetchLogo(url, source, this.#ending.signal);
      if (this.#ending.signal.aborted) return;
      if (content !== null && (await this.#keep(name, content))) {
        this.#tell();
      } else {
        this.#retryAt.set(name, clock.now() + timings.logoRetry);
        logger.warn('a logo could not be had', { logo: name });
      }
    }
  }

  /**
   * Returns the name and address of the next logo that is missing or old; none when those that are shown use
   * up the space.
   */
  #next(): readonly [string, string] | undefined {
    if (this.#ending.signal.aborted) return undefined;
    const { clock, timings } = this.#ports;
    const now = clock.now();
    let space = MOST_LOGOS - LARGEST_LOGO;
    for (const name of this.#wanted.keys()) space -= this.#kept.get(name)?.size ?? 0;
    if (space < 0) return undefined;
    for (const wanted of this.#wanted) {
      const fetchedAt = this.#kept.get(wanted[0])?.fetchedAt ?? Number.NEGATIVE_INFINITY;
      const retryAt = this.#retryAt.get(wanted[0]) ?? Number.NEGATIVE_INFINITY;
      if (now - fetchedAt >= timings.logoLife && now >= retryAt) return wanted;
    }
    return undefined;
  }

  async #keep(name: string, content: Uint8Array): Promise<boolean> {
    const path = join(this.#ports.folder, name);
    try {
      // On the disk before it has its name: a power cut leaves the one before, or none.
      await writeFile(`${path}.new`, content, { mode: 0o600, flush: true });
      await rename(`${path}.new`, path);
      this.#kept.set(name, { size: content.byteLength, fetchedAt: this.#ports.clock.now() });
      await this.#makeRoom();
      return true;
    } catch {
      // A disk that is full has room for nothing that nobody uses.
      await rm(`${path}.new`, { force: true }).catch(() => undefined);
      return false;
    }
  }

  async #makeRoom(): Promise<void> {
    const others = [...this.#kept]
      .filter(([name]) => !this.#wanted.has(name))
      .sort(([, a], [, b]) => a.fetchedAt - b.fetchedAt);
    let total = [...this.#kept.values()].reduce((sum, { size }) => sum + size, 0);
    for (const [name, { size }] of others) {
      if (total <= MOST_LOGOS) return;
      this.#kept.delete(name);
      total -= size;
      await rm(join(this.#ports.folder, name), { force: true });
    }
  }

  #tell(): void {
    const { clock, timings, onArrival } = this.#ports;
    this.#callOffNews ??= clock.after(timings.logoNews, () => {
      this.#callOffNews = null;
      onArrival();
    });
  }
}

function keptIn(folder: string): Map<string, Kept> {
  const kept = new Map<string, Kept>();
  for (const name of readdirSync(folder)) {
    // One that a power cut has left half written.
    if (name.endsWith('.new')) rmSync(join(folder, name), { force: true });
    if (!isLogoName(name)) continue;
    const { size, mtimeMs } = statSync(join(folder, name));
    if (size > 0) kept.set(name, { size, fetchedAt: Math.round(mtimeMs) });
  }
  return kept;
}
