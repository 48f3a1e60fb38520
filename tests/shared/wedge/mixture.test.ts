import fc from 'fast-check';
import { expect, test } from 'vitest';
import { show } from './page.ts';
import { together, type, type Manner } from './typist.ts';

/** Two hands on the same key of two keyboards are one key to the machine: so each has letters of its own. */
const PERSONS = 'abcdefghijklm';
const SCANNERS = 'NOPQRSTUVWXYZ0123456789-;';

const textOf = (letters: string, minLength: number, maxLength: number) =>
  fc
    .array(fc.constantFrom(...Array.from(letters)), { minLength, maxLength })
    .map((characters) => characters.join(''));

/** Each key at its own pace, none the like of a scanner's. */
const personal = {
  gap: fc.array(fc.integer({ min: 45, max: 700 }), { minLength: 20, maxLength: 20 }),
  hold: fc.array(fc.integer({ min: 40, max: 180 }), { minLength: 7, maxLength: 7 }),
};

const scanner = fc.integer({ min: 1, max: 130 }).chain((gap) =>
  fc.record({
    gap: fc.array(
      fc.integer({ min: -gap, max: gap }).map((off) => Math.max(1, gap + Math.round(off / 5))),
      { minLength: 12, maxLength: 12 },
    ),
    hold: fc.integer({ min: 0, max: Math.min(24, gap) }),
  }),
);

const codes = fc.array(
  fc.record({
    code: textOf(SCANNERS, 4, 24),
    end: fc.constantFrom('{Enter}', '{Tab}', '{Enter}{Enter}'),
    /** After the code before. */
    pause: fc.integer({ min: 40, max: 1_500 }),
  }),
  { minLength: 1, maxLength: 6 },
);

/** All scans of one scanner, and when the last key went down. */
function scansOf(scans: { code: string; end: string; pause: number }[], manner: Manner) {
  let from = 0;
  return scans.flatMap(({ code, end, pause }) => {
    from += pause;
    const events = type(code + end, { ...manner, from });
    from = events.at(-1)?.at ?? from;
    return events;
  });
}

const runs = { numRuns: 400 };

test('scanners and people at once: no code is lost, merged or changed, and people keep what they typed', () => {
  fc.assert(
    fc.property(
      scanner,
      codes,
      textOf(PERSONS, 0, 20),
      fc.record(personal),
      fc.integer({ min: 0, max: 3_000 }),
      fc.boolean(),
      (manner, scans, text, person, from, learned) => {
        const known = learned ? [{ gap: 6, hold: 3 }] : [];
        const scanned = scansOf(scans, { ...manner, inField: true });
        const typed = type(text, { ...person, from, inField: true });
        const seen = show(together(typed, scanned), {}, known);
        expect(seen.codes).toEqual(scans.map(({ code }) => code));
        expect(seen.field).toBe(text);
        expect(seen.actions).toEqual([]);
      },
    ),
    runs,
  );
});

test('scanners, and people who press buttons: each key of a person arrives, once, in its order', () => {
  const keys = fc.array(fc.constantFrom('{NumpadEnter}', '{Escape}', '{Space}'), { maxLength: 12 });
  fc.assert(
    fc.property(
      scanner,
      codes,
      keys,
      fc.record(personal),
      fc.integer({ min: 0, max: 2_000 }),
      (manner, scans, pressed, person, from) => {
        const typed = type(pressed.join(''), { ...person, from });
        const seen = show(together(typed, scansOf(scans, manner)));
        expect(seen.codes).toEqual(scans.map(({ code }) => code));
        expect(seen.actions.map(({ code }) => `{${code}}`)).toEqual(pressed);
      },
    ),
    runs,
  );
});

test('nobody scans: every event of a person reaches the page, once, and nothing is found', () => {
  const rhythm = fc.record({
    gap: fc.integer({ min: 1, max: 130 }),
    hold: fc.integer({ min: 1, max: 25 }),
  });
  const keys = fc.array(
    fc.constantFrom(
      ...Array.from(PERSONS),
      ' ',
      '{Tab}',
      '{Enter}',
      '{Backspace}',
      '{F5}',
      '{Escape}',
    ),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(
      keys,
      fc.record(personal),
      fc.array(rhythm, { maxLength: 4 }),
      (pressed, person, known) => {
        const events = type(pressed.join(''), { ...person, inField: true });
        const { reached, findings } = show(events, {}, known);
        const downs = (all: typeof events) => all.filter((event) => event.type === 'down');
        expect(downs(reached)).toEqual(downs(events));
        expect(new Set(reached)).toEqual(new Set(events));
        expect(reached).toHaveLength(events.length);
        expect(findings).toEqual([]);
      },
    ),
    runs,
  );
});
