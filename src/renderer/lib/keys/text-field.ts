/** Elements into which people type. */
export type TextField = HTMLInputElement | HTMLTextAreaElement;

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

/** The text field that has the focus; null: none has. */
export function focusedField({ activeElement }: Document): TextField | null {
  if (activeElement instanceof HTMLTextAreaElement) return activeElement;
  if (!(activeElement instanceof HTMLInputElement)) return null;
  return NOT_FOR_TEXT.has(activeElement.type) ? null : activeElement;
}

/** Returns a field's content and caret; null if this kind of field does not expose its caret. */
export interface Content {
  readonly value: string;
  readonly selection: readonly [from: number, to: number] | null;
}

export function contentOf({ value, selectionStart, selectionEnd }: TextField): Content {
  const known = selectionStart !== null && selectionEnd !== null;
  return { value, selection: known ? [selectionStart, selectionEnd] : null };
}

/** Restores a field's content. Fires no events: see {@link announce}. */
export function restore(field: TextField, { value, selection }: Content): void {
  field.value = value;
  if (selection !== null) field.setSelectionRange(...selection);
}

/** Replaces this part of a field, and leaves the caret after it. */
export function replace(field: TextField, text: string, from: number, to: number): void {
  if (field.readOnly || field.disabled) return;
  const length = field.value.length - (to - from) + text.length;
  if (field.maxLength >= 0 && length > field.maxLength && text !== '') return;
  field.setRangeText(text, from, to, 'end');
}

/** Inserts at the caret of a field, as a key does. Fires no events: see {@link announce}. */
export function write(field: TextField, text: string): void {
  const { value, selection } = contentOf(field);
  // Fields for numbers and e-mail do not expose a caret: it is taken to be at the end.
  if (selection === null) field.value = value + text;
  else replace(field, text, ...selection);
}

/** Fires the events for a changed field, as a browser does. */
export function announce(field: TextField, inputType: string, data: string | null = null): void {
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType, data }));
}
