import type { Patron } from '#shared/api/patron.ts';
import { PATRON_DETAILS, type PatronDetail } from '#shared/model/settings.ts';
import type { TicketFacts } from '#shared/model/verdict.ts';
import { describe, expect, test } from 'vitest';
import { DOOR_SCOPE, snapshotTicket, snapshotWith, openDoor, refused } from './support.ts';

const ADDRESS = {
  line1: '1 Sheepcote Lane',
  line2: null,
  city: 'Bristol',
  state: null,
  zipCode: 'BS1 4ND',
  country: 'United Kingdom',
};
const PLUS_ONE: Patron = {
  email: 'byron@patrons.example',
  firstName: 'George',
  lastName: 'Byron',
  billingAddress: ADDRESS,
  shippingAddress: { ...ADDRESS, line1: '2 Newstead Abbey' },
  primaryPhoneNumber: { phoneNumber: '01179496000', type: 'cell' },
};
const TICKET: TicketFacts = {
  name: 'Ada Lovelace',
  performance: 'The Winter’s Tale, Fri 20 Nov 18:30',
  section: 'Stalls',
  seat: 'C 12',
  ticketsScanned: 1,
  ticketsSold: 2,
  countedAt: null,
  successHtml: null,
  patron: PLUS_ONE,
};
/** What tells who it is, by what allows it. */
const TOLD: Record<PatronDetail, readonly string[]> = {
  name: ['Ada', 'Lovelace'],
  'plus-one': ['George', 'Byron'],
  phone: ['01179496000'],
  email: ['byron@patrons.example'],
  addresses: ['Sheepcote', 'Newstead', 'BS1 4ND'],
};

function doorThatShows(patronDetails: readonly PatronDetail[]) {
  return openDoor({
    snapshot: () => snapshotWith(snapshotTicket({ patron: PLUS_ONE })),
    ports: { patronDetails: () => patronDetails },
  });
}

async function admittedWith(ticket: Partial<TicketFacts>, shown: readonly PatronDetail[]) {
  const door = doorThatShows(shown);
  door.platform.answerNext({ type: 'admitted', ticket: { ...TICKET, ...ticket } });
  return { ...door, verdict: await door.scan() };
}

const SETTINGS: readonly (readonly PatronDetail[])[] = [
  [],
  ...PATRON_DETAILS.map((detail) => [detail]),
  PATRON_DETAILS,
];

describe.each(SETTINGS.map((shown) => ({ shown })))('where $shown is shown', ({ shown }) => {
  const hidden = PATRON_DETAILS.filter((detail) => !shown.includes(detail));

  test('the verdict and the ledger hold that of the person, and nothing else', async () => {
    const { verdict, entries } = await admittedWith({}, shown);
    const told = JSON.stringify(verdict);
    for (const text of shown.flatMap((detail) => TOLD[detail])) expect(told).toContain(text);
    const kept = told + JSON.stringify(entries());
    for (const text of hidden.flatMap((detail) => TOLD[detail])) expect(kept).not.toContain(text);
    expect(verdict?.ticket).toMatchObject({ section: 'Stalls', seat: 'C 12', ticketsSold: 2 });
  });

  test('the same of an admission from the snapshot', async () => {
    const { platform, scan, entries } = doorThatShows(shown);
    platform.inTheWay = { type: 'not-signed-in' };
    const verdict = await scan();
    expect(verdict).toMatchObject({ kind: 'admit', basis: 'cache', ticket: { seat: 'C 12' } });
    const kept = JSON.stringify([verdict, entries()]);
    for (const text of hidden.flatMap((detail) => TOLD[detail])) expect(kept).not.toContain(text);
  });
});

test('a patron who is the purchaser is no plus-one', async () => {
  const patron = { ...PLUS_ONE, firstName: 'Ada', lastName: 'LOVELACE' };
  const named = await admittedWith({ patron }, ['name']);
  expect(named.verdict?.ticket?.patron).toMatchObject({ firstName: 'Ada' });
  const unnamed = await admittedWith({ patron }, ['plus-one']);
  expect(unnamed.verdict?.ticket?.patron).toBeNull();
});

