/*
 * The few web-platform globals that Node, Electron and every browser share. Shared code is checked
 * without the DOM's and Node's types, so that it cannot lean on either; these are the exceptions.
 */
declare class TextEncoder {
  encode(text: string): Uint8Array;
}

declare function btoa(bytes: string): string;

declare class URL {
  constructor(url: string, base?: string);
  readonly protocol: string;
  readonly hostname: string;
  readonly host: string;
  readonly pathname: string;
  readonly href: string;
  readonly username: string;
  readonly password: string;
  search: string;
  hash: string;
}
