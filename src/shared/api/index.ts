/** The contract with the ticketing platform: schemas, codes, paths and headers of its public API. */
export * from './authentication.ts';
export * from './code-sets.ts';
export * from './envelope.ts';
export * from './error-codes.ts';
export * from './event-performance.ts';
export * from './filter-options.ts';
export * from './future-events.ts';
export * from './headers.ts';
export * from './paths.ts';
export * from './must-have.ts';
export * from './patron.ts';
export * from './record.ts';
export * from './series-information.ts';
export * from './sync-scans.ts';
export * from './valid-tickets.ts';
export * from './validate-ticket.ts';
