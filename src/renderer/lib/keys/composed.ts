import type { WedgeKeyEvent } from '#shared/wedge/key-event.ts';
import {
  announce,
  contentOf,
  focusedField,
  restore,
  type Content,
  type TextField,
} from './text-field.ts';

/** Keys that an input method has, and what it makes of them in a field. */
export interface Composed {
  /** An input method has this key. */
  note(key: WedgeKeyEvent): void;
  /** Whether it had: then the key has done its work, and is not acted out. */
  has(key: WedgeKeyEvent): boolean;
  /** What comes of this key, if an input method has it, does not belong into the field that has the focus. */
  keepOut(key: WedgeKeyEvent): void;
  /** Puts the field back to what it was before the first of those keys. */
  undo(): void;
  forget(): void;
}

export function createComposed(): Composed {
  const keys = new WeakSet<WedgeKeyEvent>();
  let before: { readonly field: TextField; readonly content: Content } | null = null;
  return {
    note: (key) => keys.add(key),
    has: (key) => keys.has(key),
    keepOut(key) {
      const field = focusedField(document);
      if (before === null && field !== null && key.type === 'down' && keys.has(key)) {
        before = { field, content: contentOf(field) };
      }
    },
    undo() {
      if (before === null || before.field.value === before.content.value) return;
      const { field, content } = before;
      restore(field, content);
      announce(field, 'deleteCompositionText');
    },
    forget() {
      before = null;
    },
  };
}
