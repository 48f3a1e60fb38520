import { storedSessionSchema, type SessionStore } from './session-store.ts';

/** A place for one secret value. */
interface SecretPlace {
  load(): unknown;
  save(value: unknown): void;
  clear(): void;
}

/** Stores the session sealed, and validates it when it is read back. */
export function sealedSessionStore(place: SecretPlace): SessionStore {
  return {
    load: () => Promise.resolve(storedSessionSchema.safeParse(place.load()).data ?? null),
    save(session) {
      place.save(session);
      return Promise.resolve();
    },
    clear() {
      place.clear();
      return Promise.resolve();
    },
  };
}
