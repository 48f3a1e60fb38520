import { expect, test } from 'vitest';
import { SentToEntrances } from '#main/entrance/entrances/sent-to.ts';
import type { EntranceSign } from '#shared/model/entrance.ts';
import { HOUR } from '#shared/time.ts';
import {
  EVENING,
  ledgerOnDatabase,
  offlineAdmission,
  OTHER_CLIENT,
  recorded,
  undecided,
} from '#tests/main/ledger/support.ts';

test('this evening’s are counted, those of yesterday are not', () => {
  let now = 100 * HOUR;
  const sent = new SentToEntrances({ now: () => now });
  sent.note({ id: 'gallery', name: 'Gallery' });
  now += 11 * HOUR;
  sent.note({ id: 'balcony', name: 'Balcony' });
  sent.note({ id: 'balcony', name: 'Balcony, left' });
  expect(sent.counts()).toEqual([
    { name: 'Balcony, left', count: 2 },
    { name: 'Gallery', count: 1 },
  ]);
  now += 2 * HOUR;
  expect(sent.counts()).toEqual([{ name: 'Balcony, left', count: 2 }]);
});

test('a kiosk that was started again still knows whom it has sent where this evening, and counts on', () => {
  const { ledger } = ledgerOnDatabase();
  const sent = new SentToEntrances({ now: () => EVENING });
  const record = (id: string, name: string, changes: Parameters<typeof undecided>[0]): void => {
    const entrance: EntranceSign = {
      ...{ id, name, nameIn: {}, colour: null },
      way: { arrow: 'left', words: null, wordsIn: {} },
    };
    const reason = { type: 'elsewhere', entrance } as const;
    recorded(ledger, undecided({ kind: 'elsewhere', basis: 'cache', reason, ...changes }));
  };
  record('balcony', 'Balcony', { platformTime: EVENING - 30 * HOUR });
  record('balcony', 'Balcony', { platformTime: EVENING - 2 * HOUR });
  record('gallery', 'Gallery', {
    platformTime: EVENING - HOUR,
    filter: { clientId: OTHER_CLIENT.clientId },
  });
  record('balcony', 'Balcony, left', { platformTime: EVENING - HOUR });
  recorded(ledger, offlineAdmission({ platformTime: EVENING - HOUR }));
  sent.recall(ledger);
  sent.note({ id: 'gallery', name: 'Gallery' });
  // Once more after the disk was full: what was counted since is in the ledger, too.
  sent.recall(ledger);
  expect(sent.counts()).toEqual([
    { name: 'Balcony, left', count: 2 },
    { name: 'Gallery', count: 2 },
  ]);
});
