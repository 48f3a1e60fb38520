import { describe, expect, test } from 'vitest';
import { LONGEST_CODE } from '#shared/model/scan.ts';
import { createWedgeDecoder } from '#shared/wedge/decoder.ts';
import { DEFAULT_WEDGE_SETTINGS } from '#shared/wedge/settings.ts';
import { show, type Seen } from './page.ts';
import { altNumber, PERSON, press, together, type, type Manner } from './typist.ts';

const CODE = '0012 aZ;-_Q9';
const SPEEDS = [1, 6, 20, 80, 130];
/** A scanner lets a key go in the next report at the latest; a slow one pauses between two keys. */
const holdAt = (gap: number) => Math.min(gap, 8);

describe.each(SPEEDS)('a scanner of %i ms per key', (gap) => {
  const manner = { gap, hold: holdAt(gap) };

  test.each([
    ['in the open', {}],
    ['with Caps Lock on', { capsLock: true }],
    ['into a field', { inField: true }],
    ['into a field, with Caps Lock on', { inField: true, capsLock: true }],
    ['at a French machine', { machine: 'fr', inField: true }],
    ['at a German machine', { machine: 'de' }],
  ] as const)('is read %s, and leaves nothing behind', (_, where) => {
    for (const end of ['{Enter}', '{Tab}', '{NumpadEnter}', '{Enter}{Enter}']) {
      const seen = show(type(CODE + end, { ...manner, ...where }));
      expect(seen).toMatchObject({ codes: [CODE], field: '', actions: [] });
    }
  });

  test('is read without an end, after a pause', () => {
    for (const inField of [false, true]) {
      const events = together(
        type(CODE, { ...manner, inField }),
        type('second code', { ...manner, inField, from: 5_000 }),
      );
      const seen = show(events, { terminator: 'none' });
      expect(seen).toMatchObject({ codes: [CODE, 'second code'], field: '', actions: [] });
    }
  });

  test('that never sends its end is shown to be unfinished, never taken for a code', () => {
    const seen = show(type(CODE, manner));
    expect(seen.findings).toMatchObject([{ type: 'unfinished' }]);
    expect(seen.actions).toEqual([]);
  });

  test.each(['{Tab}', '{Enter}', ' ', '{Escape}'])(
    'whose first key is %s presses nothing',
    (first) => {
      for (const inField of [false, true]) {
        const { actions, field } = show(type(`${first}12345{Enter}`, { ...manner, inField }));
        expect({ actions, field }).toEqual({ actions: [], field: '' });
      }
    },
  );

  test.each(['{Tab}{Tab}{Enter}', '{Tab} ', '{Enter}{Enter}{Enter}', 'a{Enter}'])(
    'with a barcode made to press buttons, %s, presses none',
    (keys) => {
      expect(show(type(keys, manner))).toMatchObject({ codes: [], actions: [] });
    },
  );

  test.each(['{Tab}{Enter}', '{Enter}{Enter}', '{Escape}{Enter}', 'a{Enter}', ' {Enter}'])(
    'with a barcode made to leave or submit a field, %s, does neither',
    (keys) => {
      expect(show(type(keys, { ...manner, inField: true }))).toMatchObject({
        codes: [],
        actions: [],
        field: '',
      });
    },
  );

  test.each([' ', '{Tab} ', '{Escape}', ' {Tab}{Tab}{Enter}', '{Tab}{Tab} '])(
    'with a barcode that goes on after its end, %s, presses nothing',
    (keys) => {
      expect(show(type(`12345{Enter}${keys}`, manner))).toMatchObject({ actions: [] });
    },
  );

  test('presses nothing where a faster one is known', () => {
    const known = [{ gap: 1, hold: 0 }];
    for (const keys of ['{Tab}{Tab}{Enter}', ' {Enter}', '{Tab} ']) {
      expect(show(type(keys, manner), {}, known), keys).toMatchObject({ actions: [] });
    }
  });

  test('has its GS from Ctrl and from Alt with the keypad', () => {
    const number = altNumber('0029');
    const ctrl = [{ code: 'BracketRight', ctrl: true }];
    for (const separator of [number, ctrl]) {
      for (const inField of [false, true]) {
        const chords = [
          ...separator,
          ...Array.from('0104', (digit) => ({ code: `Digit${digit}` })),
          ...separator,
          { code: 'Digit7' },
          { code: 'Enter' },
        ];
        const seen = show(press(chords, { ...manner, inField }));
        expect(seen).toMatchObject({ codes: ['\x1d0104\x1d7'], field: '', actions: [] });
      }
    }
  });

  test('ten codes follow each other, none lost, none merged', () => {
    const codes = Array.from({ length: 10 }, (_, i) => `CODE-${i}-0`);
    const keys = codes.map((code) => `${code}{Enter}`).join('');
    for (const inField of [false, true]) {
      expect(show(type(keys, { ...manner, inField }))).toMatchObject({ codes, field: '' });
    }
  });

  test('a person types before, after and meanwhile, and keeps all of it', () => {
    const scanned = type(`${CODE}{Enter}`, { ...manner, from: 503, inField: true });
    const typed = type('herr.thommes,berlin', { ...PERSON, inField: true });
    expect(show(together(typed, scanned))).toMatchObject({
      codes: [CODE],
      field: 'herr.thommes,berlin',
      actions: [],
    });
  });

  test('a person who presses Enter in the middle of it does not cut it, and still gets it', () => {
    const scanned = type(`${CODE}{Enter}`, { ...manner, from: 100 });
    const seen = show(together(scanned, type('{Escape}', { from: 100 + gap * 5.5, hold: 70 })));
    expect(seen.codes).toEqual([CODE]);
    expect(seen.actions.map(({ code }) => code)).toEqual(['Escape']);
    const entered = type('{NumpadEnter}', { from: 100 + gap * 5.5, hold: 70 });
    expect(show(together(scanned, entered))).toMatchObject({
      codes: [CODE],
      actions: [{ code: 'NumpadEnter' }],
    });
  });
});

