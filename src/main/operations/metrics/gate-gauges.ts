import type { OutputState, Releases } from '#shared/model/output.ts';
import type { Registry } from 'prom-client';
import { gauge } from './gauge.ts';

/** Registers what gates with an input tell; returns what sets it. */
export function gateGauges(registry: Registry): (outputs: readonly OutputState[]) => void {
  // Gates are numbered in the order of the settings: people give them names, and those may be anything.
  const of = (name: string, help: string, value: (releases: Releases) => number) => {
    const set = gauge(registry, `usher_gate_${name}`, help, ['gate']);
    return (outputs: readonly OutputState[]) =>
      set(
        outputs.flatMap(({ releases }, index) =>
          releases === null ? [] : [[{ gate: String(index + 1) }, value(releases)] as const],
        ),
      );
  };
  const all = [
    of('releases', 'How often a gate was opened for an admission.', ({ count }) => count),
    of('passed', 'How often somebody was then seen to go through.', ({ passed }) => passed),
    of('not_passed', 'How often nobody went through in time.', ({ notPassed }) => notPassed),
    of('input_up', 'Whether a gate’s input is believed, and answers in time.', (releases) =>
      Number(!releases.isFaulty && !releases.isUnread),
    ),
  ];
  return (outputs) => all.forEach((set) => set(outputs));
}
