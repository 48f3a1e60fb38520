import SQLite, { type Database, type Statement } from 'better-sqlite3';
import { basename } from 'node:path';
import { onTestFinished } from 'vitest';

const WAYS = ['get', 'all', 'run'] as const;

type Prepare = (this: Database, sql: string) => Statement;

/** Makes statements that tell what they are asked. */
function telling(
  prepare: Prepare,
  tell: (db: Database, sql: string, values: unknown[]) => void,
): Prepare {
  return function (sql) {
    const statement = prepare.call(this, sql);
    for (const way of WAYS) {
      const ask: (...values: unknown[]) => unknown = statement[way].bind(statement);
      const asking = (...values: unknown[]) => {
        tell(this, sql, values);
        return ask(...values);
      };
      Object.assign(statement, { [way]: asking });
    }
    return statement;
  };
}

/**
 * Notes what a database is asked from now on: for each question, SQLite's plan of how it finds the
 * answer, a line for each table. Plans do not depend on how many rows there are.
 */
export function planned(db: Database): { take(): string[][] } {
  const asked: { sql: string; values: unknown[] }[] = [];
  const prepare = db.prepare.bind(db) as (sql: string) => Statement;
  db.prepare = telling(prepare, (_, sql, values) =>
    asked.push({ sql, values }),
  ) as typeof db.prepare;

  const planOf = ({ sql, values }: (typeof asked)[number]) => {
    const plan = prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values) as { detail: string }[];
    return plan.map(({ detail }) => detail);
  };
  return { take: () => asked.splice(0).map(planOf) };
}

/**
 * Notes what all databases are asked that prepare their questions from now on, until the test ends:
 * the name of the file, and the question in one line.
 */
export function askedOfAll(): { take(): { file: string; sql: string }[] } {
  const asked: { file: string; sql: string }[] = [];
  const { prototype } = SQLite as unknown as { prototype: { prepare: Prepare } };
  const { prepare } = prototype;
  prototype.prepare = telling(prepare, (db, sql) => {
    asked.push({ file: basename(db.name), sql: sql.replace(/\s+/g, ' ').trim() });
  });
  onTestFinished(() => {
    prototype.prepare = prepare;
  });
  return { take: () => asked.splice(0) };
}
