/** Where a person writes. */
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

/** What stands in a field, and where its caret is; null where this kind of field does not tell. */
export interface Content {
  readonly value: string;
  readonly selection: readonly [from: number, to: number] | null;
}

export function contentOf({ value, selectionStart, selectionEnd }: TextField): Content {
  const known = selectionStart !== null && selectionEnd !== null;
  return { value, selection: known ? [selectionStart, selectionEnd] : null };
}

/** Puts a field back to what it was. Nobody is told: see {@link announce}. */
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

/** Writes at the caret of a field, as a key does. Nobody is told: see {@link announce}. */
export function write(field: TextField, text: string): void {
  const { value, selection } = contentOf(field);
  // Numbers and addresses of mail have no caret that a page could know of: it is at their end.
  if (selection === null) field.value = value + text;
  else replace(field, text, ...selection);
}

/** Tells the page that a field has changed, as a browser does. */
export function announce(field: TextField, inputType: string, data: string | null = null): void {
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType, data }));
}
