/** A client of a platform. Numbers and barcodes of one client have no meaning for another. */
export interface ClientRef {
  /** The platform's base URL. Another address counts as another platform. */
  readonly baseUrl: string;
  readonly clientId: number;
}
