import { Gauge, type Registry } from 'prom-client';

/** A value with its current labels. */
export type Reading = readonly [labels: Readonly<Record<string, string>>, value: number];

/** Sets all values of a gauge; those that it had before are gone. A plain number has no labels. */
export type SetGauge = (readings: number | null | readonly Reading[]) => void;

/** Registers a gauge. With null as its values it has no samples. */
export function gauge(
  registry: Registry,
  name: string,
  help: string,
  labelNames: readonly string[] = [],
): SetGauge {
  const made = new Gauge({ name, help, labelNames, registers: [registry] });
  // `reset` would set a gauge without labels to zero, which is a value.
  const clear = (): void => (labelNames.length > 0 ? made.reset() : made.remove());
  clear();
  return (readings) => {
    clear();
    if (readings === null) return;
    if (typeof readings === 'number') made.set(readings);
    else for (const [labels, value] of readings) made.set({ ...labels }, value);
  };
}