describe.each([45, 80, 130])('a scanner that holds its keys, at %i ms per key', (gap) => {
  const manner = { gap, hold: gap - 2 };
  const text = '4006381333931{Enter}';

  test('is known by its rhythm', () => {
    expect(show(type(text, manner))).toMatchObject({ codes: ['4006381333931'], actions: [] });
  });

  test('is known in a field once it was heard outside of one', () => {
    const { rhythms } = show(type(text, manner));
    const typed = type('anna', { ...PERSON, inField: true });
    const scanned = type(text, { ...manner, from: 1_000, inField: true });
    const seen = show(together(typed, scanned), {}, rhythms);
    expect(seen).toMatchObject({ codes: ['4006381333931'], field: 'anna', actions: [] });
  });
});

describe('a person', () => {
  const typed = 'Anna Müller{Tab}geheim 12;{Enter}';

  test.each([
    ['nobody has scanned yet', []],
    ['a fast scanner is known', [{ gap: 6, hold: 2 }]],
    ['a slow scanner is known', [{ gap: 130, hold: 8 }]],
    ['a scanner that holds its keys is known', [{ gap: 100, hold: 98 }]],
  ])('keeps all keys in a field: %s', (_, known) => {
    const seen = show(type(typed, { ...PERSON, inField: true, machine: 'de' }, 'de'), {}, known);
    expect(seen).toMatchObject({ field: 'Anna Müllergeheim 12;', findings: [] });
    expect(seen.actions.map(({ code }) => code)).toEqual(['Tab', 'Enter']);
  });

  test('keeps the order of all events, also with keys that overlap', () => {
    const events = type('asdf jkl{Tab}as{Enter}', { gap: [28, 35, 60], hold: 90, inField: true });
    const downs = (all: typeof events) => all.filter((event) => event.type === 'down');
    expect(show(events).reached).toHaveLength(events.length);
    expect(downs(show(events).reached)).toEqual(downs(events));
  });

  test('keeps a key that repeats', () => {
    const [down, up] = type('{Tab}', { hold: 600 });
    if (down === undefined || up === undefined) throw new Error('Two events were typed.');
    const repeats = [500, 540, 580].map((at) => ({ ...down, at, repeat: true }));
    const events = [down, ...repeats, up];
    expect(show(events).reached).toEqual(events);
  });

  test.each([
    ['before anything was scanned', [], 'Tab', 216],
    ['once a fast scanner is known', [{ gap: 6, hold: 2 }], 'Tab', 31],
    ['once a slow scanner is known', [{ gap: 130, hold: 8 }], 'Tab', 31],
    ['once one that holds its keys is known', [{ gap: 100, hold: 98 }], 'Tab', 171],
    ['for a blank, too', [{ gap: 6, hold: 2 }], 'Space', 31],
  ])('waits for a first Tab, Enter or blank: %s', (_, known, code, wait) => {
    const { actions } = show(type(`{${code}}`, { hold: 80 }), {}, known);
    expect(actions).toEqual([{ code, at: wait }]);
  });

  test.each([
    ['nobody has scanned yet', [], 31],
    ['a slow scanner is known', [{ gap: 130, hold: 8 }], 31],
    ['one that holds its keys is known', [{ gap: 100, hold: 98 }], 171],
  ])('waits for Tab and Enter in a field: %s', (_, known, wait) => {
    const { actions } = show(type('{Tab}', { hold: 80, inField: true }), {}, known);
    expect(actions).toEqual([{ code: 'Tab', at: wait }]);
  });

  test('and a tool that lets go at once, press a lone key', () => {
    const { actions } = show(type('{Enter}', { hold: 0 }));
    expect(actions.map(({ code }) => code)).toEqual(['Enter']);
  });

  test('deletes and moves without waiting', () => {
    const events = type('ab{Backspace}{ArrowLeft}', { ...PERSON, inField: true });
    expect(show(events).reached).toEqual(events);
  });

  test('waits for no shortcut that a page could not run in its stead', () => {
    const copied = ['KeyA', 'KeyC', 'KeyV', 'KeyX', 'KeyZ', 'KeyY'].map((code) => ({
      code,
      ctrl: true,
    }));
    for (const chord of [...copied, { code: 'F11' }, { code: 'BrowserBack' }]) {
      const decoder = createWedgeDecoder(DEFAULT_WEDGE_SETTINGS);
      const verdicts = press([chord], { hold: 80 }).map((event) => decoder.key(event).verdict);
      expect(new Set(verdicts)).toEqual(new Set(['through']));
    }
  });
});

