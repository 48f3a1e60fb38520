import { legible } from '#shared/legible.ts';
import DOMPurify from 'dompurify';

const FORMATTING = ['b', 'i', 'em', 'strong', 'br', 'p', 'span', 'ul', 'ol', 'li'];
const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const BLOCKS = ['div', 'blockquote', 'table', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'];

function reduced(html: string, tags: string[]): DocumentFragment {
  const fragment = DOMPurify.sanitize(html, {
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: [],
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  // Written as a character reference, what makes a line illegible comes only now.
  const texts = document.createTreeWalker(fragment, NodeFilter.SHOW_TEXT);
  while (texts.nextNode() !== null) {
    const { currentNode } = texts;
    currentNode.textContent = legible(currentNode.textContent ?? '');
  }
  return fragment;
}

/**
 * A fragment of the platform's HTML, reduced to formatting: no attributes, so no styles, links,
 * images or handlers. It may be put into the document as it is.
 */
export function sanitise(html: string): DocumentFragment {
  return reduced(html, FORMATTING);
}

/**
 * The same for a longer text, whose headings and blocks are kept. All headings become h3, which
 * fits under the heading of the section that shows it.
 */
export function sanitiseProse(html: string): DocumentFragment {
  const fragment = reduced(html, [...FORMATTING, ...HEADINGS, ...BLOCKS]);
  for (const heading of fragment.querySelectorAll(HEADINGS.join(','))) {
    const plain = document.createElement('h3');
    plain.append(...heading.childNodes);
    heading.replaceWith(plain);
  }
  return fragment;
}
