import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { barcode, ticket } from '#tests/main/snapshot/support/tickets.ts';

/**
 * The bare operations of a decision, in a few lines with the same libraries: a row by its key, opened,
 * and one row inserted for good. Nothing is decided, parsed or checked.
 */
export function openBareDoor(folder: string, tickets: number) {
  const [hashKey, sealKey, nonce] = [randomBytes(32), randomBytes(32), Buffer.alloc(12)];
  const keyOf = (number: number) => createHmac('sha256', hashKey).update(barcode(number)).digest();

  const rows = new Database(join(folder, 'bare-tickets.db'));
  rows.pragma('synchronous = OFF');
  rows.pragma('cache_size = -262144');
  rows.exec('BEGIN; CREATE TABLE ticket (key BLOB PRIMARY KEY, sealed BLOB)');
  const add = rows.prepare('INSERT INTO ticket VALUES (?, ?)');
  for (let number = 0; number < tickets; number += 1) {
    const cipher = createCipheriv('aes-256-gcm', sealKey, nonce);
    const sealed = [cipher.update(JSON.stringify(ticket(number))), cipher.final()];
    add.run(keyOf(number), Buffer.concat([...sealed, cipher.getAuthTag()]));
  }
  rows.exec('COMMIT');
  rows.pragma('cache_size = -16384');
  const select = rows.prepare<[Buffer], Buffer>('SELECT sealed FROM ticket WHERE key = ?').pluck();

  const verdicts = new Database(join(folder, 'bare-verdicts.db'));
  verdicts.pragma('journal_mode = WAL');
  verdicts.pragma('synchronous = FULL');
  verdicts.exec('CREATE TABLE verdict (id INTEGER PRIMARY KEY, sealed BLOB, at INTEGER)');
  const insert = verdicts.prepare('INSERT INTO verdict (sealed, at) VALUES (?, ?)');

  function open(sealed: Buffer): Buffer {
    const decipher = createDecipheriv('aes-256-gcm', sealKey, nonce);
    decipher.setAuthTag(sealed.subarray(-16));
    return Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  }

  return {
    keyOf,
    find: (key: Buffer) => open(select.get(key) ?? Buffer.alloc(0)),
    insert: (row: Buffer) => insert.run(row, Date.now()),
    close() {
      rows.close();
      verdicts.close();
    },
  };
}
