/** A client of a platform. All numbers and barcodes of one mean nothing to another. */
export interface ClientRef {
  /** The platform's base URL. A change of address is another platform. */
  readonly baseUrl: string;
  readonly clientId: number;
}
