import { arrowAsRead } from '#renderer/i18n/locale.svelte.ts';
import type { WedgeKeyEvent } from '#shared/wedge/key-event.ts';
import { editField } from './edit-field.ts';
import { moveFocus, openDialog } from './tab-stop.ts';
import { announce, focusedField, write, type TextField } from './text-field.ts';

/** Events dispatched here, which the listener for scans ignores. */
const made = new WeakSet<Event>();

/** Whether this event was dispatched here for a key that was held back. */
export function isMade(event: Event): boolean {
  return made.has(event);
}

/** Whether a key must not repeat while it is held down, so that a form is not submitted twice. */
export function actsOnce({ key, inField }: WedgeKeyEvent): boolean {
  return key === 'Enter' || key === 'Escape' || (key === ' ' && !inField);
}

const PRESSED_BY_BOTH =
  'button, summary, :is(input:is([type=button], [type=submit], [type=reset]))';
const PRESSED_BY_ENTER = `${PRESSED_BY_BOTH}, a[href]`;
const PRESSED_BY_BLANK = `${PRESSED_BY_BOTH}, input:is([type=checkbox], [type=radio])`;

function click(element: Element | null, which: string): boolean {
  if (!(element instanceof HTMLElement) || !element.matches(which)) return false;
  element.click();
  return true;
}

/** Enter in a field submits its form, as if its button had been pressed. */
function submitFormOf(element: Element | null): void {
  if (!(element instanceof HTMLInputElement) || element.form === null) return;
  const button = [...element.form.elements].find((each) =>
    each.matches('button:is([type=submit], :not([type])), input:is([type=submit], [type=image])'),
  );
  if (button instanceof HTMLElement) button.click();
  else element.form.requestSubmit();
}

/** Escape cancels an open dialog. */
function cancel(dialog: HTMLDialogElement | null): void {
  if (dialog === null) return;
  if ('requestClose' in HTMLDialogElement.prototype) dialog.requestClose();
  else if (dialog.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close();
}

/** The arrows choose another one of a group. */
function chooseBeside(radio: Element | null, key: string): void {
  if (!(radio instanceof HTMLInputElement) || radio.type !== 'radio') return;
  const step = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[arrowAsRead(key)];
  const named = document.querySelectorAll<HTMLInputElement>('input[type=radio]:enabled');
  const group = [...named].filter(({ name, form }) => name === radio.name && form === radio.form);
  const next = step && group.at((group.indexOf(radio) + step) % group.length);
  if (!next) return;
  next.focus();
  next.click();
}

/** Called before a letter goes into a field. */
type BeforeLetter = (field: TextField, letter: string) => void;

/** The default action of a key, if the page does not prevent it. */
function doAsKey(given: WedgeKeyEvent, beforeLetter: BeforeLetter): void {
  const { key, shift, alt, ctrl, altGraph } = given;
  // A shortcut: the event was dispatched, and there is no default action to imitate.
  if ((alt || ctrl) && !altGraph) return;
  const { activeElement } = document;
  const field = focusedField(document);
  if (key === 'Tab') moveFocus(document, shift);
  else if (key === 'Escape') cancel(openDialog(document));
  else if (key === 'Enter' && !(field instanceof HTMLTextAreaElement)) {
    if (!click(activeElement, PRESSED_BY_ENTER)) submitFormOf(activeElement);
  } else if (field !== null) {
    const letter = key === 'Enter' ? '\n' : key;
    if (Array.from(letter).length !== 1) editField(field, given);
    else {
      beforeLetter(field, letter);
      write(field, letter);
      announce(field, 'insertText', letter);
    }
  } else if (key === ' ') click(activeElement, PRESSED_BY_BLANK);
  else chooseBeside(activeElement, key);
}

/**
 * Replays a key that was held back until it was known to be a person's: dispatches its event and, unless
 * the page prevents it, imitates the browser's default action.
 */
export function actAsKey(given: WedgeKeyEvent, beforeLetter: BeforeLetter): void {
  if (given.repeat && actsOnce(given)) return;
  const event = new KeyboardEvent(given.type === 'down' ? 'keydown' : 'keyup', {
    bubbles: true,
    cancelable: true,
    composed: true,
    key: given.key,
    code: given.code,
    shiftKey: given.shift,
    altKey: given.alt,
    ctrlKey: given.ctrl,
    modifierAltGraph: given.altGraph,
    modifierCapsLock: given.capsLock,
    repeat: given.repeat,
  });
  made.add(event);
  const left = (document.activeElement ?? document.body).dispatchEvent(event);
  if (left && given.type === 'down') doAsKey(given, beforeLetter);
}
