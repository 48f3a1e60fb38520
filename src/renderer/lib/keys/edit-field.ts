import type { WedgeKeyEvent } from '#shared/wedge/key-event.ts';
import { announce, contentOf, replace, type TextField } from './text-field.ts';

/** Where the caret goes to from here. */
function moved(value: string, caret: number, key: string): number | null {
  // A character outside of the basic plane is two places wide.
  const before = Array.from(value.slice(0, caret)).at(-1)?.length ?? 0;
  const after = Array.from(value.slice(caret))[0]?.length ?? 0;
  switch (key) {
    case 'ArrowLeft':
    case 'Backspace':
      return caret - before;
    case 'ArrowRight':
    case 'Delete':
      return caret + after;
    case 'ArrowUp':
    case 'Home':
      return 0;
    case 'ArrowDown':
    case 'End':
      return value.length;
    default:
      return null;
  }
}

/** Deletes in a field, or moves its caret, as this key does. */
export function editField(field: TextField, { key, shift }: WedgeKeyEvent): void {
  const { value, selection } = contentOf(field);
  if (selection === null) return;
  const [from, to] = selection;
  const backward = shift && field.selectionDirection === 'backward';
  const focus = backward ? from : to;
  const deletes = key === 'Backspace' || key === 'Delete';
  const caret = moved(value, shift && !deletes ? focus : key === 'ArrowLeft' ? from : to, key);
  if (caret === null) return;
  if (deletes) {
    const [start, end] = from === to ? [Math.min(from, caret), Math.max(from, caret)] : selection;
    replace(field, '', start, end);
    announce(field, key === 'Delete' ? 'deleteContentForward' : 'deleteContentBackward');
  } else if (shift) {
    const anchor = backward ? to : from;
    const direction = caret < anchor ? 'backward' : 'forward';
    field.setSelectionRange(Math.min(anchor, caret), Math.max(anchor, caret), direction);
  } else {
    // From a selection, an arrow goes to its end, no further.
    const collapses = from !== to && (key === 'ArrowLeft' || key === 'ArrowRight');
    const place = collapses ? (key === 'ArrowLeft' ? from : to) : caret;
    field.setSelectionRange(place, place);
  }
}
