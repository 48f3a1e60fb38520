import fc from 'fast-check';

/** How the network treats requests, until it is told otherwise. */
export const WAYS = [
  'up',
  /** Nothing arrives, and everybody sees it at once. */
  'refused',
  /** The connection dies before anything arrives. */
  'reset',
  /** Nothing arrives, and nobody is told. */
  'hang',
  /** Requests arrive; the connection dies before their answers. */
  'drop-answer',
  /** Requests arrive; their answers never do. */
  'swallow-answer',
  /** Requests arrive; their answers wait for the next release. */
  'hold-answer',
  /** Requests wait for the next release before they arrive. */
  'hold-request',
  'portal',
  'bad-gateway',
] as const;
export type Way = (typeof WAYS)[number];

/** What single requests are asked of the network for. */
export const ENDPOINTS = ['validateTicket', 'syncScans', 'validTickets'] as const;
export type Endpoint = (typeof ENDPOINTS)[number];

/** Whose ticket is scanned. Most of the guests hold a good one. */
export const GUESTS = [
  'ada',
  'ben',
  'cleo',
  /** Buys a ticket at the door, some time during the evening. */
  'late buyer',
  'voided',
  'scanned',
  'other performance',
  'other series',
  'unknown',
] as const;
export type Guest = (typeof GUESTS)[number];

/** How the gate is, until it is told otherwise. */
export const GATE_WAYS = [
  'works',
  /** It is told, and may do it; nobody hears whether. */
  'hangs',
  'unplugged',
] as const;
export type GateWay = (typeof GATE_WAYS)[number];

export type Action =
  | { readonly do: 'scan'; readonly guests: readonly Guest[]; readonly waits: boolean }
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: 'network'; readonly way: Way }
  | { readonly do: 'once'; readonly endpoint: Endpoint; readonly way: Way }
  | { readonly do: 'release' }
  | { readonly do: 'refresh' }
  | { readonly do: 'sign in'; readonly username: string }
  | { readonly do: 'sign out' }
  /** The platform forgets every token. */
  | { readonly do: 'end sessions' }
  /** The kiosk is dropped, at once or as soon as something has happened, and started again. */
  | { readonly do: 'crash'; readonly at: 'once' | 'a verdict' | Endpoint }
  | { readonly do: 'restart' }
  /** Somebody sets the kiosk's wall clock. */
  | { readonly do: 'set clock'; readonly by: number }
  | { readonly do: 'void'; readonly guest: Guest }
  | { readonly do: 'scan elsewhere'; readonly guest: Guest }
  | { readonly do: 'sell' }
  /** Tickets belong to another entrance from now on, or are let in at this one. */
  | { readonly do: 'entrances'; readonly areElsewhere: boolean }
  /** The usher lets in whom the verdict on the screen sends to another entrance. */
  | { readonly do: 'let in here' }
  /** The duty manager lets in whom one of the last verdicts has refused: the newest of them, or one before. */
  | { readonly do: 'overrule'; readonly back: number }
  | { readonly do: 'gate'; readonly way: GateWay };

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

const good = fc.constantFrom<Guest[]>('ada', 'ben', 'cleo');
const guest = fc.oneof(
  { weight: 5, arbitrary: good },
  { weight: 1, arbitrary: fc.constantFrom(...GUESTS) },
);

const scan = fc.record({
  do: fc.constant('scan' as const),
  guests: fc.array(guest, { minLength: 1, maxLength: 3 }),
  waits: fc.boolean(),
});

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 12, arbitrary: scan },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      ms: fc.constantFrom(200, SECOND, 3 * SECOND, 12 * SECOND, 70 * SECOND, 11 * MINUTE),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('network' as const), way: fc.constantFrom(...WAYS) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('once' as const),
      endpoint: fc.constantFrom(...ENDPOINTS),
      way: fc.constantFrom(...WAYS),
    }),
  },
  { weight: 3, arbitrary: fc.constant({ do: 'network', way: 'up' } as const) },
  { weight: 3, arbitrary: fc.constant({ do: 'release' } as const) },
  { weight: 2, arbitrary: fc.constant({ do: 'refresh' } as const) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('sign in' as const),
      username: fc.constantFrom('door@usher.example', 'foyer@usher.example'),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'sign out' } as const) },
  { weight: 1, arbitrary: fc.constant({ do: 'end sessions' } as const) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('crash' as const),
      at: fc.constantFrom('once' as const, 'a verdict' as const, ...ENDPOINTS),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'restart' } as const) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('set clock' as const),
      by: fc.constantFrom(-3 * 60 * MINUTE, 2 * 60 * MINUTE),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('void' as const), guest: good }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('scan elsewhere' as const), guest: good }) },
  { weight: 1, arbitrary: fc.constant({ do: 'sell' } as const) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('entrances' as const),
      areElsewhere: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.constant({ do: 'let in here' } as const) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('overrule' as const), back: fc.nat({ max: 2 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('gate' as const), way: fc.constantFrom(...GATE_WAYS) }),
  },
);

/** An evening at the door: what happens, in its order, and whether it is forgotten for two days then. */
export const evening = fc.record({
  actions: fc.array(action, { minLength: 12, maxLength: 30, size: 'max' }),
  isForgotten: fc.oneof(
    { weight: 9, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  ),
});
