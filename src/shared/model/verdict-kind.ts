export const VERDICT_KINDS = [
  'admit',
  'reject',
  'duplicate',
  'undecided',
  'checked',
  'held',
  'exit',
  'elsewhere',
] as const;
/** The kind of a verdict, which fills the screen. */
export type VerdictKind = (typeof VERDICT_KINDS)[number];
