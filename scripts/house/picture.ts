import { FLOORS } from '../../lint/floors.ts';
import type { Arrow } from './arrows.ts';

/** What is in each room, in a few words. */
const WHAT: Readonly<Record<string, string>> = {
  'index.ts': 'Electron’s entry',
  hosts: 'Electron, browser, and what both share',
  rehearsal: 'training over an embedded box office',
  kiosk: 'where all parts meet; its state; its calls',
  entrance: 'scanners, admission, outputs, door, find',
  operations: 'records, lock, metrics, support, updates, health',
  snapshot: 'the sealed copy of valid tickets',
  settings: 'file, provisioning, migrations',
  sync: 'breaker and uploads',
  venue: 'the other doors of the house',
  platform: 'ticketing and programme',
  ledger: 'every verdict, durably',
  base: 'clocks, log, vault, call guard, files',
};

/** All rooms stand on it: its arrows would hide the others. */
const GROUND = 'base';

/** The house as a Mermaid flowchart, from the top floor down. */
export function pictureOf(arrows: readonly Arrow[]): string {
  const floors = [['index.ts'], ...FLOORS.toReversed()];
  const boxes = floors.flatMap((rooms, index) => [
    `  subgraph floor${floors.length - index} [" "]`,
    '    direction LR',
    ...rooms.map((room) => `    ${idOf(room)}["<b>${room}</b><br>${WHAT[room] ?? ''}"]`),
    '  end',
  ]);
  const lines = arrows
    .filter(({ from, to }) => from in WHAT && to !== GROUND)
    .map(({ from, to }) => `  ${idOf(from)} --> ${idOf(to)}`);
  return ['```mermaid', 'flowchart TD', ...boxes, ...lines, '```'].join('\n');
}

function idOf(room: string): string {
  return room.replace(/\W/g, '_');
}