test.each([4, 20, 80])('one key that is down for longer is not lost: at %i ms per key', (gap) => {
  // The machine was busy between its press and its release, and all that follows is late.
  const events = type('ab cdef{Enter}', { gap, hold: 2 }).map((event) => {
    const late = event.code === 'Space' ? event.type === 'up' : event.at > 2 * gap + 2;
    return late ? { ...event, at: event.at + 45 } : event;
  });
  expect(show(events)).toMatchObject({ codes: ['ab cdef'], actions: [] });
});

test.each([4, 20, 80])('nor is the first one, outside of a field: at %i ms per key', (gap) => {
  const events = type('abcdef{Enter}', { gap, hold: 2 }).map((event) =>
    event.code === 'KeyA' && event.type === 'down' ? event : { ...event, at: event.at + 45 },
  );
  expect(show(events)).toMatchObject({ codes: ['abcdef'], actions: [] });
});

test.each([4, 20, 80])('nor is the end, which presses nothing: at %i ms per key', (gap) => {
  const events = type('abcdef{Enter}', { gap, hold: 2 }).map((event) =>
    event.code === 'Enter' && event.type === 'up' ? { ...event, at: event.at + 45 } : event,
  );
  expect(show(events)).toMatchObject({ codes: ['abcdef'], actions: [] });
});

