import { describe, expect, test } from 'vitest';
import { MOST_MOVEMENTS, QUESTION_OPEN_FOR, standingOf } from '#main/ledger/standing.ts';
import type { TicketEvent } from '#main/ledger/ticket-event.ts';
import {
  admitted,
  answered,
  asked,
  checkedOut,
  heardAt,
  refused,
  RIGHT,
  uploaded,
  withdrawn,
} from './ticket-events.ts';

const ids = (events: readonly TicketEvent[]) => events.map(({ id }) => id);
const pairsOf = (events: readonly TicketEvent[]) =>
  standingOf(events).conflicts.map(({ admissions, isPossible }) => [
    ...ids(admissions).toSorted(),
    isPossible ? 'possible' : 'certain',
  ]);

describe('conflicts', () => {
  test('two admissions that did not know of each other', () => {
    expect(pairsOf([admitted('a'), admitted('b', [], RIGHT)])).toEqual([['a', 'b', 'certain']]);
  });

  test('none where the platform has let in both', () => {
    const by = { by: 'platform' } as const;
    expect(pairsOf([admitted('a', [], by), admitted('b', [], { ...RIGHT, ...by })])).toEqual([]);
  });

  test('an admission after one that has not ended, by staff who were not shown it', () => {
    expect(pairsOf([admitted('a'), admitted('b', ['a'], { by: 'staff' })])).toEqual([
      ['a', 'b', 'certain'],
    ]);
  });

  test.each(['platform', 'staff'] as const)('none where %s knew of it', (by) => {
    const events = [admitted('a'), admitted('b', ['a'], { by, shown: ['a'] })];
    expect(pairsOf(events)).toEqual([]);
    expect(ids(standingOf(events).inside)).toEqual(['b']);
  });

  test('none after somebody left', () => {
    const events = [admitted('a'), checkedOut('x', 'a'), admitted('b', ['x'])];
    expect(pairsOf(events)).toEqual([]);
    expect(standingOf(events)).toMatchObject({ returns: 1, out: null });
  });

  test('only a possible one where a check-out may have come between', () => {
    const events = [admitted('a'), checkedOut('x', null, [], RIGHT), admitted('b', ['x'], RIGHT)];
    expect(pairsOf(events)).toEqual([['a', 'b', 'possible']]);
  });

  test('none is told while something before an admission is not known yet', () => {
    expect(pairsOf([admitted('a'), admitted('b', ['unheard'], RIGHT)])).toEqual([]);
  });
});

describe('inside', () => {
  test('a check-out that ends nothing lets the next admission stand', () => {
    const events = [checkedOut('x', null, [], RIGHT), admitted('a')];
    expect(standingOf(events)).toMatchObject({ out: null, returns: 0, strayExits: 1 });
    expect(ids(standingOf(events).inside)).toEqual(['a']);
  });

  test('a withdrawn admission counts for nothing, nor one that another door withdraws', () => {
    expect(standingOf([admitted('a'), withdrawn('a')]).inside).toEqual([]);
    expect(ids(standingOf([admitted('a'), withdrawn('a', RIGHT)]).inside)).toEqual(['a']);
  });

  test('doors with the same events agree, in whatever order they came', () => {
    const events = [
      admitted('a'),
      checkedOut('x', 'a'),
      admitted('b', ['x'], RIGHT),
      admitted('c', ['a'], { by: 'platform' }),
      withdrawn('b', RIGHT),
    ];
    const { isBefore: _, isFollowed: __, ...first } = standingOf(events);
    const { isBefore: ___, isFollowed: ____, ...second } = standingOf(events.toReversed());
    expect(second).toEqual(first);
  });

  test('whoever comes in after a withdrawal follows no admission', () => {
    const came = admitted('b', ['a/withdrawn'], RIGHT);
    expect(standingOf([admitted('a'), admitted('b', ['a'], RIGHT)]).isFollowed('a')).toBe(true);
    expect(standingOf([admitted('a'), withdrawn('a'), came]).isFollowed('a')).toBe(false);
  });

  test('a circle of events that name each other does no harm', () => {
    const events = [admitted('a', ['b']), admitted('b', ['a'])];
    expect(ids(standingOf(events).inside)).toHaveLength(2);
  });

  test('a ticket with more movements than an honest one is overloaded', () => {
    const events = Array.from({ length: MOST_MOVEMENTS + 1 }, (_, at) => admitted(`a${at}`));
    expect(standingOf(events).isOverloaded).toBe(true);
    expect(standingOf(events.slice(1)).isOverloaded).toBe(false);
  });
});

