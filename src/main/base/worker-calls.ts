/** What a thread can be asked: a method for each call, from its request to its answer. */
export type WorkerCalls = object;

type Method = (request: never) => unknown;
export type RequestOf<Calls, Name extends keyof Calls> = Calls[Name] extends Method
  ? Parameters<Calls[Name]>[0]
  : never;
export type AnswerOf<Calls, Name extends keyof Calls> = Calls[Name] extends Method
  ? Awaited<ReturnType<Calls[Name]>>
  : never;

/**
 * What main posts to a thread: a call, whose answer is not awaited if its id is null; or that no more will
 * come. Both sides are this program, so that nothing of it is validated.
 */
export type ToThread =
  { readonly id: number | null; readonly name: string; readonly request: unknown } | 'end';

/** What a thread posts: that it may be terminated, its progress, and the answer to a call. */
export type WorkerMessage<Progress> =
  | { readonly type: 'loaded' }
  | { readonly type: 'progress'; readonly progress: Progress }
  | { readonly type: 'answer'; readonly id: number; readonly answer: unknown };
