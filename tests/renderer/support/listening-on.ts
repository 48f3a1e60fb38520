/** What may listen for keys wherever they are pressed: a scanner types into no field. */
type Listens = Window | Document;

interface Listening {
  readonly on: Listens;
  readonly type: string;
  readonly listener: EventListenerOrEventListenerObject;
  readonly capture: boolean;
  /** Since which test. */
  readonly since: string;
}

const KEYS: ReadonlySet<string> = new Set(['keydown', 'keyup', 'keypress', 'beforeinput']);

let watched: Listening[] | null = null;
let running = 'before the first test';

/** Says which test, of which file, runs from now on: whoever begins to listen does so since then. */
export function nowRuns(test: string): void {
  running = test;
}

/**
 * Returns for which keys the page still listens, and since which test; empty: for none. All files share one page, and a
 * screen that was left listening would hear the scans of every test that comes after it.
 */
export function listeningForKeys(): readonly string[] {
  return (watched ?? []).map(({ type, since }) => `${type}, since ${since}`);
}

/** Returns the same, and ends it: one test has failed by it, and those that come after it need not. */
export function endListeningForKeys(): readonly string[] {
  const left = listeningForKeys();
  for (const { on, type, listener, capture } of [...(watched ?? [])]) {
    on.removeEventListener(type, listener, capture);
  }
  return left;
}

/** Notes from now on, once for the page, who begins and ends to listen for keys. */
export function watchListening(): void {
  if (watched !== null) return;
  const noted: Listening[] = [];
  watched = noted;
  for (const on of [window, document]) watchOne(on, noted);
}

function watchOne(on: Listens, noted: Listening[]): void {
  const add = on.addEventListener.bind(on);
  const remove = on.removeEventListener.bind(on);
  const forget = (type: string, listener: unknown, capture: boolean) => {
    const place = noted.findIndex(
      (one) =>
        one.on === on && one.type === type && one.listener === listener && one.capture === capture,
    );
    if (place !== -1) noted.splice(place, 1);
  };
  on.addEventListener = (
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ) => {
    if (listener !== null) {
      add(type, listener, options);
      const { signal, once = false } = typeof options === 'object' ? options : {};
      const capture = isCapturing(options);
      if (KEYS.has(type) && !once && signal?.aborted !== true) {
        forget(type, listener, capture);
        noted.push({ on, type, listener, capture, since: running });
        signal?.addEventListener('abort', () => forget(type, listener, capture));
      }
    }
  };
  on.removeEventListener = (
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | EventListenerOptions,
  ) => {
    if (listener === null) return;
    remove(type, listener, options);
    forget(type, listener, isCapturing(options));
  };
}

function isCapturing(options: boolean | EventListenerOptions | undefined): boolean {
  return typeof options === 'boolean' ? options : options?.capture === true;
}