test('a patron is a name like any other where nobody says who bought the ticket', async () => {
  const { verdict } = await admittedWith({ name: null }, ['plus-one']);
  expect(JSON.stringify(verdict)).not.toContain('Byron');
});

describe('the platform’s own words', () => {
  test.each([
    ['the purchaser', '<p>Stalls<br>LOVELACE, A.</p>'],
    ['the plus-one', '<p>For <b>George</b></p>'],
    ['an address', '<p>1 Sheepcote Lane, Bristol</p>'],
    ['a telephone', '<p>0117 949-6000</p>'],
    ['an e-mail address', '<p>Byron@patrons.example</p>'],
    ['somebody letter by letter', '<p>Mr &#66;&#x79;ron</p>'],
    ['somebody in pieces', '<p>By<b>ron</b></p>'],
  ])('are withheld when they name %s', async (_, successHtml) => {
    expect((await admittedWith({ successHtml }, [])).verdict?.ticket?.successHtml).toBeNull();
    const { verdict } = await admittedWith({ successHtml }, PATRON_DETAILS);
    expect(verdict?.ticket?.successHtml).toBe(successHtml);
  });

  test.each([
    ['Zoë Müller', '<p>Welcome, M&uuml;ller</p>'],
    ['Zoë Müller', '<p>Welcome, Mu\u0308ller</p>'],
    ['Rory O’Brien', '<p>O&rsquo;Brien</p>'],
    ['Jan Øster', '<p>&Oslash;ster, J.</p>'],
  ])('are withheld however they write %s', async (name, successHtml) => {
    const { verdict } = await admittedWith({ name, patron: null, successHtml }, []);
    expect(verdict?.ticket?.successHtml).toBeNull();
  });

  test('are shown when they do not', async () => {
    const successHtml = '<p><strong>VIP&nbsp;lounge</strong> &amp; bar on the left, row C</p>';
    const { verdict } = await admittedWith({ successHtml }, []);
    expect(verdict?.ticket?.successHtml).toBe(successHtml);
  });

  test('with which it refuses a ticket of this kiosk’s snapshot are no exception', async () => {
    const { platform, scan } = doorThatShows([]);
    const answer = refused(12);
    if (answer.type !== 'refused') throw new Error('not refused');
    const messageHtml = '<p>Ada Lovelace is in already.</p>';
    platform.answerNext({ ...answer, error: { ...answer.error, messageHtml } });
    expect((await scan())?.reason).toMatchObject({ error: { code: 12, messageHtml: null } });
  });

  test('nor are those by which it calls an error of its own', async () => {
    const { platform, scan } = doorThatShows([]);
    const error = {
      ...{ code: 99, key: 'barred.lovelace', name: 'Ada Lovelace has been barred' },
      ...{ forceLogout: false, messageHtml: null },
    };
    platform.answerNext({ type: 'refused', error });
    expect((await scan())?.reason).toMatchObject({ error: { code: 99, key: '', name: '' } });
  });
});

test('nor is more of a guest shown who is let in anyway', async () => {
  const { scan, admission, platform, verdicts } = doorThatShows([]);
  platform.answerNext(refused(12));
  const id = (await scan())?.entryId ?? '';
  const order = { id, cause: 'goodwill', words: '', shown: [] } as const;
  expect(await admission.overrule(order, DOOR_SCOPE)).toMatchObject({ ok: true });
  expect(verdicts.at(-1)).toMatchObject({ basis: 'staff', ticket: { name: null, patron: null } });
});

describe('a place that tells who sits there is not for all ears', () => {
  test.each<[Partial<TicketFacts>, true | undefined]>([
    [{ seat: 'C 12' }, undefined],
    [{ seat: null, section: null }, undefined],
    [{ seat: 'Box of Mrs LOVELACE' }, true],
    [{ section: 'Byron’s table' }, true],
    [{ seat: 'call 0117 949 6000' }, true],
    [{ seat: 'Ad', section: 'a 1' }, undefined],
  ])('%j: %s', async (place, isPlacePrivate) => {
    for (const shown of SETTINGS) {
      const { verdict } = await admittedWith(place, shown);
      expect(verdict?.ticket?.isPlacePrivate, shown.join()).toBe(isPlacePrivate);
      expect(verdict?.ticket, 'it is read as ever').toMatchObject(place);
    }
  });
});
