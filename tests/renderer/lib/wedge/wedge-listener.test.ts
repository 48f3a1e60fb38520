import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listenForScans } from '#renderer/lib/wedge/wedge-listener.ts';
import type { Rhythm } from '#shared/wedge/rhythm.ts';
import { DEFAULT_WEDGE_SETTINGS } from '#shared/wedge/settings.ts';
import type { WedgeFinding } from '#shared/wedge/step.ts';
import { altNumber, PERSON, press, together, type } from '#tests/shared/wedge/typist.ts';
import { play, scan, typeByHand } from '#tests/renderer/support/keys.ts';

/** One that lets its keys go at once is known: a person's keys need not wait for long. */
const KNOWN: readonly Rhythm[] = [{ gap: 6, hold: 2 }];

let findings: WedgeFinding[];
let stop: () => void;
let area: HTMLElement;
let clicks: string[];
let keys: string[];

const seen = ({ type: name, code }: KeyboardEvent) => keys.push(`${name} ${code}`);

beforeEach(() => {
  findings = [];
  clicks = [];
  keys = [];
  area = document.body.appendChild(document.createElement('div'));
  area.addEventListener('click', ({ target }) => clicks.push((target as HTMLElement).id));
  document.addEventListener('keydown', seen, { capture: true });
  stop = listenForScans(
    window,
    { settings: DEFAULT_WEDGE_SETTINGS, rhythms: KNOWN },
    { onFinding: (finding) => findings.push(finding), onRhythms: () => undefined },
  );
});

afterEach(() => {
  stop();
  document.removeEventListener('keydown', seen, { capture: true });
  area.remove();
});

/** Builds a page of this, and gives the focus to one of its elements. */
function show(html: string, focused: string): HTMLElement {
  area.innerHTML = html;
  const element = the(focused);
  element.focus();
  return element;
}

function the(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`there is no ${id}`);
  return element;
}

const valueOf = (id: string) => (the(id) as HTMLInputElement).value;
const focused = () => document.activeElement?.id;
const codes = () => findings.flatMap((finding) => (finding.type === 'code' ? finding.code : []));

