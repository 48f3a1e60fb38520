import { Idle } from '#renderer/lib/kiosk/idle.svelte.ts';
import type { Now } from '#renderer/lib/now.svelte.ts';

/** The pointer is hidden after a mouse has not moved for so long, in milliseconds. */
export const POINTER_HIDES_AFTER = 3_000;

/** Whether a mouse pointer is shown: never for touches, and only while the mouse moves. */
export class Pointer {
  readonly #idle: Idle;
  #at: readonly [number, number] | null = null;
  #isTouch = $state(false);

  constructor(now: Now) {
    this.#idle = new Idle(now);
  }

  get isIdle(): boolean {
    return this.#isTouch || this.#idle.isFor(POINTER_HIDES_AFTER);
  }

  /** Something moved or pressed: also the browser says so, when the page moves under a pointer that rests. */
  notice({ pointerType, type, screenX, screenY }: PointerEvent): void {
    if (pointerType !== 'mouse') {
      this.#isTouch = true;
      return;
    }
    const rests = this.#at !== null && this.#at[0] === screenX && this.#at[1] === screenY;
    this.#at = [screenX, screenY];
    if (rests && type === 'pointermove') return;
    this.#isTouch = false;
    this.#idle.touch();
  }
}

/** Follows the pointer in a whole window; returns how to stop. */
export function listenForPointer(
  target: Window,
  notice: (event: PointerEvent) => void,
): () => void {
  const types = ['pointermove', 'pointerdown'] as const;
  const options = { capture: true, passive: true };
  for (const type of types) target.addEventListener(type, notice, options);
  return () => {
    for (const type of types) target.removeEventListener(type, notice, options);
  };
}
