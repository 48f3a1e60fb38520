/** The spec's section 3.1: what `productionStatus` says. */
export const PRODUCTION_STATUS = { deleted: 'D', underConstruction: 'U', normal: 'T' } as const;

/** The spec's section 3.2: what `availabilityCode` says. */
export const AVAILABILITY = { notAvailable: 'N', packageHolders: 'P', all: 'A' } as const;

/** The spec's section 3.3: what `displayCode` says. */
export const DISPLAY = {
  invisible: 'I',
  message: 'M',
  normal: 'T',
  cancelled: 'C',
  soldOut: 'S',
} as const;

/** The spec's section 3.4: the ten background colours that `productionStyle` counts through. */
export const PRODUCTION_COLOURS = [
  { code: 0, name: 'White', hex: '#ffffff' },
  { code: 1, name: 'Light Pink', hex: '#ffe2e9' },
  { code: 2, name: 'Light Blue', hex: '#e2f1ff' },
  { code: 3, name: 'Light Green', hex: '#ddffbb' },
  { code: 4, name: 'Light Purple', hex: '#eadfff' },
  { code: 5, name: 'Light Yellow', hex: '#fff5ce' },
  { code: 6, name: 'Dark Blue', hex: '#b6c5f4' },
  { code: 7, name: 'Light Brown', hex: '#eddac7' },
  { code: 8, name: 'Beige', hex: '#ffe7d7' },
  { code: 9, name: 'Dark Green', hex: '#dcecdc' },
] as const;

type CodeOf<T extends Record<string, string>> = T[keyof T];
export type ProductionStatus = CodeOf<typeof PRODUCTION_STATUS>;
export type Availability = CodeOf<typeof AVAILABILITY>;
export type DisplayCode = CodeOf<typeof DISPLAY>;

/** The colour behind a `productionStyle`; white for one that the spec does not know. */
export function productionColour(style: number) {
  return PRODUCTION_COLOURS[style] ?? PRODUCTION_COLOURS[0];
}
