import { createWedgeDecoder } from '#shared/wedge/decoder.ts';
import { kindOf, type WedgeKeyEvent } from '#shared/wedge/key-event.ts';
import type { Rhythm } from '#shared/wedge/rhythm.ts';
import type { WedgeFinding, WedgeStep } from '#shared/wedge/step.ts';
import { DEFAULT_WEDGE_SETTINGS, type WedgeSettings } from '#shared/wedge/settings.ts';

/** What was seen of it all in the end. */
export interface Seen {
  readonly codes: string[];
  readonly findings: WedgeFinding[];
  /** What stands in the text field. */
  readonly field: string;
  /** Keys that pressed buttons, moved the focus or ran shortcuts, and when. */
  readonly actions: { code: string; at: number }[];
  /** Events that reached the page, down and up. */
  readonly reached: WedgeKeyEvent[];
  readonly rhythms: readonly Rhythm[];
}

/** A page with a text field behind a decoder; time goes from event to event, and on until all is settled. */
export function show(
  events: readonly WedgeKeyEvent[],
  settings: Partial<WedgeSettings> = {},
  known: readonly Rhythm[] = [],
): Seen {
  const decoder = createWedgeDecoder({ ...DEFAULT_WEDGE_SETTINGS, ...settings }, known);
  const ids = new Map<WedgeKeyEvent, number | null>();
  let letters: { id: number | null; letter: string }[] = [];
  const actions: Seen['actions'] = [];
  const reached: WedgeKeyEvent[] = [];
  const findings: WedgeFinding[] = [];

  const reach = (event: WedgeKeyEvent, at: number) => {
    reached.push(event);
    if (event.type === 'up') return;
    const kind = kindOf(event);
    if (kind === 'action') actions.push({ code: event.code, at });
    if (kind === 'character' && event.inField) {
      letters.push({ id: ids.get(event) ?? null, letter: event.key });
    }
  };
  const follow = (step: WedgeStep, at: number, event?: WedgeKeyEvent) => {
    letters = letters.filter(({ id }) => id === null || !step.takeBack.includes(id));
    step.giveBack.forEach((given) => reach(given, at));
    if (event !== undefined && step.verdict === 'through') reach(event, at);
    findings.push(...step.findings);
    return step.wakeAt;
  };

  let wakeAt: number | null = null;
  const until = (time: number) => {
    while (wakeAt !== null && wakeAt < time) {
      const now: number = wakeAt;
      wakeAt = follow(decoder.tick(now), now);
      if (wakeAt !== null && wakeAt <= now)
        throw new Error('It asks to be woken at once, for ever.');
    }
  };
  for (const event of events) {
    until(event.at);
    const step = decoder.key(event);
    ids.set(event, step.id);
    wakeAt = follow(step, event.at, event);
  }
  until(Infinity);
  return {
    codes: findings.flatMap((finding) => (finding.type === 'code' ? [finding.code] : [])),
    findings,
    field: letters.map(({ letter }) => letter).join(''),
    actions,
    reached,
    rhythms: decoder.rhythms(),
  };
}
