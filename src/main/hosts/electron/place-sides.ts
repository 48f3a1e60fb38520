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

/** By what each side finds its display again: its own first, then what stood in for it, the last one first. */
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

/** It is the same one as far as anything tells that. */
const byNumber: Sign = (one, other) => keyOf(one) === keyOf(other);

/** How a display is known again, the surest sign first. */
const SIGNS: readonly Sign[] = [
  byNumber,
  (one, other) => one.label !== '' && one.label === other.label,
  // One that is called otherwise has only moved there, into the place of one that is away.
  (one, other) => isSamePlace(one.bounds, other.bounds) && !areNamedApart(one, other),
];

/** So many displays are remembered of a side. */
const REMEMBERED = 4;

/** A display's number and name, by which it is known as long as the system does not start again. */
export function keyOf({ id, label }: DisplayFacts): string {
  return `${id} ${label}`;
}

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

/** What is known of the sides' displays. */
export interface SidesKnown {
  /** What the sides have had; null: nothing is known. */
  readonly remembered: SidesRemembered | null;
  /** The {@link keyOf} each display that was there since the kiosk started: these numbers hold, and others are others. */
  readonly seen: ReadonlySet<string>;
}

const NOTHING: SidesRemembered = { usher: [], guest: [] };

/**
 * Gives each side a display: its own, as far as it is known again by any sign, or what stood in for that last; else the
 * usher has the primary one, and the guest another. Where there is only one the usher has it, whosever it was: staff can
 * help without a guest's screen.
 *
 * @param primary the id of the system's primary display
 */
export function placeSides<D extends DisplayFacts>(
  displays: readonly D[],
  primary: number,
  { remembered, seen }: SidesKnown,
): SidesPlaced<D> {
  if (displays.length < 2) return { usher: displays[0] ?? null, guest: null };
  const { usher: ushers, guest: guests } = remembered ?? NOTHING;
  let usher: D | null = null;
  let guest: D | null = null;
  const free = (): readonly D[] => displays.filter((one) => one !== usher && one !== guest);
  const known = (sign: Sign, one: DisplayFacts | undefined, others: readonly DisplayFacts[]) =>
    one !== undefined && tells(sign, one, others, seen)
      ? onlyOne(free(), (display) => sign(display, one))
      : null;
  for (let rank = 0; rank < REMEMBERED; rank += 1) {
    for (const sign of SIGNS) {
      usher ??= known(sign, ushers[rank], guests);
      guest ??= known(sign, guests[rank], ushers);
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
  { remembered, seen }: SidesKnown,
): SidesRemembered {
  const { usher: ushers, guest: guests } = remembered ?? NOTHING;
  return {
    usher: rememberedWith(usher, ushers, guests, seen),
    guest: rememberedWith(guest, guests, ushers, seen),
  };
}

function rememberedWith(
  display: DisplayFacts,
  remembered: readonly DisplayFacts[],
  others: readonly DisplayFacts[],
  seen: ReadonlySet<string>,
): readonly DisplayFacts[] {
  const isSame = (one: DisplayFacts): boolean =>
    SIGNS.some((sign) => sign(display, one) && tells(sign, one, others, seen));
  const [own] = remembered;
  if (own === undefined || isSame(own)) return [display, ...remembered.slice(1)];
  const stoodIn = remembered.slice(1).filter((one) => !isSame(one));
  return [own, display, ...stoodIn].slice(0, REMEMBERED);
}

/** Whether a sign of a remembered display can tell it: not where its number does, nor where the other side's has it, too. */
function tells(
  sign: Sign,
  one: DisplayFacts,
  others: readonly DisplayFacts[],
  seen: ReadonlySet<string>,
): boolean {
  if (sign === byNumber) return true;
  return !seen.has(keyOf(one)) && !others.some((other) => sign(one, other));
}

/** A sign that two displays have tells neither of them. */
function onlyOne<D>(displays: readonly D[], fits: (one: D) => boolean): D | null {
  const [found = null, ...more] = displays.filter(fits);
  return more.length === 0 ? found : null;
}