describe('questions', () => {
  const spent = [asked('q'), answered('q', 'admitted')];

  test('an answer that admits is unclaimed until somebody comes in by it', () => {
    expect(ids(standingOf(spent).unclaimed)).toEqual(['q']);
    const used = [...spent, admitted('a', ['q/answered'], { ...RIGHT, by: 'question' })];
    expect(standingOf(used).unclaimed).toEqual([]);
  });

  test('it is claimed by whoever came in without knowing of it', () => {
    expect(standingOf([...spent, admitted('a', [], RIGHT)]).unclaimed).toEqual([]);
  });

  test('it admits nobody else while the guest is inside about whom it was asked', () => {
    const inside = [admitted('a'), asked('q', ['a']), answered('q', 'admitted')];
    expect(standingOf(inside).unclaimed).toEqual([]);
    expect(ids(standingOf([...inside, checkedOut('x', 'a')]).unclaimed)).toEqual(['q']);
  });

  test('another door’s question is open for a while after it was heard of, then missing', () => {
    const question = heardAt(asked('q', [], RIGHT), 1_000);
    const standing = standingOf([question], 1_000 + QUESTION_OPEN_FOR);
    expect([ids(standing.open), ids(standing.missing)]).toEqual([['q'], []]);
    const later = standingOf([question], 1_001 + QUESTION_OPEN_FOR);
    expect([ids(later.open), ids(later.missing)]).toEqual([[], ['q']]);
  });

  test('a question under way is replaced by what its scan becomes', () => {
    const question = heardAt(asked('s/asked/0', [], { ...RIGHT, scan: 's' }), 1_000);
    expect(standingOf([question], 1_000)).toMatchObject({ open: [question], missing: [] });
    const later = 1_001 + QUESTION_OPEN_FOR;
    expect(standingOf([question], later)).toMatchObject({ open: [], missing: [question] });
    for (const event of [
      refused('s', 12, [], RIGHT),
      answered('s/asked/0', 'refused', RIGHT),
      asked('s', [], RIGHT),
    ]) {
      const { open, missing } = standingOf([question, event], later);
      expect(ids([...open, ...missing])).not.toContain('s/asked/0');
    }
  });

  test('of a question under way at this door its ledger knows', () => {
    const question = asked('s/asked/0', [], { scan: 's' });
    expect(standingOf([question])).toMatchObject({ open: [], missing: [] });
  });

  test('no event names a question under way as known', () => {
    const question = asked('s/asked/0', ['a'], { ...RIGHT, scan: 's' });
    expect(standingOf([admitted('a'), heardAt(question, 0)]).heads).toEqual(['a']);
  });

  test('a question that was refused has spent nothing', () => {
    const { open, missing, unclaimed } = standingOf([asked('q'), answered('q', 'refused')]);
    expect([open, missing, unclaimed]).toEqual([[], [], []]);
  });

  test('a question after an admission has not used the ticket', () => {
    const events = [
      admitted('a'),
      checkedOut('x', 'a'),
      asked('q', ['x']),
      answered('q', 'missing'),
    ];
    expect(standingOf(events).missing).toEqual([]);
  });

  test('only its own door answers a question', () => {
    expect(standingOf([asked('q'), answered('q', 'admitted', RIGHT)]).unclaimed).toEqual([]);
  });
});

describe('settled', () => {
  const unsettled = (events: readonly TicketEvent[]) => ids(standingOf(events).unsettled);

  test('an admission that the platform made, was told of, or has spent the ticket for', () => {
    expect(unsettled([admitted('a')])).toEqual(['a']);
    expect(unsettled([admitted('a', [], { by: 'platform' })])).toEqual([]);
    expect(unsettled([admitted('a'), uploaded('a')])).toEqual([]);
    expect(unsettled([admitted('a'), answered('a', 'admitted')])).toEqual([]);
    const question = [asked('q'), answered('q', 'admitted')];
    expect(unsettled([...question, admitted('a', ['q/answered'], { by: 'staff' })])).toEqual([]);
  });

  test('a return after an admission that is settled', () => {
    const back = [checkedOut('x', 'a', ['a'], RIGHT), admitted('b', ['x'], RIGHT)];
    expect(unsettled([admitted('a'), uploaded('a'), ...back])).toEqual([]);
    expect(unsettled([admitted('a'), ...back])).toEqual(['a', 'b']);
  });
});

test('a refusal by the platform counts until the platform admits knowing of it', () => {
  const refusal = refused('r', 13);
  expect(standingOf([refusal]).refusals).toMatchObject([{ code: 13 }]);
  expect(standingOf([refusal, admitted('a', ['r'], { by: 'platform' })]).refusals).toEqual([]);
});

test('the next event names the events that nothing else comes after', () => {
  const events = [admitted('a'), checkedOut('x', 'a'), uploaded('a')];
  expect(standingOf(events).heads.toSorted()).toEqual(['a/uploaded', 'x']);
});
