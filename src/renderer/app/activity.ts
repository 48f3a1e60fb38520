const INPUT = ['pointerdown', 'wheel', 'keydown'] as const;
/** Further events of a touch after its beginning. */
const REST_OF_TOUCH = ['mousedown', 'mouseup', 'click'] as const;

export interface ActivityListener {
  /** Called when somebody touches the screen, or presses a key. */
  onInput: (isTouch: boolean) => void;
  /** Whether a touch only wakes the screen: what then appears under it is not pressed. */
  onlyWakes: () => boolean;
}

/** Listens for touches and keys in a whole window, scans included. Returns how to stop. */
export function listenForActivity(target: Window, listener: ActivityListener): () => void {
  let swallowing = false;

  const input = (event: Event) => {
    if (event.type === 'pointerdown') swallowing = listener.onlyWakes();
    listener.onInput(event.type !== 'keydown');
  };
  const rest = (event: Event) => {
    if (!swallowing) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  const options = { capture: true, passive: true };
  for (const type of INPUT) target.addEventListener(type, input, options);
  for (const type of REST_OF_TOUCH) target.addEventListener(type, rest, { capture: true });
  return () => {
    for (const type of INPUT) target.removeEventListener(type, input, options);
    for (const type of REST_OF_TOUCH) target.removeEventListener(type, rest, { capture: true });
  };
}
