/** Where a rounded edge may be, in pixels. */
const NEARLY = 1.5;

/** What a font leaves above and below its letters, as a part of its size. */
const AROUND_LETTERS = 0.2;

interface Edges {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/**
 * Texts of the page of which a part cannot be read, and cannot be scrolled to: beyond the edge of the screen, or of what
 * they stand in. One that ends in three dots says so itself.
 */
export function cutTexts(): readonly string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const cut: string[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? '';
    const { parentElement } = node;
    if (text === '' || parentElement === null || !isSeen(parentElement)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const { left, right, top, bottom } = range.getBoundingClientRect();
    if (left === right) continue;
    // A font's own box is higher than its letters.
    const around = AROUND_LETTERS * Number.parseFloat(getComputedStyle(parentElement).fontSize);
    const edges = { left, right, top: top + around, bottom: bottom - around };
    const by = cutBy(parentElement, edges);
    if (by !== null) cut.push(`“${text}” by ${by}`);
  }
  return cut;
}

function isSeen(element: Element): boolean {
  return (
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    element.closest('.visually-hidden, svg') === null
  );
}

/** What cuts a text with these edges; null: nothing does. */
function cutBy(parent: Element, { left, right, top, bottom }: Edges): string | null {
  let isScrolled = false;
  /** It ends in three dots where it is too long. */
  let saysSo = false;
  for (let box: Element | null = parent; box !== null; box = box.parentElement) {
    const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(box);
    if (webkitLineClamp !== 'none') return null;
    saysSo ||= textOverflow === 'ellipsis';
    const edges = box.getBoundingClientRect();
    const isWide = left < edges.left - NEARLY || right > edges.right + NEARLY;
    const isHigh = top < edges.top - NEARLY || bottom > edges.bottom + NEARLY;
    // Nobody scrolls sideways to read.
    if (overflowX !== 'visible' && isWide && !saysSo) return nameOf(box);
    if (isClipped(overflowY) && !isScrolled && isHigh) return nameOf(box);
    isScrolled ||= overflowY === 'auto' || overflowY === 'scroll';
  }
  if (!saysSo && (left < -NEARLY || right > innerWidth + NEARLY)) return 'the side of the screen';
  if (!isScrolled && (top < -NEARLY || bottom > innerHeight + NEARLY)) return 'the screen’s end';
  return null;
}

function isClipped(overflow: string): boolean {
  return overflow === 'hidden' || overflow === 'clip';
}

function nameOf(element: Element): string {
  return `<${element.localName} class="${element.className}">`;
}