describe('a person', () => {
  const BUTTONS = '<button id="a">A</button><a id="b" href="#x">B</a><button id="c">C</button>';

  test('goes on with Tab and back with Shift and Tab, round and round', async () => {
    show(`${BUTTONS}<button disabled>D</button><input id="d" value="text">`, 'a');
    const way = [];
    for (let i = 0; i < 4; i += 1) {
      await typeByHand('{Tab}');
      way.push(focused());
    }
    expect(way).toEqual(['b', 'c', 'd', 'a']);
    await play(press([{ code: 'Tab', shift: true }], PERSON));
    await expect.poll(focused).toBe('d');
    // As a browser does it, to be written over.
    expect(getSelection()?.toString()).toBe('text');
  });

  test('begins at the top when nothing has the focus, and stays in an open question', async () => {
    show(
      `${BUTTONS}<dialog id="q"><button id="n">No</button><button id="y">Yes</button></dialog>`,
      'a',
    );
    the('a').blur();
    await typeByHand('{Tab}');
    expect(focused()).toBe('a');
    (the('q') as HTMLDialogElement).showModal();
    const way = [];
    for (let i = 0; i < 3; i += 1) {
      await typeByHand('{Tab}');
      way.push(focused());
    }
    expect(way).toEqual(['y', 'n', 'y']);
  });

  test('gets to a box that scrolls and holds nothing else', async () => {
    const box =
      '<div id="box" style="height: 20px; overflow: auto"><p style="height: 99px">.</p></div>';
    show(`<button id="a">A</button>${box}<button id="c">C</button>`, 'a');
    await typeByHand('{Tab}');
    expect(focused()).toBe('box');
    await typeByHand('{Tab}');
    expect(focused()).toBe('c');
  });

  test.each(['{Enter}', ' '])(
    'presses a button with %s, once, however long it is held',
    async (key) => {
      show(BUTTONS, 'c');
      const events = type(key, { hold: 700 });
      const [down] = events;
      if (down === undefined) throw new Error('a key was typed');
      const repeats = [500, 533, 566, 600].map((at) => ({ ...down, at, repeat: true }));
      await play(together(events, repeats));
      await expect.poll(() => clicks).toEqual(['c']);
      await typeByHand('x');
      expect(clicks).toEqual(['c']);
    },
  );

  test('follows a link with Enter, not with the blank', async () => {
    show(BUTTONS, 'b');
    await typeByHand(' ');
    expect(clicks).toEqual([]);
    await typeByHand('{Enter}');
    expect(clicks).toEqual(['b']);
  });

  test('submits a form with Enter, by its button, with what stands in it', async () => {
    show('<form id="f"><input id="i" name="i"><button id="s">S</button></form>', 'i');
    const submitted: unknown[] = [];
    the('f').addEventListener('submit', (event) => {
      event.preventDefault();
      submitted.push(valueOf('i'));
    });
    await typeByHand('anna{Enter}');
    expect(submitted).toEqual(['anna']);
    expect(clicks).toEqual(['s']);
  });

  test('ticks, and chooses one of a group', async () => {
    const radios = ['r', 's', 't'].map((id) => `<input type="radio" name="g" id="${id}">`).join('');
    show(
      `<input type="checkbox" id="k"><form id="f">${radios}<button id="ok">OK</button></form>`,
      'k',
    );
    await typeByHand(' ');
    expect((the('k') as HTMLInputElement).checked).toBe(true);
    the('r').focus();
    await typeByHand(' ');
    await typeByHand('{ArrowDown}');
    expect(focused()).toBe('s');
    expect((the('s') as HTMLInputElement).checked).toBe(true);
    const submitted = new Promise((resolve) => {
      the('f').addEventListener('submit', (event) => {
        event.preventDefault();
        resolve(event);
      });
    });
    await typeByHand('{Enter}');
    await submitted;
  });

  test('closes a question with Escape, unless it will not be closed', async () => {
    const dialog = show('<dialog id="q"><button id="n">No</button></dialog>', 'q');
    if (!(dialog instanceof HTMLDialogElement)) throw new Error('a dialog');
    const stay = (event: Event) => event.preventDefault();
    dialog.showModal();
    dialog.addEventListener('cancel', stay);
    await typeByHand('{Escape}');
    expect(dialog.open).toBe(true);
    dialog.removeEventListener('cancel', stay);
    await typeByHand('{Escape}');
    expect(dialog.open).toBe(false);
  });

  test('is not overruled where the page does something of its own with a key', async () => {
    show(BUTTONS, 'c');
    the('c').addEventListener('keydown', (event) => event.preventDefault());
    for (const key of ['{Enter}', ' ', '{Tab}']) await typeByHand(key);
    expect({ clicks, focused: focused() }).toEqual({ clicks: [], focused: 'c' });
  });

  test('types on while keys wait: all arrive, in their order', async () => {
    show('<input id="i"><input id="j" value="old">', 'i');
    // Tab waits to be known, and so does what follows it.
    const hold = 80;
    await play(type('ab{Tab}cd{ArrowLeft}{Backspace}e f{Home}{Delete}', { gap: 12, hold }));
    await expect.poll(() => [valueOf('i'), valueOf('j')]).toEqual(['ab', ' fd']);
  });
});

