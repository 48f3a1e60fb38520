/** Those of a whole kiosk on a screen, each of which is a `tests/e2e/<name>.bench.ts`; and what each measures. */
export const SCREEN_PARTS = {
  start: 'from the start to the sign-in form, and to the open door after a crash',
  screen: 'from the last key of a scan to the painted verdict',
  memory: 'what all of the kiosk’s processes take',
  idle: 'what an open door costs while nobody comes',
} as const;

/** All parts of `npm run bench`, the shorter ones first: the name of each, and what it measures. */
export const BENCH_PARTS = {
  ...SCREEN_PARTS,
  downloads: 'what downloads of tickets take in an hour',
  find: 'finding a ticket by name',
  scanners: 'from the last byte, report or key of a code to the queue',
  camera: 'from a code before the camera to the verdict, and what is read',
  outputs: 'how soon a gate is told after its verdict',
  venue: 'how soon one door knows what another has let in',
  offline: 'deciding, building and uploading without a network',
  'camera-hour': 'what a camera takes of the processor and of the memory in an hour',
} as const;

export type BenchPart = keyof typeof BENCH_PARTS;

/** Their names, in their order. */
export const BENCH_NAMES = Object.keys(BENCH_PARTS) as BenchPart[];
