/** The page for requests without the key. */
export const NOT_ADMITTED = page(
  'This kiosk is not open here',
  'Open the address that was printed when the kiosk was started. It works once; in the browser that was first, the history leads back to the kiosk. To use another browser, start the kiosk again.',
);

/**
 * A page that leads to an address. A page and not a redirect: the cookie is only sent with requests that a
 * page of ours makes, and the page where the printed address was opened may be another's.
 */
export function leadTo(address: string): string {
  return page(
    'Usher',
    `<a href="${address}">To the kiosk</a>`,
    `<meta http-equiv="refresh" content="0; url=${address}">`,
  );
}

function page(title: string, text: string, head = ''): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title><link rel="icon" href="data:,">${head}</head>
<body><h1>${title}</h1><p>${text}</p></body>
</html>
`;
}
