import { createWedgeDecoder } from '#shared/wedge/decoder.ts';
import { isInjected, kindOf, type WedgeKeyEvent } from '#shared/wedge/key-event.ts';
import { isSameScanner, type Rhythm } from '#shared/wedge/rhythm.ts';
import type { WedgeSettings } from '#shared/wedge/settings.ts';
import type { WedgeFinding, WedgeStep } from '#shared/wedge/step.ts';
import { actAsKey, actsOnce, isMade } from '../keys/act-as-key.ts';
import { createComposed } from '../keys/composed.ts';
import { createKeyReader, isInputMethods, passesBy } from '../keys/key-event.ts';
import { focusedField } from '../keys/text-field.ts';
import { createTypedLetters } from '../keys/typed-letters.ts';
import { createKeysUnderWay } from './keys-under-way.ts';

export interface ScanListener {
  /** Called at the end of a scanner's input: a code, a refusal, or an unfinished one. */
  onFinding(finding: WedgeFinding): void;
  /** Called when the typing rhythms have changed enough to be stored. */
  onRhythms(rhythms: readonly Rhythm[]): void;
}

export interface WedgeSetup {
  readonly settings: WedgeSettings;
  /** The typing rhythms of the scanners that were used before. */
  readonly rhythms: readonly Rhythm[];
}

/** The longest delay of a key event on a busy machine, in milliseconds. */
const ON_THE_WAY = 16;

/** How soon after releasing Alt its character arrives, in milliseconds. */
const ALT_CHARACTER = 100;

/**
 * A dead key outside of a field, or the one after it, which an input method has: Chromium on Linux may
 * never say that it was let go, and say later that it was pressed again. They do nothing there, so that it
 * need not be known how long they were down.
 */
const isDeadAlone = ({ type, key, inField, repeat }: WedgeKeyEvent) =>
  type === 'down' && (key === 'Dead' || key === 'Process') && !inField && !repeat;

const withhold = (event: Event) => {
  event.preventDefault();
  event.stopImmediatePropagation();
};

/**
 * Listens for scans in a whole window, before all other listeners. Keys of a scan are not passed on; those
 * that are a person's are replayed. Returns a function that stops it, after finishing what is pending.
 *
 * @param underWay resolves when all keys have come that are on their way
 */
export function listenForScans(
  target: Window,
  { settings, rhythms }: WedgeSetup,
  listener: ScanListener,
  underWay = createKeysUnderWay(),
): () => void {
  const decoder = createWedgeDecoder(settings, rhythms);
  const read = createKeyReader();
  const letters = createTypedLetters();
  const composed = createComposed();
  /** The numbers of the keys that were not passed to the page. */
  const numbers = new WeakMap<WedgeKeyEvent, number | null>();
  const down = new Set<string>();
  let known = rhythms;
  let timer: number | undefined;
  /** Grows with each step of the decoder: whoever asked for the clock before asked in vain. */
  let steps = 0;
  /** The last key, if the page has not seen it, and when that was last sure. */
  let withheld: { readonly key: WedgeKeyEvent; at: number } | null = null;

  function handBack(given: WedgeKeyEvent): void {
    if (withheld?.key === given) withheld = null;
    if (composed.has(given)) return;
    actAsKey(given, (field, letter) => {
      letters.expect(field, numbers.get(given) ?? null);
      letters.wrote(field, letter);
    });
  }

  function tellRhythms(): void {
    const heard = decoder.rhythms();
    if (heard.every((one) => known.some((other) => isSameScanner(one, other)))) return;
    known = heard;
    listener.onRhythms(heard);
  }

  function follow({ takeBack, giveBack, findings, wakeAt }: WedgeStep): void {
    letters.takeBack(takeBack);
    giveBack.forEach(handBack);
    for (const finding of findings) listener.onFinding(finding);
    if (findings.length > 0) tellRhythms();
    if (wakeAt === null && down.size === 0) letters.forget();
    if (wakeAt === null) composed.forget();
    target.clearTimeout(timer);
    steps += 1;
    if (wakeAt === null) return;
    timer = target.setTimeout(wake, wakeAt + ON_THE_WAY - performance.now());
  }

  /**
   * What has brought nothing so far may be late: the browser is asked for the keys that it holds, and the page itself may
   * have been busy, which sees them before a second timer is due.
   */
  function wake(): void {
    const now = performance.now();
    const step = steps;
    void underWay().then(() => {
      if (step !== steps) return;
      timer = target.setTimeout(() => follow(decoder.tick(now - ON_THE_WAY)));
    });
  }

  function goesOn(event: KeyboardEvent, key: WedgeKeyEvent, step: WedgeStep): void {
    if (step.verdict === 'held' || (key.repeat && actsOnce(key))) {
      withhold(event);
      composed.keepOut(key);
    } else if (event.type === 'keydown' && kindOf(key) === 'character') {
      const field = focusedField(document);
      if (field !== null) letters.expect(field, step.id);
    }
  }

  function keyed(event: KeyboardEvent): void {
    if (isMade(event)) return;
    const key = read(event);
    // A program may never let go of a key that it injects.
    if (event.type === 'keydown' && !isInjected(key)) down.add(event.code);
    else down.delete(event.code);
    if (withheld !== null) withheld.at = performance.now();
    if (passesBy(event)) {
      withheld = null;
      return;
    }
    if (isInputMethods(event)) composed.note(key);
    const step = decoder.key(key);
    numbers.set(key, step.id);
    if (event.type === 'keydown' && kindOf(key) !== 'modifier') {
      withheld = step.verdict === 'held' ? { key, at: performance.now() } : null;
    }
    follow(step);
    goesOn(event, key, step);
    if (isDeadAlone(key)) follow(decoder.key({ ...key, type: 'up' }));
  }

  /** Windows writes a character under Alt when Alt is let go, although its digits never came. */
  function written(event: InputEvent): void {
    if (event.inputType !== 'insertText') return;
    if (withheld !== null && performance.now() - withheld.at <= ALT_CHARACTER) withhold(event);
    else letters.wrote(event.target, event.data ?? '');
  }

  /** What an input method makes of keys that the page has not seen can only be undone. */
  function composes(): void {
    if (withheld !== null) composed.undo();
  }

  function left(): void {
    down.clear();
    letters.forget();
    composed.forget();
  }

  const capture = { capture: true };
  target.addEventListener('keydown', keyed, capture);
  target.addEventListener('keyup', keyed, capture);
  target.addEventListener('beforeinput', written, capture);
  target.addEventListener('input', composes, capture);
  target.addEventListener('compositionend', composes, capture);
  target.addEventListener('blur', left);
  return () => {
    follow(decoder.tick(Infinity));
    target.clearTimeout(timer);
    target.removeEventListener('keydown', keyed, capture);
    target.removeEventListener('keyup', keyed, capture);
    target.removeEventListener('beforeinput', written, capture);
    target.removeEventListener('input', composes, capture);
    target.removeEventListener('compositionend', composes, capture);
    target.removeEventListener('blur', left);
  };
}
