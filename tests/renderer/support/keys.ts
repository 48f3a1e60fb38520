import { cdp } from 'vitest/browser';
import type { WedgeKeyEvent } from '#shared/wedge/key-event.ts';
import { PERSON, type, type Manner } from '#tests/shared/wedge/typist.ts';

/** Windows' numbers of the keys that do more than write; browsers go by them. */
const KEY_CODES: Record<string, number> = {
  Backspace: 8,
  Tab: 9,
  Enter: 13,
  Escape: 27,
  ' ': 32,
  End: 35,
  Home: 36,
  ArrowLeft: 37,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40,
  Delete: 46,
};

/** The page's clock stands still before an event that is on its way to it, and goes on from there. */
const machineNow = performance.now.bind(performance);
let behind = 0;
let onTheWay = Infinity;
performance.now = () => Math.min(machineNow() - behind, onTheWay);

/** When the last event seemed to come. */
let lastAt = 0;

/**
 * Gives key events to the browser, as a keyboard does: at once, and each with its own time. What waits
 * for more to come does so until that time has come, and however long a busy machine keeps an event: a
 * key that came late would be another way to type.
 */
export async function play(events: readonly WedgeKeyEvent[]): Promise<void> {
  if (!document.hasFocus()) window.focus();
  // What was played before is over.
  while (performance.now() <= lastAt) await new Promise(requestAnimationFrame);
  // Not too soon: most machines have brought them all by then, and nothing has to wait.
  const from = performance.now() + 50 + 3 * events.length - (events[0]?.at ?? 0);
  lastAt = from + (events.at(-1)?.at ?? 0);
  onTheWay = from + (events[0]?.at ?? 0);
  await Promise.all(
    events.map(async (event) => {
      const { key, code, shift, ctrl, alt, repeat } = event;
      const letter = key === 'Enter' ? '\r' : Array.from(key).length === 1 ? key : '';
      const writes = event.type === 'down' && letter !== '' && !ctrl && !alt;
      await cdp().send('Input.dispatchKeyEvent', {
        type: event.type === 'up' ? 'keyUp' : writes ? 'keyDown' : 'rawKeyDown',
        key,
        code,
        autoRepeat: repeat,
        modifiers: (alt ? 1 : 0) + (ctrl ? 2 : 0) + (shift ? 8 : 0),
        windowsVirtualKeyCode:
          KEY_CODES[key] ?? (/^[a-z0-9]$/i.test(key) ? key.toUpperCase().charCodeAt(0) : 0),
        timestamp: (performance.timeOrigin + from + event.at) / 1000,
        ...(writes && { text: letter }),
      });
    }),
  );
  behind = Math.max(behind, machineNow() - lastAt);
  onTheWay = Infinity;
}

/** Scans what is on a barcode; `{Enter}` and `{Tab}` are keys. */
export async function scan(text: string, manner: Manner = {}): Promise<void> {
  await play(type(text, { gap: 6, hold: 2, ...manner }));
}

/** Types as a person does; `{Enter}` and so on are keys. Brings back control when the page has seen the last one. */
export async function typeByHand(text: string, manner: Manner = {}): Promise<void> {
  const events = type(text, { ...PERSON, ...manner });
  const downs = events.filter((event) => event.type === 'down').length;
  const seen = new Promise<void>((resolve) => {
    let left = downs;
    const count = () => {
      left -= 1;
      if (left > 0) return;
      document.removeEventListener('keydown', count, { capture: true });
      // When the key has done its work.
      setTimeout(resolve);
    };
    // The window's own listener keeps those that wait from the document.
    document.addEventListener('keydown', count, { capture: true });
  });
  await play(events);
  await seen;
}
