import { DEMO_ACCOUNTS } from '#box-office/demo/accounts.ts';
import Database from 'better-sqlite3';
import { z } from 'zod';

/** Shorter texts stand somewhere in any megabyte of random bytes, by chance. */
const SHORTEST = 6;

/** Shorter numbers stand in many an instant, in milliseconds since the epoch. */
const SHORT_NUMBER = /^\d{1,9}$/;

/** How many tickets and patrons are looked for, besides those that were scanned. */
const SAMPLE = 150;

const textsSchema = z.array(z.string());

/** What nobody may read from the kiosk's disk: barcodes, people, tokens and passwords. */
export function secretsOf(
  boxOfficeData: string,
  headers: readonly string[],
  codes: readonly string[],
): string[] {
  const db = new Database(boxOfficeData, { readonly: true });
  const column = (sql: string) => textsSchema.parse(db.prepare(sql).pluck().all());
  const people = column(
    `SELECT text FROM (
       SELECT id, email AS text FROM patron UNION SELECT id, phone_number FROM patron
       UNION SELECT id, first_name || ' ' || last_name FROM patron
       UNION SELECT patron.id, line1 FROM patron JOIN address ON address.id = billing_address_id
     ) WHERE text IS NOT NULL ORDER BY id LIMIT ${4 * SAMPLE}`,
  );
  const barcodes = column(`SELECT barcode FROM ticket ORDER BY id LIMIT ${SAMPLE}`);
  db.close();
  const passwords = DEMO_ACCOUNTS.map(({ password }) => password);
  const all = [...codes, ...barcodes, ...people, ...passwords, ...headers.flatMap(partsOf)];
  return [...new Set(all)].filter(
    (text) => Buffer.byteLength(text) >= SHORTEST && !SHORT_NUMBER.test(text),
  );
}

/** An Authorization header, and what it says once it is decoded (spec 3). */
function partsOf(header: string): string[] {
  const credentials = header.split(' ').at(-1) ?? '';
  const decoded = Buffer.from(credentials, 'base64').toString();
  const secret = decoded.slice(decoded.lastIndexOf(':') + 1);
  return [credentials, decoded, secret];
}