test('an end that is let go late does not reach into the next code', () => {
  // As a busy machine gave them: one Enter let go late, and all that follows.
  const first = type('5650292864150479{Enter}', { gap: 8, hold: 1 });
  const last = first.at(-1)?.at ?? NaN;
  const next = type('000000177107525{Enter}', { gap: 6, hold: 1, from: last + 77 });
  const release = first.slice(-1).map((event) => ({ ...event, at: event.at + 36 }));
  const seen = show([...first.slice(0, -1), ...release, ...next]);
  expect(seen).toMatchObject({ codes: ['5650292864150479', '000000177107525'], actions: [] });
});

test('an end that is still down when the next code begins makes no two codes one', () => {
  const first = type('5650292864150479{Enter}', {
    gap: 8,
    hold: [...Array.from({ length: 16 }, () => 1), 150],
  });
  const next = type('000000177107525{Enter}', { gap: 6, hold: 1, from: 16 * 8 + 77 });
  const { codes, findings } = show(together(first, next));
  expect(codes).toEqual([]);
  expect(findings.map(({ type: what }) => what)).toEqual(['unfinished', 'unfinished']);
});

test.each([
  ['half a second is still in the code', 490, ['abcdefgh']],
  ['longer, and what is left of it is no code', 900, []],
])('a scanner that stalls in the middle of a code: %s', (_what, stall, codes) => {
  const half = type('abcd', { gap: 6, hold: 2 });
  const rest = type('efgh{Enter}', { gap: 6, hold: 2, from: 18 + stall });
  const next = type('whole{Enter}', { gap: 6, hold: 2, from: 5_000 });
  expect(show([...half, ...rest, ...next])).toMatchObject({
    codes: [...codes, 'whole'],
    actions: [],
  });
});

test.each([false, true])(
  'a code whose scanner stalls after its first keys is whole, and leaves none: in a field %s',
  (inField) => {
    for (let before = 2; before < 6; before += 1) {
      const head = type('0S a7Q'.slice(0, before), { gap: 20, hold: 0, inField });
      const from = (head.at(-1)?.at ?? 0) + 300;
      const rest = type(`${'0S a7Q'.slice(before)}zW{Enter}`, { gap: 20, hold: 0, from, inField });
      const seen = show([...head, ...rest]);
      expect(seen, `${before} keys`).toMatchObject({ codes: ['0S a7QzW'], actions: [], field: '' });
    }
  },
);

test.each([
  [40, []],
  [100, []],
  [101, ['Enter']],
])('a second end, %i ms after the code of a quick scanner, presses %j', (after, pressed) => {
  const scan = type(`${CODE}{Enter}`, { gap: 4, hold: 0 });
  const last = scan.findLast(({ type: what }) => what === 'down')?.at ?? 0;
  const seen = show([...scan, ...type('{Enter}', { hold: 0, from: last + after })]);
  expect(seen.codes).toEqual([CODE]);
  expect(seen.actions.map(({ code }) => code)).toEqual(pressed);
});

describe('of a machine that stands still before the end of a code', () => {
  /** Until its end is seen so long after the last key, held for so long. */
  const seenAfter = (pause: number, hold = 0) => {
    const scan = type(CODE, { gap: 20, hold: 0, inField: true });
    const last = scan.findLast(({ type: what }) => what === 'down')?.at ?? 0;
    return show([...scan, ...type('{Enter}', { hold, from: last + pause, inField: true })]);
  };

  test.each([501, 700, 1_000])('the end presses nothing: %i ms', (pause) => {
    const { codes, findings, actions, field } = seenAfter(pause);
    expect({ codes, actions, field }).toEqual({ codes: [], actions: [], field: '' });
    expect(findings.map(({ type: what }) => what)).toEqual(['unfinished']);
  });

  test('one that comes later is a person’s, and so is one that is held', () => {
    for (const { actions } of [seenAfter(1_001), seenAfter(700, 75)]) {
      expect(actions.map(({ code }) => code)).toEqual(['Enter']);
    }
  });
});

