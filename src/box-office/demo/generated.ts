import { styledDescription } from './descriptions.ts';
import type { DemoProduction, Show } from './demo-production.ts';
import { MAIN_CLIENT } from './clients.ts';

const PRODUCTIONS = 20;
const FIRST_PRODUCTION = 8001;
const FIRST_PERFORMANCE = 9_000_001;
const FIRST_DAY = 2;
const DESCRIPTION_BYTES = 5000;
const TEN_O_CLOCK = 10 * 60;
const MINUTES_APART = 35;

/** The productions behind `count` made-up performances: none if there are none. */
export function generatedProductions(count: number): DemoProduction[] {
  return Array.from({ length: Math.min(count, PRODUCTIONS) }, (_, index) => {
    const name = `Repertory ${index + 1}`;
    return {
      id: FIRST_PRODUCTION + index,
      clientId: MAIN_CLIENT,
      departmentId: null,
      venueId: 71,
      name,
      generalAdmission: false,
      style: index % 10,
      description: styledDescription(name, DESCRIPTION_BYTES),
      logo: 'png',
    };
  });
}

/** Made-up future performances for large answers: twenty a day, one of each production. */
export function generatedPerformances(count: number) {
  return Array.from({ length: count }, (_, index) => {
    const place = index % PRODUCTIONS;
    const minute = TEN_O_CLOCK + place * MINUTES_APART;
    const show: Show = [
      FIRST_DAY + Math.floor(index / PRODUCTIONS),
      `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`,
    ];
    return { id: FIRST_PERFORMANCE + index, productionId: FIRST_PRODUCTION + place, show };
  });
}
