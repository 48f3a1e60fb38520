/**
 * What sealing costs: `node tests/main/cache/bench.ts [tickets …]`, by default 10 000 and 100 000.
 * Each measure stands beside its bare operation in the same run. Building: the same JSON through the
 * same splitter into plain rows. Looking up: the row by its keyed hash, opened, in a few lines; and a
 * row of the plain table, which is no protection at all.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  randomBytes,
} from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { JsonSplitter } from '#main/cache/json-splitter.ts';
import { SnapshotWriter } from '#main/cache/snapshot-writer.ts';
import { Snapshot } from '#main/cache/snapshot.ts';
import { TicketReader } from '#main/cache/ticket-reader.ts';
import type { ScannableTicket } from '#shared/api/index.ts';
import { barcode, pieces } from './support/tickets.ts';

const FILTER = { clientId: 284 };
const KEYS = { lookup: randomBytes(32), seal: randomBytes(32) };
const LOOKUPS = 6000;
const TURNS = 5;
const TURNS_OF_MANY = 2;
const ABOUT = { platform: 'https://tickets.example', filter: FILTER, skipped: 0 };

interface Cost {
  readonly wall: number;
  readonly cpu: number;
}

function measure(work: () => void): Cost {
  const cpu = process.cpuUsage();
  const start = performance.now();
  work();
  const wall = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  return { wall, cpu: (user + system) / 1000 };
}

function buildSealed(chunks: readonly Buffer[], path: string): void {
  const writer = new SnapshotWriter(`${path}.building`, KEYS, FILTER.clientId);
  const reader = new TicketReader(FILTER, (ticket) => writer.add(ticket));
  for (const chunk of chunks) reader.write(chunk);
  if (reader.end().type !== 'value') throw new Error('the download is not what it should be');
  writer.finish(path, { ...ABOUT, platformTime: 0, kioskTime: 0 });
}

function buildPlain(chunks: readonly Buffer[], path: string): void {
  const db = new Database(path);
  db.pragma('journal_mode = MEMORY');
  db.pragma('synchronous = OFF');
  db.exec(`BEGIN; CREATE TABLE ticket (ticket_id, performance_id, production, start,
    barcode TEXT PRIMARY KEY, scanned, invalid, name, performance, section, seat, ts, sold, patron)`);
  const insert = db.prepare(`INSERT INTO ticket VALUES (${'?,'.repeat(13)}?)`);
  const splitter = new JsonSplitter('tickets', 1024 ** 2, {
    member: () => {},
    element(json) {
      const t = JSON.parse(json ?? '') as ScannableTicket;
      insert.run(
        ...[t.ticketId, t.performanceId, t.productionName, t.performanceStartDate, t.barcode],
        ...[Number(t.alreadyScanned), Number(t.refundedOrVoided), t.orderConsumerName],
        ...[t.performance, t.section, t.seat, t.ticketsScanned, t.ticketsSold],
        JSON.stringify(t.patron),
      );
    },
  });
  for (const chunk of chunks) splitter.write(chunk);
  db.exec('COMMIT');
  db.close();
}

/** Milliseconds that a look-up of a random ticket takes. */
function lookUp(tickets: number, find: (code: string) => boolean): number {
  const code = barcode(Math.floor(Math.random() * tickets));
  const start = performance.now();
  const found = find(code);
  const time = performance.now() - start;
  if (!found) throw new Error('a ticket is not found');
  return time;
}

function print(what: string, ours: number, bare: number, unit: string): void {
  const ratio = (ours / bare).toFixed(2);
  const columns = [what.padEnd(44), ours.toFixed(3).padStart(11), bare.toFixed(3).padStart(11)];
  process.stdout.write(`${columns.join(' ')} ${unit}  ratio ${ratio}\n`);
}

const at = (times: readonly number[], part: number): number =>
  times[Math.floor(times.length * part)] ?? Number.NaN;

