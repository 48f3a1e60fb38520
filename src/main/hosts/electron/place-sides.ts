/** A display, as far as it matters whose it is. */
export interface DisplayFacts {
  /** The system's own number; another one after a restart, on some systems. */
  readonly id: number;
  /** What the system calls it; empty where it does not say. */
  readonly label: string;
  readonly bounds: Place;
}

/** Where a display is on the desktop, in the system's units. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** By what each side finds its display again. */
export interface SidesRemembered {
  readonly usher: DisplayFacts;
  readonly guest: DisplayFacts;
}

/** Which display each side has; null: there is none for it. */
export interface SidesPlaced<D extends DisplayFacts> {
  readonly usher: D | null;
  readonly guest: D | null;
}

/** How a display is known again, the surest sign first. */
const SIGNS: readonly ((one: DisplayFacts, other: DisplayFacts) => boolean)[] = [
  (one, other) => one.id === other.id && one.label === other.label,
  (one, other) => one.label !== '' && one.label === other.label,
  (one, other) => isSamePlace(one.bounds, other.bounds),
];

export function isSamePlace(one: Place, other: Place): boolean {
  return (
    one.x === other.x &&
    one.y === other.y &&
    one.width === other.width &&
    one.height === other.height
  );
}

/** Whether each side has the same display as before, in the same place. */
export function arePlacedAlike(
  before: SidesPlaced<DisplayFacts>,
  now: SidesPlaced<DisplayFacts>,
): boolean {
  return isSameDisplay(before.usher, now.usher) && isSameDisplay(before.guest, now.guest);
}

function isSameDisplay(one: DisplayFacts | null, other: DisplayFacts | null): boolean {
  if (one === null || other === null) return one === other;
  return one.id === other.id && isSamePlace(one.bounds, other.bounds);
}

/**
 * Gives each side a display: its own, as far as it is known again by any sign; else the usher has the primary one, and
 * the guest another. Where there is only one the usher has it, whosever it was: staff can help without a guest's screen.
 *
 * @param primary the id of the system's primary display
 * @param remembered what the sides had last; null: nothing is known
 */
export function placeSides<D extends DisplayFacts>(
  displays: readonly D[],
  primary: number,
  remembered: SidesRemembered | null,
): SidesPlaced<D> {
  if (displays.length < 2) return { usher: displays[0] ?? null, guest: null };
  let usher: D | null = null;
  let guest: D | null = null;
  const free = (): readonly D[] => displays.filter((one) => one !== usher && one !== guest);
  if (remembered !== null) {
    for (const isSame of SIGNS) {
      usher ??= onlyOne(free(), (one) => isSame(one, remembered.usher));
      guest ??= onlyOne(free(), (one) => isSame(one, remembered.guest));
    }
  }
  usher ??= free().find(({ id }) => id === primary) ?? free()[0] ?? null;
  guest ??= free()[0] ?? null;
  return { usher, guest };
}

/** A sign that two displays have tells neither of them. */
function onlyOne<D>(displays: readonly D[], fits: (one: D) => boolean): D | null {
  const [found = null, ...more] = displays.filter(fits);
  return more.length === 0 ? found : null;
}
