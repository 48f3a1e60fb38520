import type Database from 'better-sqlite3';
import type { Address, Patron } from '#shared/api/index.ts';

interface PatronRow extends Pick<Patron, 'email' | 'firstName' | 'lastName'> {
  readonly phoneNumber: string | null;
  readonly phoneType: string | null;
  readonly billingAddressId: number | null;
  readonly shippingAddressId: number | null;
}

/** The people behind the tickets; only for users with the patronReporting permission (spec 5). */
export function createPatrons(db: Database.Database) {
  const patron = db.prepare<[number], PatronRow>(
    `SELECT email, first_name AS firstName, last_name AS lastName,
            phone_number AS phoneNumber, phone_type AS phoneType,
            billing_address_id AS billingAddressId, shipping_address_id AS shippingAddressId
     FROM patron WHERE id = ?`,
  );
  const address = db.prepare<[number], Address>(
    'SELECT line1, line2, city, state, zip_code AS zipCode, country FROM address WHERE id = ?',
  );
  const addressOf = (id: number | null) => (id === null ? null : (address.get(id) ?? null));

  return {
    byId(id: number): Patron | null {
      const row = patron.get(id);
      if (row === undefined) return null;
      const { phoneNumber, phoneType } = row;
      return {
        email: row.email,
        firstName: row.firstName,
        lastName: row.lastName,
        billingAddress: addressOf(row.billingAddressId),
        shippingAddress: addressOf(row.shippingAddressId),
        primaryPhoneNumber: phoneNumber === null ? null : { phoneNumber, type: phoneType },
      };
    },
  };
}

export type Patrons = ReturnType<typeof createPatrons>;
