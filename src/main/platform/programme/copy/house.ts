/** Whose programme it is: one client of one platform. */
export interface House {
  /** The platform's base URL. */
  readonly server: string;
  readonly clientId: number;
}
