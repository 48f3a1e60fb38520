/** Answers whoever came without the key. */
export const NOT_ADMITTED = page(
  'This kiosk is not open here',
  'Open the address that was printed when the kiosk was started. It works once, in one browser; to use another browser, start the kiosk again.',
);

/**
 * Leads from the address with the key to the kiosk. A page and not a redirect: the cookie is only
 * sent with requests that a page of ours makes, and whoever opened the address may be another's.
 */
export const ADMITTED = page(
  'Usher',
  '<a href="/">To the kiosk</a>',
  '<meta http-equiv="refresh" content="0; url=/">',
);

/** A page that leads to an address, for a file that only this user may read. */
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
<head><meta charset="utf-8"><title>${title}</title>${head}</head>
<body><h1>${title}</h1><p>${text}</p></body>
</html>
`;
}
