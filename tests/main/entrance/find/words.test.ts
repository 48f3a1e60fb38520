import { describe, expect, test } from 'vitest';
import { TicketIndexBuilder } from '#main/entrance/find/ticket-index.ts';

/** Whether somebody of this name, in this seat, is found by what was typed. */
function isFound(typed: string, name: string, seat: readonly string[] = []): boolean {
  const builder = new TicketIndexBuilder();
  builder.add({ place: 1, ticketId: 5_000_123, names: [name], seat });
  return builder.finish().find(typed, 1).total === 1;
}

describe('a name is found', () => {
  test.each([
    ['in any case', 'ÖZGÜR', 'Özgür Çelik'],
    ['by its beginning', 'oz', 'Özgür Çelik'],
    ['without its accents', 'ozgur celik', 'Özgür Çelik'],
    ['with accents that it has not', 'André', 'Andre Martin'],
    ['whichever way accents are encoded', 'Zoe\u0308', 'Zo\u00eb Lang'],
    ['and whichever way the name’s own are', 'zo\u00eb', 'Zoe\u0308 Lang'],
    ['with Korean syllables in their parts', '\u1112\u1161\u11ab', '\ud55c\uc9c0\ubbfc'],
    ['with its words in another order', 'martin andre', 'Andre Martin'],
    ['with ß as it is written without', 'strasser', 'Straßer'],
    ['and without ß as it is written with', 'straßer', 'Strasser'],
    ['with ø', 'soren', 'Søren Åkesson'],
    ['with å as it is written abroad', 'aakesson', 'Søren Åkesson'],
    ['with ł', 'lucja', 'Łucja Nowak'],
    ['with þ', 'thors', 'Þórsdóttir'],
    ['with œ', 'boeuf', 'Bœuf'],
    ['with umlauts as they are written abroad', 'mueller', 'Müller'],
    ['when it is written as abroad, and typed as at home', 'müller', 'Mueller'],
    ['when it was written without umlauts', 'müller', 'Muller'],
    ['with the i of Turkish', 'isik', 'Işık'],
    ['with the I of Turkish', 'istanbullu', 'İSTANBULLU'],
    ['without its apostrophe', 'obrien', "O'Brien"],
    ['with its apostrophe', 'o’brien', "O'Brien"],
    ['with a blank for its apostrophe', 'o brien', "O'Brien"],
    ['without an apostrophe that it has not', "o'brien", 'Obrien'],
    ['by the second part of a double name', 'luden', 'Müller-Lüdenscheidt'],
    ['without its hyphen', 'almasri', 'Al-Masri'],
    ['in Cyrillic', 'ИВАН', 'Дмитрий Иванова'],
    ['in Greek, with a sigma in its midst', 'νικοσ', 'Νίκος'],
    ['in Arabic, without vowel signs', 'محمد', 'مُحَمَّد'],
    ['in Arabic, whichever alef is typed', 'احمد', 'أحمد'],
    ['in Arabic, with the last letter that people confuse', 'فاطمه', 'فاطمة'],
    ['in Arabic, typed on a Persian keyboard', 'علی', 'علي'],
    ['in Hebrew, with points', 'יעל', 'יָעֵל'],
    ['in Japanese', '佐', '佐藤 美咲'],
    ['in Hindi, whose vowel signs are letters', 'कि', 'किरण'],
  ])('%s', (_how, typed, name) => {
    expect(isFound(typed, name)).toBe(true);
  });

  test.each([
    ['the middle of a word', 'uller', 'Müller'],
    ['one word too many', 'anna karl müller', 'Anna Müller'],
    ['another vowel in Hindi', 'कु', 'किरण'],
    ['more than the word', 'mullers', 'Müller'],
  ])('and not by %s', (_what, typed, name) => {
    expect(isFound(typed, name)).toBe(false);
  });
});

describe('a seat is found', () => {
  const SEAT = ['Stalls', 'Row C, Seat 12'];
  test.each([
    'Stalls C 12',
    'c12',
    'C 12',
    'c-12',
    'row c seat 12',
    'C1',
    '12',
    'stalls 12',
    '١٢',
    '۱۲',
  ])('as %s', (typed) => {
    expect(isFound(typed, 'Ada', SEAT)).toBe(true);
  });

  test('whether or not its number is written with zeros', () => {
    expect(isFound('c7', 'Ada', ['Stalls', 'C 07'])).toBe(true);
    expect(isFound('c07', 'Ada', ['Stalls', 'C 7'])).toBe(true);
  });

  test('and not as another one', () => {
    for (const typed of ['d12', 'c2', 'circle c 12', 'c121']) {
      expect(isFound(typed, 'Ada', SEAT), typed).toBe(false);
    }
  });

  test('by its row as a whole where the number follows without a gap', () => {
    expect(isFound('c12', 'Carla', ['Stalls', 'Row D, Seat 12'])).toBe(false);
  });
});

describe("a ticket's number is found", () => {
  test.each(['5000123', '5', '50001', '٥٠٠٠'])('as %s', (typed) => {
    expect(isFound(typed, 'Ada')).toBe(true);
  });

  test.each(['5000124', '50001230', '123', '0', '99999999999999999999999999'])(
    'and not as %s',
    (typed) => {
      expect(isFound(typed, 'Ada')).toBe(false);
    },
  );
});

test.each(['', '   ', '-', "'", '\u0000', '🎭', '.*', '\ud800'])(
  'what has no words finds nothing: %j',
  (typed) => {
    expect(isFound(typed, 'Ada')).toBe(false);
  },
);
