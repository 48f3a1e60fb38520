/** One event of a key, as plain data: what a browser and Electron both tell of it. */
export interface WedgeKeyEvent {
  readonly type: 'down' | 'up';
  /** `KeyboardEvent.code`: which key it is, whatever is printed on it; '' for a key that a program injects. */
  readonly code: string;
  /** `KeyboardEvent.key`: what the machine's layout makes of it. */
  readonly key: string;
  readonly shift: boolean;
  readonly altGraph: boolean;
  readonly alt: boolean;
  readonly ctrl: boolean;
  /** Caps Lock is on. */
  readonly capsLock: boolean;
  /** The machine repeats a key that somebody holds down. */
  readonly repeat: boolean;
  /** When it came, in milliseconds on a clock that only goes forward. */
  readonly at: number;
  /** A text field has the focus. */
  readonly inField: boolean;
}

/** What of a key's event says which character a scanner meant. */
export type Stroke = Pick<
  WedgeKeyEvent,
  'code' | 'shift' | 'altGraph' | 'alt' | 'ctrl' | 'capsLock'
> & {
  /** Grows each time that Alt goes down: digits under the same Alt are one number. */
  readonly altRun: number;
  /** `KeyboardEvent.key` of a key that a program injects: it has no place on a keyboard. */
  readonly injected?: string | undefined;
};

/** Whether a program makes this key (a remote desktop, a software wedge, a keyboard on the screen), and says only what it writes. */
export function isInjected({ code }: Pick<WedgeKeyEvent, 'code'>): boolean {
  return code === '';
}

/** What a key can do to the page. */
export type KeyKind =
  /** Shift and the like: nothing by themselves. */
  | 'modifier'
  /** It writes a character into a field, and does nothing elsewhere. */
  | 'character'
  /** It may press a button, move the focus or run a shortcut of the application. */
  | 'action'
  /**
   * It moves or deletes inside of a field, or it is a function key or a shortcut that no page could run in
   * its stead; no scanner sends it first.
   */
  | 'editing';

const MODIFIERS =
  /^(?:Shift|Control|Alt|Meta|OS)(?:Left|Right)?$|^(?:CapsLock|NumLock|ScrollLock|Fn|AltGraph)$/;
/** A letter, digit or sign, whatever the machine's layout makes of it. */
const WRITING =
  /^(?:Key[A-Z]|Digit\d|Intl\w+|Bracket\w+|Backquote|Minus|Equal|Semicolon|Quote|Backslash|Comma|Period|Slash)$/;
/** With Ctrl: select all, copy, paste, cut, undo, redo. */
const EDITING_SHORTCUT = /^[acvxyz]$/i;
const ACTING = /^(?:Enter|Tab|Escape)$/;
const EDITING = /^(?:Arrow\w+|Home|End|PageUp|PageDown|Backspace|Delete|Insert|ContextMenu)$/;

/** Whether `KeyboardEvent.key` says anything of a key that a program injects. */
export function isNamed(key: string): boolean {
  return !/^(?:Unidentified|Process|)$/.test(key);
}

/** What this key can do to the page. */
export function kindOf({ code, key, alt, altGraph, ctrl, inField }: WedgeKeyEvent): KeyKind {
  const name = code || key;
  if (MODIFIERS.test(name)) return 'modifier';
  if (EDITING.test(name)) return 'editing';
  if (code === '' && !isNamed(key)) return 'character';
  if ((alt || ctrl) && !altGraph) {
    return ctrl && !alt && EDITING_SHORTCUT.test(key) ? 'editing' : 'action';
  }
  if (name === 'Space' || name === ' ') return inField ? 'character' : 'action';
  // A dead key writes with the next one.
  if (Array.from(key).length === 1 || key === 'Dead' || WRITING.test(code)) return 'character';
  // Without Num Lock the digits of the keypad have names; with an input method all keys have the same.
  return ACTING.test(key) || ACTING.test(code) || code.startsWith('Numpad') ? 'action' : 'editing';
}
