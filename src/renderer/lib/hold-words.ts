import type { Format } from '#renderer/lib/format.ts';
import { isolated } from '#renderer/lib/selection-text.ts';
import { m } from '#renderer/i18n/messages.ts';
import type { HoldOrder } from '#shared/model/hold.ts';

/** That the doors are held, since when, and by order of which door. */
export function holdWords(
  format: Format,
  { door, at }: { readonly door: string | null } & Pick<HoldOrder, 'at'>,
  now: number,
): string {
  const time = format.since(at, now);
  return door === null || door === ''
    ? m.hold_since({ time })
    : m.hold_sinceBy({ time, door: isolated(door) });
}

/** Says that another door's hold has overtaken this door's order to go on. */
export function overtakenWords({ door }: Pick<HoldOrder, 'door'>): string {
  return door === '' ? m.hold_overtaken() : m.hold_overtakenBy({ door: isolated(door) });
}
