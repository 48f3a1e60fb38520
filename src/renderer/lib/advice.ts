import { m } from '#renderer/i18n/messages.ts';

/** What happened, and what the operator does about it. */
export interface Advice {
  readonly what: string;
  readonly advice: string;
}

/** What happened, in words for the visitor, and what the usher does about it. */
export interface ReasonWords {
  readonly reason: string;
  readonly action: string;
}

type Messages = typeof m;
/** The messages that need nothing to be filled in. */
type Plain = {
  [K in keyof Messages]: [] extends Parameters<Messages[K]> ? K : never;
}[keyof Messages];
/** The beginnings of names that there are with both ends. */
type Pair<A extends string, B extends string> = {
  [K in Plain]: K extends `${infer Name}_${A}`
    ? `${Name}_${B}` extends Plain
      ? Name
      : never
    : never;
}[Plain];

/** The messages `…_what` and `…_advice`. */
export function adviceOf(name: Pair<'what', 'advice'>): Advice {
  return { what: m[`${name}_what`](), advice: m[`${name}_advice`]() };
}

/** The messages `…_reason` and `…_action`. */
export function reasonOf(name: Pair<'reason', 'action'>): ReasonWords {
  return { reason: m[`${name}_reason`](), action: m[`${name}_action`]() };
}
