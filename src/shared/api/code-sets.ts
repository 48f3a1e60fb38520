/** The values of `productionStatus` (spec 3.1). */
export const PRODUCTION_STATUS = { deleted: 'D', underConstruction: 'U', normal: 'T' } as const;

/** The values of `availabilityCode` (spec 3.2). */
export const AVAILABILITY = { notAvailable: 'N', packageHolders: 'P', all: 'A' } as const;

/** The values of `displayCode` (spec 3.3). */
export const DISPLAY = {
  invisible: 'I',
  message: 'M',
  normal: 'T',
  cancelled: 'C',
  soldOut: 'S',
} as const;

/** The ten background colours that `productionStyle` indexes (spec 3.4). */
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

/** Returns the colour of a `productionStyle`; white if the spec does not list it. */
export function productionColour(style: number) {
  return PRODUCTION_COLOURS[style] ?? PRODUCTION_COLOURS[0];
}
