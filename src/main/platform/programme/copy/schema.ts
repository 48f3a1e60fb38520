/** Incremented with each change of the tables or of their contents; there are no migrations. */
export const COPY_VERSION = 6;

/**
 * The kiosk's copy of the programme: a snapshot, which may be thrown away at any time. A *client* is one
 * client of one platform. Days are the venue's; `wall` and `over_at` are wall times (local-time.ts).
 */
export const COPY_SCHEMA = `
  CREATE TABLE client (
    client INTEGER PRIMARY KEY,
    server TEXT NOT NULL,
    client_id INTEGER NOT NULL,
    -- When the list of future performances last came.
    fetched_at INTEGER,
    -- How many of its performances could not be read.
    unreadable INTEGER NOT NULL DEFAULT 0,
    -- Counts the refreshes, to tell what the last one brought from what it did not.
    refreshes INTEGER NOT NULL DEFAULT 1,
    UNIQUE (server, client_id)
  ) STRICT;

  CREATE TABLE series (
    client INTEGER NOT NULL REFERENCES client ON DELETE CASCADE,
    production_id INTEGER NOT NULL,
    shown INTEGER NOT NULL,
    -- Whether the last list of series had it; one whose last performance has begun is in none.
    listed INTEGER NOT NULL,
    first INTEGER NOT NULL,
    super_title TEXT,
    sub_title TEXT,
    venue_name TEXT,
    facts TEXT NOT NULL,
    PRIMARY KEY (client, production_id)
  ) STRICT, WITHOUT ROWID;

  -- What is long and the same for all performances of a production.
  CREATE TABLE production (
    client INTEGER NOT NULL REFERENCES client ON DELETE CASCADE,
    production_id INTEGER NOT NULL,
    logo TEXT,
    seen INTEGER NOT NULL,
    -- The last column: what stands behind something long is slow to read.
    description TEXT,
    PRIMARY KEY (client, production_id)
  ) STRICT;

  CREATE TABLE performance (
    client INTEGER NOT NULL REFERENCES client ON DELETE CASCADE,
    performance_id INTEGER NOT NULL,
    production_id INTEGER NOT NULL,
    department_id INTEGER,
    start INTEGER NOT NULL,
    date TEXT NOT NULL,
    wall INTEGER,
    over_at INTEGER NOT NULL,
    -- When the doors of an all-day event open, a wall time; null for any other performance.
    doors_at INTEGER,
    cancelled INTEGER NOT NULL,
    -- What must not be shown is known all the same: a private evening has guests, too.
    shown INTEGER NOT NULL,
    -- Whether the list of future performances has it; the calendar knows of past ones, too.
    upcoming INTEGER NOT NULL,
    -- The number of the refresh that last brought it.
    seen INTEGER NOT NULL,
    facts TEXT NOT NULL,
    PRIMARY KEY (client, performance_id)
  ) STRICT;
  CREATE INDEX performance_by_date ON performance (client, date);
  -- Has all that it takes to count and to skip, without the facts.
  CREATE INDEX performance_by_start ON performance
    (client, upcoming, start, performance_id, over_at, production_id, department_id, shown);
  CREATE INDEX performance_all_day ON performance (client, performance_id, doors_at, over_at)
    WHERE doors_at IS NOT NULL;
  CREATE INDEX performance_by_production ON performance (client, production_id, start);

  CREATE TABLE month (
    client INTEGER NOT NULL REFERENCES client ON DELETE CASCADE,
    year INTEGER NOT NULL,
    month INTEGER NOT NULL,
    -- The ends of its whole weeks.
    first TEXT NOT NULL,
    last TEXT NOT NULL,
    fetched_at INTEGER NOT NULL,
    -- How many of its performances could not be read.
    unreadable INTEGER NOT NULL,
    PRIMARY KEY (client, year, month)
  ) STRICT, WITHOUT ROWID;
`;
