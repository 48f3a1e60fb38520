import { z } from 'zod';
import { nullable, shownText } from './field.ts';

const text = nullable(shownText);

/** An address of a patron (spec 2.9). */
export const addressSchema = z.object({
  line1: text,
  line2: text,
  city: text,
  state: text,
  zipCode: text,
  country: text,
});
export type Address = z.infer<typeof addressSchema>;

/** The kinds of telephone that the spec names (2.9); a service may send others. */
export const PHONE_TYPES = ['home', 'cell', 'work', 'fax'] as const;

/** A telephone number, digits only (spec 2.9). */
export const phoneSchema = z.object({ phoneNumber: text, type: text });
export type Phone = z.infer<typeof phoneSchema>;

/** The person a ticket is for: plus-one data if there is any, otherwise the purchaser (spec 2.9). */
export const patronSchema = z.object({
  email: text,
  firstName: text,
  lastName: text,
  billingAddress: nullable(addressSchema),
  shippingAddress: nullable(addressSchema),
  primaryPhoneNumber: nullable(phoneSchema),
});
export type Patron = z.infer<typeof patronSchema>;