describe('a machine that holds the keys of a scanner in a rush back once', () => {
  const codes = ['1000000007919', '1000000015838', '1000000023757'];
  const events = codes.flatMap((code, i) =>
    type(`${code}{Enter}`, { gap: 4, hold: 0, from: 1_000 + i * 100 }),
  );
  /** Of the second code: before each of its keys, and before each is let go. */
  const places = Array.from({ length: 28 }, (_, i) => 28 + i);
  const heldBack = (place: number, by: number) =>
    events.map((event, i) => (i < place ? event : { ...event, at: event.at + by }));
  const read = (place: number, by: number) => show(heldBack(place, by), {}, [{ gap: 4, hold: 0 }]);

  test.each([31, 46, 75, 130, 150])('for %i ms costs none, wherever it does', (by) => {
    for (const place of places) expect(read(place, by).codes, `${place}`).toEqual(codes);
  });

  test.each([250, 400])('for %i ms costs none after the second key', (by) => {
    for (const place of places.slice(4)) expect(read(place, by).codes, `${place}`).toEqual(codes);
  });
});

test.each([31, 38, 45, 60, 75])(
  'an end that a machine lets go %i ms late does not make two guests’ codes one',
  (late) => {
    const codes = ['7851695857720371', '0000007745289224', '79775796823469'];
    const events = codes.flatMap((code, i) =>
      type(`${code}{Enter}`, { gap: 4, hold: 0, from: 1_000 + i * 100 }),
    );
    const release = 2 * (codes[0]?.length ?? 0) + 1;
    for (const next of ['waits as long', 'comes at once']) {
      const stalled = events.map((event, i) => {
        const due = event.at + late;
        if (i < release) return event;
        const caughtUp = Math.max(event.at, (events[release]?.at ?? 0) + late);
        return { ...event, at: next === 'waits as long' ? due : caughtUp };
      });
      const seen = show(stalled, {}, [{ gap: 4, hold: 0 }]);
      expect(seen, next).toMatchObject({ codes, actions: [] });
    }
  },
);

test('a person’s Enter in a pause of the scanner’s does not cut the code in two', () => {
  const enter = type('{Enter}', { from: 16, hold: 90 });
  const scan = [...type('123', { hold: 0 }), ...type('45678{Enter}', { from: 60, hold: 0 })];
  const { codes, findings } = show(together(scan, enter));
  expect(codes).toEqual([]);
  expect(findings.map(({ type: what }) => what)).toEqual(['unfinished', 'unfinished']);
});

test.each([35, 90])('keys that overlap, held for %i ms, make no shorter code', (hold) => {
  const events = type('123456{Enter}', { gap: 10, hold: [0, 0, 0, 0, 0, hold, hold] });
  const { codes, actions } = show(events);
  expect(['', '123456']).toContain(codes.join());
  expect(actions).toEqual([]);
});

test.each(['{Backspace}', '{ArrowLeft}', '{F5}'])(
  'a person’s %s changes no code that it comes into',
  (key) => {
    for (const inField of [false, true]) {
      const head = type('12', { hold: 0, inField });
      const person = type(key, { from: 10, hold: 80, inField });
      const rest = type('345678{Enter}', { from: 100, hold: 0, inField });
      expect(show(together(head, person, rest)).codes).toEqual(['12345678']);
    }
  },
);

