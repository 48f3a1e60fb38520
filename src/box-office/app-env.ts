import type { HttpBindings } from '@hono/node-server';
import type { Dialect, FilterWindow, SyncKey } from './dialects/dialect.ts';
import type { Patrons } from './patrons.ts';
import type { Performances } from './performances.ts';
import type { Programme } from './programme.ts';
import type { RequestRecord } from './request-record.ts';
import type { Tickets } from './tickets.ts';
import type { Session, Tokens } from './tokens.ts';
import type { Users } from './users.ts';

/** What the endpoints work with. */
export interface Services {
  readonly now: () => number;
  readonly dialect: Dialect;
  readonly syncKey: SyncKey;
  readonly filterWindow: FilterWindow;
  /** Whether the programme lists what has begun, as long as it can be scanned. */
  readonly listsBegun: boolean;
  /** A month (`yyyy-MM`) whose calendar has errors; null: none. */
  readonly failingMonth: string | null;
  /** Whether a sync without a filter takes only what is inside the scan window (spec 4.2, rule 3). */
  readonly syncNeedsWindow: boolean;
  /** Whether a client is offered only while one of its performances can be scanned. */
  readonly offersOpenClientsOnly: boolean;
  readonly maintenance: Maintenance;
  readonly users: Users;
  readonly tokens: Tokens;
  readonly performances: Performances;
  readonly tickets: Tickets;
  readonly patrons: Patrons;
  readonly programme: Programme;
  /** The origins from which browsers may ask for the future events (spec 8). */
  readonly allowedOrigins: readonly string[];
  /** Told of exceptions, which clients see as code 16 or as a broken connection. */
  readonly reportBug: (error: Error) => void;
}

/** Whether the platform is being worked on, and answers nobody. */
export interface Maintenance {
  on: boolean;
}

/** What travels with a request through hono. */
export interface AppEnv {
  readonly Bindings: HttpBindings;
  readonly Variables: {
    record: RequestRecord;
    dialect: Dialect;
    /** The data members of this endpoint's answer, all null: what a failure carries (spec 7.2). */
    nothing: Readonly<Record<string, null>>;
    /** Whose token is alive; undefined before the check and after its end. */
    session: Session | undefined;
  };
}
