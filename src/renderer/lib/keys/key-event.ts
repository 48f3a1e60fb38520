import type { WedgeKeyEvent } from '#shared/wedge/key-event.ts';
import { focusedField } from './text-field.ts';

/**
 * Whether a key is none that a scanner presses: it is a shortcut of the system, or comes from no
 * keyboard at all, as those of a keyboard on the screen do.
 */
export function passesBy(event: KeyboardEvent): boolean {
  return event.metaKey || event.code === '';
}

/**
 * Whether an input method has this key, whatever the page does. On Linux a dead key is one of those,
 * and the letter after it; a scanner may well press them on a machine with such a layout.
 */
export function isInputMethods(event: KeyboardEvent): boolean {
  return event.isComposing || event.key === 'Process';
}

/** Reads the browser's events of keys, in the order in which they come. */
export function createKeyReader(): (event: KeyboardEvent) => WedgeKeyEvent {
  let rightAltDown = false;
  return (event) => {
    const down = event.type === 'keydown';
    if (event.code === 'AltRight') rightAltDown = down;
    return {
      type: down ? 'down' : 'up',
      code: event.code,
      key: event.key,
      shift: event.shiftKey,
      // On a machine whose layout has no AltGr, the scanner's AltGr is but the right Alt.
      altGraph: event.getModifierState('AltGraph') || (rightAltDown && event.altKey),
      alt: event.altKey,
      ctrl: event.ctrlKey,
      capsLock: event.getModifierState('CapsLock'),
      repeat: event.repeat,
      at: event.timeStamp,
      inField: focusedField(document) !== null,
    };
  };
}
