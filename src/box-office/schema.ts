/** Marks a file as the box office's own (SQLite `application_id`): "USHR". */
export const APPLICATION_ID = 0x55534852;

/** Grows with every change of the tables below; files of another version are refused. */
export const SCHEMA_VERSION = 3;

/** Instants are milliseconds since the epoch, flags are 0 and 1. */
export const SCHEMA = `
CREATE TABLE client (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  time_zone TEXT NOT NULL,
  -- The scan window around each performance (spec 4.2, rule 2).
  minutes_before INTEGER NOT NULL,
  minutes_after INTEGER NOT NULL,
  active INTEGER NOT NULL CHECK (active IN (0, 1))
) STRICT;

CREATE TABLE department (
  id INTEGER PRIMARY KEY,
  client_id INTEGER NOT NULL REFERENCES client,
  name TEXT NOT NULL
) STRICT;

CREATE TABLE venue (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  location TEXT,
  phone TEXT,
  transit_info TEXT
) STRICT;

CREATE TABLE venue_address (
  venue_id INTEGER PRIMARY KEY REFERENCES venue,
  line1 TEXT NOT NULL,
  line2 TEXT NOT NULL,
  city TEXT NOT NULL,
  state TEXT NOT NULL,
  state_abbreviation TEXT,
  zipcode TEXT NOT NULL,
  country TEXT NOT NULL,
  country_abbreviation TEXT NOT NULL
) STRICT;

CREATE TABLE production (
  id INTEGER PRIMARY KEY,
  client_id INTEGER NOT NULL REFERENCES client,
  department_id INTEGER REFERENCES department,
  venue_id INTEGER REFERENCES venue,
  name TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('D', 'U', 'T')),
  style INTEGER NOT NULL CHECK (style BETWEEN 0 AND 9),
  super_title TEXT,
  sub_title TEXT,
  description TEXT,
  general_admission INTEGER NOT NULL CHECK (general_admission IN (0, 1)),
  -- Hours before the start; negative: after it.
  shutoff_hour REAL NOT NULL,
  shutoff_message TEXT NOT NULL,
  no_remaining_message TEXT NOT NULL,
  purchase_alert TEXT,
  logo_type TEXT CHECK (logo_type IN ('svg', 'png')),
  logo_alt_name TEXT
) STRICT;

CREATE TABLE performance (
  id INTEGER PRIMARY KEY,
  production_id INTEGER NOT NULL REFERENCES production,
  -- Of an all-day event: the first moment of its day.
  start INTEGER NOT NULL,
  super_title TEXT,
  sub_title TEXT,
  notes TEXT,
  availability TEXT NOT NULL CHECK (availability IN ('N', 'P', 'A')),
  display TEXT NOT NULL CHECK (display IN ('I', 'M', 'T', 'C', 'S')),
  custom_message TEXT,
  remaining INTEGER NOT NULL,
  -- Instead of the production's.
  shutoff_hour REAL,
  -- Of all-day events only.
  doors_open INTEGER,
  doors_close INTEGER,
  CHECK ((doors_open IS NULL) = (doors_close IS NULL))
) STRICT;

CREATE TABLE entry_time (
  id INTEGER PRIMARY KEY,
  performance_id INTEGER NOT NULL REFERENCES performance,
  minute_of_day INTEGER NOT NULL CHECK (minute_of_day BETWEEN 0 AND 1439),
  sold_out INTEGER NOT NULL CHECK (sold_out IN (0, 1))
) STRICT;

CREATE TABLE address (
  id INTEGER PRIMARY KEY,
  line1 TEXT,
  line2 TEXT,
  city TEXT,
  state TEXT,
  zip_code TEXT,
  country TEXT
) STRICT;

CREATE TABLE patron (
  id INTEGER PRIMARY KEY,
  email TEXT,
  first_name TEXT,
  last_name TEXT,
  phone_number TEXT,
  phone_type TEXT CHECK (phone_type IN ('home', 'cell', 'work', 'fax')),
  billing_address_id INTEGER REFERENCES address,
  shipping_address_id INTEGER REFERENCES address
) STRICT;

-- An order may hold tickets of several performances of its client.
CREATE TABLE orders (
  id INTEGER PRIMARY KEY,
  client_id INTEGER NOT NULL REFERENCES client,
  purchaser_id INTEGER NOT NULL REFERENCES patron
) STRICT;

CREATE TABLE ticket (
  id INTEGER PRIMARY KEY,
  order_id INTEGER NOT NULL REFERENCES orders,
  performance_id INTEGER NOT NULL REFERENCES performance,
  barcode TEXT NOT NULL,
  section TEXT,
  seat TEXT,
  plus_one_id INTEGER REFERENCES patron,
  state TEXT NOT NULL CHECK (state IN ('sold', 'voided', 'refunded'))
) STRICT;

-- A ticket is scanned when it has a row here. Doors that were offline may each have scanned it.
CREATE TABLE scan (
  ticket_id INTEGER NOT NULL REFERENCES ticket,
  scan_time INTEGER NOT NULL,
  offline INTEGER NOT NULL CHECK (offline IN (0, 1)),
  PRIMARY KEY (ticket_id, scan_time)
) STRICT, WITHOUT ROWID;

-- What became of a performance's tickets since the data was made: how often, and when it last did.
CREATE TABLE ticket_change (
  performance_id INTEGER PRIMARY KEY REFERENCES performance,
  number INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;

CREATE TABLE user (
  id INTEGER PRIMARY KEY,
  username TEXT NOT NULL UNIQUE,
  password_salt BLOB NOT NULL,
  password_hash BLOB NOT NULL,
  password_expires_on INTEGER,
  may_scan INTEGER NOT NULL CHECK (may_scan IN (0, 1)),
  may_see_patrons INTEGER NOT NULL CHECK (may_see_patrons IN (0, 1))
) STRICT;

CREATE TABLE user_client (
  user_id INTEGER NOT NULL REFERENCES user,
  client_id INTEGER NOT NULL REFERENCES client,
  PRIMARY KEY (user_id, client_id)
) STRICT, WITHOUT ROWID;

-- Only the hash of a token is kept. An invalidated token has no row.
CREATE TABLE token (
  hash BLOB PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES user,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`;

/** Created after the demo data is in: filling sorted tables is faster than keeping them sorted. */
export const INDEXES = `
CREATE INDEX performance_by_production ON performance (production_id, start);
CREATE INDEX entry_time_by_performance ON entry_time (performance_id, minute_of_day);
CREATE INDEX ticket_by_barcode ON ticket (barcode);
CREATE INDEX ticket_by_performance ON ticket (performance_id);
CREATE INDEX ticket_by_order ON ticket (order_id, performance_id, state);
`;
