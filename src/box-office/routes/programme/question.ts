import type { Context } from 'hono';
import { err, ok, type Result } from '#shared/result.ts';
import type { AppEnv } from '../../app-env.ts';
import type { ClientRow, Programme, Scope } from '../../programme.ts';

/** What the path of a view asks for (spec 4.1), not looked at yet: `client(…)`, `production(…)`. */
export interface Question {
  readonly client: string;
  readonly part: { readonly kind: 'production' | 'department'; readonly id: string } | null;
}

/** Why there is no answer; the client, if it is known and was asked for rightly. */
export interface Problem {
  readonly message: string;
  readonly clientId: number;
  readonly client: ClientRow | undefined;
}

/** Takes the path apart; undefined if it is none of the nine. */
export function readQuestion(c: Context<AppEnv>): Question | undefined {
  const client = /^client\((.*)\)$/.exec(c.req.param('client') ?? '')?.[1];
  if (client === undefined) return undefined;
  const segment = c.req.param('part');
  if (segment === undefined) return { client, part: null };
  const [, kind, id] = /^(production|department)\((.*)\)$/.exec(segment) ?? [];
  if (id === undefined || (kind !== 'production' && kind !== 'department')) return undefined;
  return { client, part: { kind, id } };
}

/** Finds what was asked for; `header` is the request's `clientId` (spec 5). */
export function findScope(
  programme: Programme,
  { client: path, part }: Question,
  header: string | undefined,
): Result<Scope, Problem> {
  const clientId = idIn(path);
  if (clientId === undefined) {
    return err({ message: 'The client id is no number.', clientId: 0, client: undefined });
  }
  const refuse = (message: string, client?: ClientRow) => err({ message, clientId, client });
  if (header === undefined) return refuse('The header clientId is missing.');
  if (idIn(header) !== clientId) {
    return refuse('The header clientId names another client than the path.');
  }
  const client = programme.client(clientId);
  if (client === undefined) return refuse('There is no client with this id.');
  if (part === null) return ok({ client, productionId: null, departmentId: null });

  const id = idIn(part.id);
  if (id === undefined) return refuse(`The ${part.kind} id is no number.`, client);
  const exists =
    part.kind === 'production'
      ? programme.hasProduction(clientId, id)
      : programme.hasDepartment(clientId, id);
  if (!exists) return refuse(`This client has no ${part.kind} with this id.`, client);
  return ok(
    part.kind === 'production'
      ? { client, productionId: id, departmentId: null }
      : { client, productionId: null, departmentId: id },
  );
}

/** An id as it is written in paths and headers; undefined if it is no number that can be one. */
function idIn(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
