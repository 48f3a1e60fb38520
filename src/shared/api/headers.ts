/** The header of every future-events request (spec 5). */
export function clientIdHeader(clientId: number): { clientId: string } {
  return { clientId: String(clientId) };
}

/**
 * The header of every scanning request but authenticate (spec 5): `Basic` and the base64 of
 * `username:token`, in UTF-8, so that names with umlauts and emoji arrive whole. A name may hold
 * colons; the token comes after the last one.
 */
export function authorizationHeader(username: string, token: string): { Authorization: string } {
  return { Authorization: `Basic ${base64(`${username}:${token}`)}` };
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