test('a first number under Alt whose first digit is let go late is whole', () => {
  const events = press(['65', '49', '66', '50'].flatMap(altNumber), { hold: 0 });
  const late = events.map((event, i) => ({ ...event, at: event.at + (i < 2 ? 0 : 45) }));
  const end = type('{Enter}', { from: (late.at(-1)?.at ?? 0) + 6, hold: 0 });
  expect(show([...late, ...end])).toMatchObject({ codes: ['A1B2'], actions: [] });
});

test('a long code keeps nobody waiting longer because its keys are let go late', () => {
  const length = 4096;
  const seconds = (hold: readonly number[]): number => {
    const before = process.cpuUsage();
    show(type(`${'7'.repeat(length)}{Enter}`, { gap: 50, hold }));
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  };
  const atOnce = seconds([0]);
  // All but the last five.
  const late = seconds(Array.from({ length }, (_, i) => (i < length - 5 ? 40 : 0)));
  // To look at each key once for each other one would be thousands of times; memory that is cleared away
  // meanwhile has been seen to make ten of it.
  expect(late).toBeLessThan(100 * atOnce);
});

test.each([false, true])(
  'half of a code whose scanner stalls twice is no code: in a field %s',
  (inField) => {
    for (let first = 1; first < 7; first += 1) {
      for (let second = first + 1; second < 9; second += 1) {
        for (const [long, short] of [
          [210, 300],
          [110, 250],
          [150, 150],
        ] as const) {
          const gap = Array.from({ length: 10 }, (_, i) =>
            i + 1 === first ? long : i + 1 === second ? short : 6,
          );
          const { codes } = show(type('1234567890{Enter}', { gap, hold: 0, inField }));
          if (codes.length > 0) expect(codes, `${first} ${second} ${long}`).toEqual(['1234567890']);
        }
      }
    }
  },
);

test.each(['{Enter}', '{Tab}', 'b'])(
  'half a code, and a person who presses Enter and %s, are no code',
  (then) => {
    for (const hold of [40, 90]) {
      const half = type('7166602225848', { gap: 4, hold: 0, from: 1_000 });
      const enter = type('{Enter}', { from: 1_200, hold });
      const next = type(then, { from: 1_310, hold });
      const { codes, findings } = show([...half, ...enter, ...next]);
      expect(codes, `${hold}`).toEqual([]);
      expect(findings.map(({ type: what }) => what)).toEqual(['unfinished']);
    }
  },
);

test('a code whose scanner pauses while a person presses Enter makes no two of it', () => {
  const head = type('1524', { gap: 15, hold: 2, from: 1_000 });
  const enter = type('{Enter}', { from: 1_145, hold: 70 });
  const rest = type('265433{Enter}', { gap: 15, hold: 2, from: 1_235 });
  expect(['', '1524265433']).toContain(show([...head, ...enter, ...rest]).codes.join());
});

test('an end that comes late and is let go late does not make two guests’ codes one', () => {
  // As a display with four busy processors gave them, 52 ms of standing still in all.
  const [first, second] = ['811587501532', '9005216100725'] as const;
  const scan = type(`${first}{Enter}`, { gap: 4, hold: 0 });
  const held = scan.map((event, i) => ({
    ...event,
    at: event.at + (i < scan.length - 2 ? 0 : i === scan.length - 2 ? 20 : 52),
  }));
  const next = type(`${second}{Enter}`, { gap: 4, hold: 0, from: 152 });
  const { findings, actions } = show([...held, ...next], {}, [{ gap: 4, hold: 0 }]);
  expect(findings.map(({ type: what }) => what)).toEqual(['unfinished', 'unfinished']);
  expect(actions).toEqual([]);
});

test('a code after the keys of a person, on a pad for a PIN, is read', () => {
  const pin = type('2468', { gap: 150, hold: 60 });
  const scan = type('70217164576192{Enter}', { gap: 6, hold: 1, from: 700 });
  expect(show([...pin, ...scan])).toMatchObject({ codes: ['70217164576192'] });
});

