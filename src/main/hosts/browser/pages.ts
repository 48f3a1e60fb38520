/** The answer to a request without the key. */
export const NOT_ADMITTED = page(
  'This kiosk is not open here',
  'Open the address that was printed when the kiosk was started. It works once; in the browser that was first, the history leads back to the kiosk. To use another browser, start the kiosk again.',
);

/**
 * A page that navigates on to an address. It is not a redirect: the cookie is only sent with requests that
 * one of our own pages makes, and the printed address may have been opened from another site's page.
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
