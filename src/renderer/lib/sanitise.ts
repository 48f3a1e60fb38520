import DOMPurify from 'dompurify';

const FORMATTING = ['b', 'i', 'em', 'strong', 'br', 'p', 'span', 'ul', 'ol', 'li'];

/**
 * A fragment of the platform's HTML, reduced to formatting: no attributes, so no styles, links,
 * images or handlers. It may be put into the document as it is.
 */
export function sanitise(html: string): DocumentFragment {
  return DOMPurify.sanitize(html, {
    ALLOWED_TAGS: FORMATTING,
    ALLOWED_ATTR: [],
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
}