describe('while a scanner types', () => {
  test.each([1, 6, 20, 80])(
    'at %i ms per key, a person keeps what goes into a field',
    async (gap) => {
      show('<input id="i" value="[]">', 'i');
      (the('i') as HTMLInputElement).setSelectionRange(1, 1);
      const changes: string[] = [];
      the('i').addEventListener('input', () => changes.push(valueOf('i')));
      const typed = type('anna,berlin', { ...PERSON, inField: true });
      const scanned = type('00 ZQX-1;{Enter}', { gap, hold: 1, from: 430, inField: true });
      await play(together(typed, scanned));
      await expect.poll(() => valueOf('i')).toBe('[anna,berlin]');
      expect(changes.at(-1)).toBe('[anna,berlin]');
      expect(codes()).toEqual(['00 ZQX-1;']);
    },
  );

  test('the caret of a person stays where it was', async () => {
    const field = show('<input id="i" value="berlin">', 'i') as HTMLInputElement;
    field.setSelectionRange(1, 4, 'forward');
    await scan('4006381333931{Enter}', { inField: true });
    expect(field.value).toBe('berlin');
    expect([field.selectionStart, field.selectionEnd]).toEqual([1, 4]);
    expect(codes()).toEqual(['4006381333931']);
  });

  test('none of its keys reaches the page, and the field of a password is as it was', async () => {
    show('<input id="i" type="password" value="geheim"><button id="b">B</button>', 'b');
    await scan('{Tab} 123{Enter}{Enter}');
    expect(keys).toEqual([]);
    the('i').focus();
    await scan('4006381333931{Tab}', { inField: true });
    expect(valueOf('i')).toBe('geheim');
    expect(clicks).toEqual([]);
    expect(codes()).toHaveLength(2);
  });

  test('letters that Caps Lock turns over are what the scanner meant', async () => {
    show('<button id="b">B</button>', 'b');
    await scan('abcXYZ{Enter}', { capsLock: true });
    expect(codes()).toEqual(['abcXYZ']);
  });

  test('a dead key of the machine whose release never comes is a character of the code', async () => {
    show('<button id="b">B</button>', 'b');
    const events = type('a[b{Enter}', { gap: 80, hold: 2, machine: 'fr' });
    await play(events.filter((event) => event.type === 'down' || event.key !== 'Dead'));
    expect(codes()).toEqual(['a[b']);
  });

  test('nor does an end after a dead key, late and never let go, cost the code', async () => {
    show('<button id="b">B</button>', 'b');
    const keys = type('0Mabcde`', { machine: 'de' });
    const [end] = type('{Enter}', { from: 140 }).map((event) => ({ ...event, key: 'Process' }));
    if (end === undefined) throw new Error('a key was typed');
    await play([...keys.filter((event) => event.type === 'down' || event.key !== 'Dead'), end]);
    expect(codes()).toEqual(['0Mabcde`']);
  });

  test('what an input method makes of its keys does not stay in a field', async () => {
    const field = show('<input id="i" value="anna">', 'i') as HTMLInputElement;
    // The last one of these an input method has, as Linux does with a dead key in a field.
    const [first, last] = [type('abc', { inField: true }), type('[', { from: 18, inField: true })];
    await play([...first, ...last.map((event) => ({ ...event, key: 'Process' }))]);
    field.value = 'anna^';
    field.dispatchEvent(new InputEvent('input', { bubbles: true, isComposing: true }));
    expect(field.value).toBe('anna');
    await scan('{Enter}');
    expect(codes()).toEqual(['abc[']);
  });

  test('a number under Alt is a character of the code, and leaves none in a field', async () => {
    const field = show('<input id="i">', 'i') as HTMLInputElement;
    const chords = [...altNumber('0029'), ...[0, 1, 2].map((n) => ({ code: `Digit${n}` }))];
    // Windows writes it by itself, as soon as Alt is let go.
    const late = { inputType: 'insertText', data: 'A', bubbles: true, cancelable: true };
    const written: boolean[] = [];
    const writes = ({ key }: KeyboardEvent) => {
      if (key === 'Alt') written.push(field.dispatchEvent(new InputEvent('beforeinput', late)));
    };
    document.addEventListener('keyup', writes);
    await play(press([...chords, ...altNumber('0065')], { gap: 6, hold: 2, inField: true }));
    await expect.poll(() => written).toEqual([false, false]);
    document.removeEventListener('keyup', writes);
    await scan('{Enter}');
    expect(codes()).toEqual(['\x1d012A']);
    expect(field.value).toBe('');
    await typeByHand('x');
    expect(field.dispatchEvent(new InputEvent('beforeinput', late))).toBe(true);
  });
});

