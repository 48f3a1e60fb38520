import { expect, test } from 'vitest';
import { ScanQueue } from '#main/entrance/admission/scan-queue.ts';
import { eventually } from '#tests/support/eventually.ts';

test('whoever follows the number of waiting scans sees it rise, and fall to nothing', async () => {
  const told: number[] = [];
  const queue: ScanQueue<string> = new ScanQueue(
    () => Promise.resolve(),
    () => told.push(queue.waiting),
  );
  queue.push('first');
  queue.push('second');
  await eventually(() => expect(told).toEqual([1, 2, 1, 0]));
});
