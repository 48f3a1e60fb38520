import Database from 'better-sqlite3';
import { z } from 'zod';
import type { Secret } from './secrets.ts';

const patronSchema = z.object({
  email: z.string().nullable(),
  first: z.string().nullable(),
  last: z.string().nullable(),
  phone: z.string().nullable(),
});
const texts = z.array(z.string());

/** All that a platform's file has of people, and its barcodes. */
export function secretsOf(data: string): Secret[] {
  const db = new Database(data, { readonly: true });
  try {
    const patrons = z
      .array(patronSchema)
      .parse(
        db
          .prepare(
            'SELECT email, first_name AS first, last_name AS last, phone_number AS phone FROM patron',
          )
          .all(),
      );
    const lines = db
      .prepare(
        'SELECT line1 FROM address WHERE line1 IS NOT NULL UNION SELECT line2 FROM address WHERE length(line2) > 7',
      )
      .pluck()
      .all();
    const barcodes = db.prepare('SELECT barcode FROM ticket').pluck().all();
    const named = (what: string, all: readonly (string | null)[]): Secret[] =>
      [...new Set(all)].flatMap((text) => (text ? [{ what, text }] : []));
    return [
      ...named('barcode', texts.parse(barcodes)),
      ...named('address', texts.parse(lines)),
      ...named(
        'e-mail',
        patrons.map(({ email }) => email),
      ),
      ...named(
        'phone',
        patrons.map(({ phone }) => phone),
      ),
      ...named(
        'last name',
        patrons.map(({ last }) => last),
      ),
      ...named(
        'name',
        patrons.map(({ first, last }) => `${first ?? ''} ${last ?? ''}`.trim()),
      ),
    ];
  } finally {
    db.close();
  }
}