test.each([20, 110, 150, 216, 400])('a code %i ms after the digits of a PIN is read', (pause) => {
  const pin = type('24', { gap: 200, hold: 90 });
  const scan = type('70217164576192{Enter}', { gap: 4, hold: 0, from: 290 + pause });
  expect(show([...pin, ...scan])).toMatchObject({ codes: ['70217164576192'] });
});

test.each([25, 30, 35, 45])('a quick tap of %i ms before a scan costs nothing', (hold) => {
  for (const gap of [1, 4, 12, 20]) {
    for (const pause of [40, 60, 120, 215, 216, 300, 800]) {
      const tap = type('f', { hold });
      const scan = type('70217164576192{Enter}', {
        gap,
        hold: Math.min(gap, 8),
        from: hold + pause,
      });
      const { findings } = show([...tap, ...scan]);
      expect(findings, `${gap} ms per key, ${pause} ms later`).toMatchObject([
        { type: 'code', code: '70217164576192' },
      ]);
    }
  }
});

test('a clock that overtakes keys on their way makes no shorter code of them', () => {
  for (const lateness of [20, 45, 150, 450, 700, 3_000]) {
    for (const inField of [false, true]) {
      const events = type('0Mabcd{Enter}', { gap: 6, hold: 0, inField });
      for (let first = 1; first < events.length; first += 1) {
        const decoder = createWedgeDecoder(DEFAULT_WEDGE_SETTINGS);
        const codes = events
          .flatMap((event, i) => {
            const before = i === first ? [decoder.tick(event.at + lateness)] : [];
            return [...before, decoder.key(event)];
          })
          .flatMap(({ findings }) => findings)
          .flatMap((finding) => (finding.type === 'code' ? [finding.code] : []));
        expect(['', '0Mabcd'], `${lateness} ms before event ${first}`).toContain(codes.join());
      }
    }
  }
});

describe('keys that a program injects, which say what they write and not which key it is', () => {
  interface Injected extends Manner {
    readonly ups?: 'at once' | 'at the end' | 'never';
  }

  function injected(text: string, { ups = 'at once', ...manner }: Injected = {}) {
    const events = type(text, { gap: 2, ...manner, hold: 0 });
    const last = events.at(-1)?.at ?? 0;
    return events
      .filter(
        ({ type: what, code }) => !code.startsWith('Shift') && (what === 'down' || ups !== 'never'),
      )
      .map((event) => {
        const at = event.type === 'up' && ups === 'at the end' ? last + 1 : event.at;
        return { ...event, code: '', at };
      })
      .toSorted((a, b) => a.at - b.at);
  }

  test.each(['at once', 'at the end', 'never'] as const)(
    'are read in a fast run, let go of %s',
    (ups) => {
      for (const inField of [false, true]) {
        for (const gap of [0, 2, 10, 25]) {
          for (const end of ['{Enter}', '{Tab}']) {
            const seen = show(injected(`0Ab e-7${end}`, { gap, ups, inField }));
            expect(seen).toMatchObject({ codes: ['0Ab e-7'], actions: [], field: '' });
          }
        }
      }
    },
  );

  test('are two codes where two follow each other', () => {
    const events = [
      ...injected('12345678{Enter}'),
      ...injected('87654321{Enter}', { from: 60, ups: 'never' }),
    ];
    expect(show(events)).toMatchObject({ codes: ['12345678', '87654321'], actions: [] });
  });

  test('are asked for again where they have no end', () => {
    const { codes, findings } = show(injected('12345678'));
    expect(codes).toEqual([]);
    expect(findings).toMatchObject([{ type: 'unfinished' }]);
  });

  test.each(['Unidentified', 'Process', ''])('are a miss where they are called “%s”', (key) => {
    const named = injected('12345678').map((event) => ({ ...event, key }));
    const end = injected('{Enter}', { from: 16 });
    expect(show([...named, ...end]).findings).toMatchObject([
      { type: 'refused', reason: 'unreadable-key' },
    ]);
  });

  test('stay in the field as a word that somebody has chosen on the screen', () => {
    const seen = show(injected('berlin', { inField: true }));
    expect(seen).toMatchObject({ field: 'berlin', findings: [] });
  });

  test('are a person’s where they come as slowly', () => {
    for (const ups of ['at once', 'never'] as const) {
      const seen = show(injected('anna{Enter}', { gap: 120, inField: true, ups }));
      expect(seen).toMatchObject({ field: 'anna', findings: [] });
      expect(seen.actions).toHaveLength(1);
    }
  });
});

