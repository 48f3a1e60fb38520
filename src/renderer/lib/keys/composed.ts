import type { WedgeKeyEvent } from '#shared/wedge/key-event.ts';
import {
  announce,
  contentOf,
  focusedField,
  restore,
  type Content,
  type TextField,
} from './text-field.ts';

/** Keys that an input method handles, and their effect on a field. */
export interface Composed {
  /** Called when an input method handles this key. */
  note(key: WedgeKeyEvent): void;
  /** Whether an input method has handled it: then it is not replayed. */
  has(key: WedgeKeyEvent): boolean;
  /** The result of this key, if an input method handles it, must not go into the focused field. */
  keepOut(key: WedgeKeyEvent): void;
  /** Restores the field to its content before the first of those keys. */
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
