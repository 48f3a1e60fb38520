import { createWedge } from './wedge.ts';

const NOT_FOR_TEXT = new Set([
  'button',
  'checkbox',
  'color',
  'file',
  'image',
  'radio',
  'range',
  'reset',
  'submit',
]);

/** Whether keys typed there are text that a person writes. */
function isTextField(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !NOT_FOR_TEXT.has(target.type);
  if (target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLElement && target.isContentEditable;
}

function isShortcut(event: KeyboardEvent): boolean {
  if (event.getModifierState('AltGraph')) return false;
  return event.ctrlKey || event.altKey || event.metaKey;
}

/**
 * Listens for scans in a whole window, before anything else sees the keys. Keys of a scan go no
 * further: they press no button and move no focus. Returns how to stop.
 */
export function listenForScans(target: Window, onCode: (code: string) => void): () => void {
  const wedge = createWedge();
  /** Keys of a scan that are still down: their release is not for anybody else either. */
  const held = new Set<string>();

  const swallow = (event: KeyboardEvent) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  const keydown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    if (isTextField(event.target)) {
      wedge.reset(event.timeStamp);
      return;
    }
    const { key, timeStamp: at } = event;
    const outcome = wedge.key({ key, shortcut: isShortcut(event), at });
    if (outcome.type === 'ignored') return;
    swallow(event);
    held.add(event.code);
    if (outcome.type === 'code') onCode(outcome.code);
  };

  const keyup = (event: KeyboardEvent) => {
    if (held.delete(event.code)) swallow(event);
  };

  target.addEventListener('keydown', keydown, { capture: true });
  target.addEventListener('keyup', keyup, { capture: true });
  return () => {
    target.removeEventListener('keydown', keydown, { capture: true });
    target.removeEventListener('keyup', keyup, { capture: true });
  };
}