test('a keypad without Num Lock, and a sign that the machine has not, are read', () => {
  const named = type('{Numpad1}{Numpad2}{Backquote}{Enter}').map((event) => {
    const key = { Numpad1: 'End', Numpad2: 'ArrowDown', Backquote: 'Unidentified' }[event.code];
    return { ...event, key: key ?? event.key };
  });
  expect(show(named)).toMatchObject({ codes: ['12`'], actions: [] });
});

test('the last four scanners are remembered, the latest first, each by how it types', () => {
  const speeds = [1, 20, 50, 80, 120, 50];
  const { rhythms } = show(
    speeds.flatMap((gap, i) => type('12345678{Enter}', { gap, hold: 1, from: i * 5_000 })),
  );
  expect(rhythms).toEqual([50, 120, 80, 20].map((gap) => ({ gap, hold: 1 })));
});

test('slower and slower codes teach no patience that a person would notice', () => {
  let rhythms: Seen['rhythms'] = [];
  for (const gap of [200, 300, 460, 680, 1_000]) {
    ({ rhythms } = show(type('12345678{Enter}', { gap, hold: gap - 5 }), {}, rhythms));
  }
  const { actions } = show(type('{Tab}', { hold: 80 }), {}, rhythms);
  expect(actions[0]?.at).toBeLessThan(300);
});

test('ten codes per second for a minute, with and without an end: each once, in order', () => {
  const codes = Array.from({ length: 600 }, (_, i) => `T${String(i).padStart(6, '0')}`);
  for (const end of ['{Enter}', '']) {
    const events = codes.flatMap((code, i) => type(code + end, { gap: 6, from: i * 100 }));
    expect(show(events, { terminator: end === '' ? 'none' : 'any' }).codes).toEqual(codes);
  }
});

describe('what a code is made of', () => {
  const scan = (text: string, settings = {}) => show(type(`${text}{Enter}`), settings);

  test('4,096 characters are passed on, one more is refused', () => {
    const longest = '0123456789abcdef'.repeat(LONGEST_CODE / 16);
    expect(scan(longest).codes).toEqual([longest]);
    expect(scan(`${longest}0`).findings).toMatchObject([{ type: 'refused', reason: 'too-long' }]);
    expect(scan('0'.repeat(LONGEST_CODE * 8)).findings).toMatchObject([{ reason: 'too-long' }]);
  });

  test('prefix and suffix are taken off, and missed when they are not there', () => {
    const framed = { prefix: '~q', suffix: '#' };
    expect(scan('~q ~q#12##', framed).codes).toEqual([' ~q#12#']);
    expect(scan('q12345#', framed).findings).toMatchObject([{ reason: 'no-prefix' }]);
    expect(scan('~q12345', framed).findings).toMatchObject([{ reason: 'no-suffix' }]);
  });

  test('two characters are none, and a key without a character makes it unreadable', () => {
    expect(scan('12').findings).toMatchObject([{ type: 'refused', reason: 'too-short' }]);
    expect(scan('123{F7}4').findings).toMatchObject([{ reason: 'unreadable-key' }]);
  });

  test('Enter inside of a code is a character where Tab is the end', () => {
    const seen = show(type('12{Enter}34{Tab}'), { terminator: 'tab' });
    expect(seen).toMatchObject({ codes: ['12\r34'], actions: [] });
  });
});
