import { expect, test } from 'vitest';
import { PerformanceCounts } from '#main/snapshot/performance-counts.ts';
import { ticket } from './support/tickets.ts';

test('a performance has the name and the start that any of its tickets tells', () => {
  const counts = new PerformanceCounts();
  const told = ticket(1);
  counts.add({ ...told, productionName: '', performanceStartDate: null });
  expect(counts.all()).toMatchObject([{ productionName: '', performanceStart: null, sold: 1 }]);
  counts.add(told);
  counts.add({ ...told, productionName: 'Another name' });
  expect(counts.all()).toMatchObject([
    { productionName: told.productionName, performanceStart: told.performanceStartDate, sold: 3 },
  ]);
});
