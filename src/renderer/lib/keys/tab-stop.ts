import { focusable, tabbable } from 'tabbable';
import { focusedField } from './text-field.ts';

/** The question that is open over the page; null: none. */
export function openDialog(document: Document): HTMLDialogElement | null {
  return [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')].at(-1) ?? null;
}

/** A box that scrolls and has nothing inside to lead Tab to: Chromium leads it to the box. */
function isScroller(element: HTMLElement): boolean {
  const { scrollHeight, clientHeight, scrollWidth, clientWidth } = element;
  if (scrollHeight <= clientHeight && scrollWidth <= clientWidth) return false;
  const { overflowX, overflowY, visibility } = getComputedStyle(element);
  const scrolls =
    (scrollHeight > clientHeight && /auto|scroll/.test(overflowY)) ||
    (scrollWidth > clientWidth && /auto|scroll/.test(overflowX));
  return scrolls && visibility === 'visible' && focusable(element).length === 0;
}

const follows = (a: Element, b: Element) =>
  (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

/** Where Tab leads to, in its order. */
function stopsIn(room: HTMLElement): readonly (HTMLElement | SVGElement)[] {
  const stops = tabbable(room);
  const scrollers = [...room.querySelectorAll<HTMLElement>('div, main, section, article, ul, ol')]
    .filter((element) => !element.hasAttribute('tabindex') && isScroller(element))
    .filter((element) => element.closest('[inert]') === null);
  for (const scroller of scrollers) {
    const next = stops.findIndex((stop) => follows(scroller, stop));
    stops.splice(next < 0 ? stops.length : next, 0, scroller);
  }
  return stops;
}

/** Moves the focus as Tab does, or Shift and Tab: inside of an open question, and from the last to the first. */
export function moveFocus(document: Document, backwards: boolean): void {
  const stops = stopsIn(openDialog(document) ?? document.body);
  const from = document.activeElement ?? document.body;
  const at = stops.findIndex((stop) => stop === from);
  const beside = backwards
    ? stops.findLast((stop) => follows(stop, from) && !stop.contains(from))
    : stops.find((stop) => follows(from, stop));
  const next = at < 0 ? beside : stops[at + (backwards ? -1 : 1)];
  (next ?? stops.at(backwards ? -1 : 0))?.focus();
  focusedField(document)?.select();
}