test('what is no code is told: too short, and without an end', async () => {
  await scan('12{Enter}');
  await scan('123456');
  await expect.poll(() => findings.at(-1)).toMatchObject({ type: 'unfinished' });
  expect(findings[0]).toMatchObject({ type: 'refused', reason: 'too-short' });
  expect(codes()).toEqual([]);
});

test('keys of the system, of input methods and nameless ones in a field pass by', () => {
  show('<input id="i">', 'i');
  for (const init of [
    { metaKey: true, code: 'Enter', key: 'Enter' },
    { code: '', key: 'Unidentified' },
    { code: '', key: 'Enter', isComposing: true },
  ]) {
    const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init });
    expect(the('i').dispatchEvent(event)).toBe(true);
  }
  expect(keys).toHaveLength(3);
});

describe('keys that a program injects, without a code', () => {
  const injected = (text: string, inField: boolean) =>
    type(text, { gap: 4, hold: 0, inField }).map((event) => ({ ...event, code: '' }));

  test('are read in a fast run, and press nothing', async () => {
    show('<button id="b">B</button>', 'b');
    await play(injected('4006381333931{Enter}', false));
    await expect.poll(codes).toEqual(['4006381333931']);
    expect(clicks).toEqual([]);
  });

  test('leave nothing of a code in a field', async () => {
    show('<form id="f"><input id="i" value="anna"><button id="s">S</button></form>', 'i');
    await play(injected('4006381333931{Enter}', true));
    await expect.poll(codes).toEqual(['4006381333931']);
    expect([valueOf('i'), clicks]).toEqual(['anna', []]);
  });

  test('leave a word that somebody has chosen', async () => {
    show('<input id="i">', 'i');
    await play(injected('berlin', true));
    await expect.poll(() => valueOf('i')).toBe('berlin');
    expect(findings).toEqual([]);
  });
});

describe('while the browser is asked for keys that are on their way', () => {
  let asked: (() => void)[];
  const answer = () => {
    for (const come of asked.splice(0)) come();
  };
  const painted = () =>
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

  /** Until the clock would end what a person’s Enter on a button has begun. */
  beforeEach(async () => {
    stop();
    asked = [];
    stop = listenForScans(
      window,
      { settings: DEFAULT_WEDGE_SETTINGS, rhythms: KNOWN },
      { onFinding: (finding) => findings.push(finding), onRhythms: () => undefined },
      () => new Promise((come) => asked.push(come)),
    );
    show('<button id="b">B</button>', 'b');
    await play(type('{Enter}', { hold: 500 }).slice(0, 1));
    await expect.poll(() => asked).toHaveLength(1);
  });

  test('the clock ends nothing', async () => {
    await painted();
    expect(clicks).toEqual([]);
    const answered = () => {
      answer();
      return clicks;
    };
    await expect.poll(answered).toEqual(['b']);
  });

  test('who stops listening does at once what waited, and the answer does it no more', async () => {
    stop();
    expect(clicks).toEqual(['b']);
    answer();
    await painted();
    expect(clicks).toEqual(['b']);
  });
});

test('after it has stopped, nothing is listened for; what waited is done before', async () => {
  show('<button id="b">B</button>', 'b');
  const waits = type('{Enter}', { hold: 500 });
  await play(waits.slice(0, 1));
  stop();
  expect(clicks).toEqual(['b']);
  await scan('4006381333931{Tab}');
  expect(findings).toEqual([]);
  expect(keys.length).toBeGreaterThan(13);
});
