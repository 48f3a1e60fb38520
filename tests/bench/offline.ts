import { measureBuilding } from './building.ts';
import { measureDecisions } from './decision.ts';
import type { Figure } from './figures.ts';
import { measureMemory } from './memory.ts';
import { measureUpload } from './upload.ts';

export interface OfflineMeasures {
  /** Numbers of tickets, ascending. */
  readonly sizes: readonly number[];
  /** How many tickets are built altogether to measure one size. */
  readonly builtTickets: number;
  readonly decisions: number;
  /** Scans that wait for the network. */
  readonly scans: number;
  /** In milliseconds. */
  readonly roundTrip: number;
}

/** What is promised. */
export const FULL: OfflineMeasures = {
  sizes: [10_000, 100_000, 1_000_000],
  builtTickets: 500_000,
  decisions: 5_000,
  scans: 10_000,
  roundTrip: 100,
};

/** What a door without a network takes, in time and memory. It says what it is about to do. */
export async function measureOffline(
  { sizes, builtTickets, decisions, scans, roundTrip }: OfflineMeasures,
  say: (what: string) => void,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const size of sizes) {
    say(`building ${size} tickets`);
    figures.push(...(await measureBuilding(size, builtTickets)));
  }
  say('memory of builds');
  figures.push(...(await measureMemory(sizes)));
  for (const size of sizes) {
    say(`deciding among ${size} tickets`);
    figures.push(...(await measureDecisions(size, decisions)));
  }
  say(`uploading ${scans} scans`);
  figures.push(...(await measureUpload(scans, roundTrip)));
  return figures;
}
