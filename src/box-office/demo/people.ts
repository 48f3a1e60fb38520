import type { Address, Patron } from '#shared/api/index.ts';
import type { Random } from './random.ts';

const FIRST_NAMES = [
  'Zoë',
  'Søren',
  'Łucja',
  'Nguyễn',
  'María José',
  'Jürgen',
  'Aoife',
  'Oluwaseun',
  '美咲',
  'Дмитрий',
  'Ελένη',
  'Fatima',
  'יעל',
  'Priya',
  'Jean-Baptiste',
  'Ann',
] as const;

const LAST_NAMES = [
  'Müller-Lüdenscheidt',
  "O'Brien",
  'Þórsdóttir',
  'Nowak',
  'da Silva e Souza',
  '佐藤',
  'Иванова',
  'Παπαδοπούλου',
  'Al-Masri',
  'Kovács',
  'van der Berg',
  'Åkesson',
  'Ní Dhomhnaill',
  'Smith',
  'Li',
  'Tran & Daughters',
] as const;

/** Where patrons live: streets, city, state, zip code, country. */
const PLACES = [
  { streets: ['Elm Street', 'Oak Avenue'], rest: ['Omaha', 'Nebraska', '68104', 'United States'] },
  { streets: ['Schönhauser Allee', 'Ackerstraße'], rest: ['Berlin', null, '10119', 'Germany'] },
  { streets: ['Rue Saint-Honoré', "Quai d'Orsay"], rest: ['Paris', null, '75001', 'France'] },
  { streets: ['Ulica Długa', 'Plac Wolności'], rest: ['Łódź', 'łódzkie', '90-413', 'Poland'] },
  { streets: ['神宮前', '代官山町'], rest: ['渋谷区', '東京都', '150-0001', 'Japan'] },
  { streets: ['Calle Mayor', 'Avenida de América'], rest: ['Madrid', null, '28013', 'Spain'] },
  { streets: ['Grafton Street', 'Capel Street'], rest: ['Dublin', null, 'D02 VF25', 'Ireland'] },
] as const;

const PHONE_TYPES = ['home', 'cell', 'work', 'fax'] as const;

function inventAddress(random: Random): Address {
  const { streets, rest } = random.pick(PLACES);
  const [city, state, zipCode, country] = rest;
  return {
    line1: `${random.pick(streets)} ${random.between(1, 240)}`,
    line2: random.oneIn(4) ? `Apt. ${random.between(1, 60)}` : null,
    city,
    state,
    zipCode,
    country,
  };
}

/** Invents a purchaser: always a name and an e-mail address, mostly a telephone and addresses. */
export function inventPurchaser(random: Random): Patron {
  return {
    email: `guest.${random.between(1, 9_999_999)}@patrons.example`,
    firstName: random.pick(FIRST_NAMES),
    lastName: random.pick(LAST_NAMES),
    billingAddress: random.oneIn(10) ? null : inventAddress(random),
    shippingAddress: random.oneIn(4) ? inventAddress(random) : null,
    primaryPhoneNumber: random.oneIn(8)
      ? null
      : {
          phoneNumber: String(random.between(2_000_000_000, 9_999_999_999)),
          type: random.pick(PHONE_TYPES),
        },
  };
}

/** Invents somebody's plus-one, of whom little more than the name is known. */
export function inventPlusOne(random: Random): Patron {
  return {
    email: random.oneIn(2) ? `plusone.${random.between(1, 9_999_999)}@patrons.example` : null,
    firstName: random.pick(FIRST_NAMES),
    lastName: random.oneIn(6) ? null : random.pick(LAST_NAMES),
    billingAddress: null,
    shippingAddress: null,
    primaryPhoneNumber: null,
  };
}