/** The bare operation: rows that are sealed one by one, found by a keyed hash, opened and parsed. */
function bareLookup(plain: string) {
  const db = new Database(':memory:');
  const [hashKey, sealKey] = [createSecretKey(randomBytes(32)), createSecretKey(randomBytes(32))];
  const nonce = Buffer.alloc(12);
  const keyOf = (code: string) => createHmac('sha256', hashKey).update(code).digest();
  db.prepare('ATTACH ? AS plain').run(plain);
  db.prepare('ATTACH ? AS rows').run(`${plain}.rows`);
  db.function('key_of', (code) => keyOf(String(code)));
  db.function('seal', (row) => {
    const cipher = createCipheriv('aes-256-gcm', sealKey, nonce);
    return Buffer.concat([cipher.update(String(row)), cipher.final(), cipher.getAuthTag()]);
  });
  db.exec(`CREATE TABLE rows.ticket (key BLOB PRIMARY KEY, sealed BLOB);
    INSERT INTO rows.ticket SELECT key_of(barcode), seal(json_array(ticket_id, performance_id,
      production, start, barcode, scanned, invalid, name, performance, section, seat, ts, sold,
      json(patron))) FROM plain.ticket ORDER BY 1;
    DETACH plain; DETACH rows`);
  db.close();
  const rows = new Database(`${plain}.rows`, { readonly: true });
  const select = rows.prepare<[Buffer], Buffer>('SELECT sealed FROM ticket WHERE key = ?').pluck();
  const find = (code: string) => {
    const sealed = select.get(keyOf(code)) ?? Buffer.alloc(0);
    const decipher = createDecipheriv('aes-256-gcm', sealKey, nonce);
    decipher.setAuthTag(sealed.subarray(-16));
    const text = decipher.update(sealed.subarray(0, -16)).toString() + decipher.final('utf8');
    const ticket: unknown = JSON.parse(text);
    return Array.isArray(ticket) && ticket[4] === code;
  };
  return { find, close: () => rows.close() };
}

async function compareLookups(
  when: string,
  tickets: number,
  sealed: string,
  plain: string,
): Promise<void> {
  const snapshot = Snapshot.open(sealed, KEYS);
  if (snapshot === null) throw new Error('the snapshot cannot be read');
  const db = new Database(plain, { readonly: true });
  const select = db.prepare('SELECT * FROM ticket WHERE barcode = ?');
  const bare = bareLookup(plain);
  const ways: ((code: string) => boolean)[] = [
    (code) => {
      const found = snapshot.find(code);
      return found.ok && found.value !== null;
    },
    bare.find,
    (code) => select.get(code) !== undefined,
  ];
  const times: number[][] = ways.map(() => []);
  // In turns, so that what else the machine does hits all; with a pause, as people come to a door;
  // and beginning with another one each time, because the first finds the processor asleep.
  for (let look = 0; look < LOOKUPS; look += 1) {
    await wait(1);
    for (let turn = 0; turn < ways.length; turn += 1) {
      const way = (look + turn) % ways.length;
      times[way]?.push(lookUp(tickets, ways[way] ?? (() => false)));
    }
  }
  const [ours = [], opened = [], open = []] = times.map((each) => each.sort((a, b) => a - b));
  for (const [name, part] of [
    ['p50', 0.5],
    ['p99', 0.99],
    ['p99.9', 0.999],
  ] as const) {
    print(`look-up ${name}${when}`, at(ours, part), at(opened, part), 'ms');
    print(`  beside a plain row`, at(ours, part), at(open, part), 'ms');
  }
  snapshot.close();
  bare.close();
  db.close();
  rmSync(`${plain}.rows`);
}

/** Builds one snapshot after the other in a thread of its own, until it is ended. */
async function startBuilding(directory: string, tickets: number): Promise<Worker> {
  const worker = new Worker(new URL('./support/endless-builder.ts', import.meta.url), {
    workerData: { directory, tickets },
  });
  await new Promise((resolve) => worker.once('message', resolve));
  return worker;
}

for (const tickets of process.argv.length > 2
  ? process.argv.slice(2).map(Number)
  : [10_000, 100_000]) {
  const directory = mkdtempSync(join(tmpdir(), 'usher-bench-'));
  const chunks = [...pieces(FILTER, tickets)];
  const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  process.stdout.write(`\n${tickets} tickets, ${(size / 1e6).toFixed(1)} MB of JSON\n`);
  process.stdout.write(`${''.padEnd(44)}        ours        bare\n`);
  const sealed = join(directory, 'sealed.db');
  const plain = join(directory, 'plain.db');
  const best: { ours: Cost[]; bare: Cost[] } = { ours: [], bare: [] };
  for (let turn = 0; turn < (tickets > 500_000 ? TURNS_OF_MANY : TURNS); turn += 1) {
    rmSync(plain, { force: true });
    rmSync(sealed, { force: true });
    best.bare.push(measure(() => buildPlain(chunks, plain)));
    best.ours.push(measure(() => buildSealed(chunks, sealed)));
  }
  const least = (costs: Cost[], of: keyof Cost) => Math.min(...costs.map((cost) => cost[of]));
  print('build, wall', least(best.ours, 'wall'), least(best.bare, 'wall'), 'ms');
  print('build, cpu', least(best.ours, 'cpu'), least(best.bare, 'cpu'), 'ms');
  print('file', statSync(sealed).size / 1e6, statSync(plain).size / 1e6, 'MB');
  await compareLookups('', tickets, sealed, plain);
  const builder = await startBuilding(directory, tickets);
  await compareLookups(' while another is built', tickets, sealed, plain);
  await builder.terminate();
  rmSync(directory, { recursive: true });
}
