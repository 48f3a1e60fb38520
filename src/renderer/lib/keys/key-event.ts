import { isNamed, type WedgeKeyEvent } from '#shared/wedge/key-event.ts';
import { focusedField } from './text-field.ts';

/**
 * Whether a key cannot be a scanner's: it is a shortcut of the system, or one without a code that an input method or a
 * keyboard on the screen uses to write into a field.
 */
export function passesBy(event: KeyboardEvent): boolean {
  if (event.metaKey || event.code !== '') return event.metaKey;
  return event.isComposing || (!isNamed(event.key) && focusedField(document) !== null);
}

/**
 * Whether an input method handles this key. On Linux that includes a dead key and the letter after it; a
 * scanner may press them on a machine with such a layout.
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
      // On a machine whose layout has no AltGr, a scanner's AltGr arrives as the right Alt.
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
