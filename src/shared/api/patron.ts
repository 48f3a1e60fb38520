import type { z } from 'zod';
import { nullable, shownText } from './field.ts';
import { record } from './record.ts';

const text = nullable(shownText);

/** An address of a patron (spec 2.9). */
export const address = record([], {
  line1: text,
  line2: text,
  city: text,
  state: text,
  zipCode: text,
  country: text,
});
export const addressSchema = address.strict;
export type Address = z.infer<typeof addressSchema>;

/** The kinds of telephone that the spec names (2.9); a service may send others. */
export const PHONE_TYPES = ['home', 'cell', 'work', 'fax'] as const;

/** A telephone number, digits only (spec 2.9). */
export const phone = record([], { phoneNumber: text, type: text });
export const phoneSchema = phone.strict;
export type Phone = z.infer<typeof phoneSchema>;

/** The person a ticket is for: plus-one data if there is any, otherwise the purchaser (spec 2.9). */
export const patron = record([], {
  email: text,
  firstName: text,
  lastName: text,
  billingAddress: nullable(address),
  shippingAddress: nullable(address),
  primaryPhoneNumber: nullable(phone),
});
export const patronSchema = patron.strict;
export type Patron = z.infer<typeof patronSchema>;
