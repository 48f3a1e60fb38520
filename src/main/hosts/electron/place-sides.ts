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

/** By what each side finds its display again: its own first, then those that stood in for it while that one was away. */
export interface SidesRemembered {
  readonly usher: readonly DisplayFacts[];
  readonly guest: readonly DisplayFacts[];
}

/** Which display each side has; null: there is none for it. */
export interface SidesPlaced<D extends DisplayFacts> {
  readonly usher: D | null;
  readonly guest: D | null;
}

type Sign = (one: DisplayFacts, other: DisplayFacts) => boolean;

/** How a display is known again, the surest sign first. */
const SIGNS: readonly Sign[] = [
  (one, other) => one.id === other.id && one.label === other.label,
  (one, other) => one.label !== '' && one.label === other.label,
  // One that is called otherwise has only moved there, into the place of one that is away.
  (one, other) => isSamePlace(one.bounds, other.bounds) && !areNamedApart(one, other),
];

/** So many displays are remembered of a side. */
const REMEMBERED = 4;

function areNamedApart({ label: one }: DisplayFacts, { label: other }: DisplayFacts): boolean {
  return one !== '' && other !== '' && one !== other;
}

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
 * Gives each side a display: its own, as far as it is known again by any sign, or the one that stood in for that last;
 * else the usher has the primary one, and the guest another. Where there is only one the usher has it, whosever it was:
 * staff can help without a guest's screen.
 *
 * @param primary the id of the system's primary display
 * @param remembered what the sides have had; null: nothing is known
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
  const known = (isSame: Sign, one: DisplayFacts | undefined): D | null =>
    one === undefined ? null : onlyOne(free(), (display) => isSame(display, one));
  for (let rank = 0; rank < REMEMBERED && remembered !== null; rank += 1) {
    for (const isSame of SIGNS) {
      usher ??= known(isSame, remembered.usher[rank]);
      guest ??= known(isSame, remembered.guest[rank]);
    }
  }
  usher ??= free().find(({ id }) => id === primary) ?? free()[0] ?? null;
  guest ??= free()[0] ?? null;
  return { usher, guest };
}

/**
 * What is remembered now that each side has a display. One that stands in for another takes nothing from it: the other
 * one has its side again as soon as it is back.
 */
export function rememberSides(
  { usher, guest }: { readonly usher: DisplayFacts; readonly guest: DisplayFacts },
  remembered: SidesRemembered | null,
): SidesRemembered {
  return {
    usher: rememberedWith(usher, remembered?.usher ?? []),
    guest: rememberedWith(guest, remembered?.guest ?? []),
  };
}

function rememberedWith(
  display: DisplayFacts,
  remembered: readonly DisplayFacts[],
): readonly DisplayFacts[] {
  const same = SIGNS.map((isSame) => onlyOne(remembered, (one) => isSame(display, one))).find(
    (one) => one !== null,
  );
  if (same) return remembered.map((one) => (one === same ? display : one));
  // The newest gives way to one that is newer still; the side's own never does.
  return [...remembered.slice(0, REMEMBERED - 1), display];
}

/** A sign that two displays have tells neither of them. */
function onlyOne<D>(displays: readonly D[], fits: (one: D) => boolean): D | null {
  const [found = null, ...more] = displays.filter(fits);
  return more.length === 0 ? found : null;
}
