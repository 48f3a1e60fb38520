/** A process that builds one snapshot of so many tickets, and tells what memory that took. */
import { openSnapshots, startSnapshots } from './house.ts';
import { inFolder } from './in-folder.ts';
import type { memorySchema } from './memory.ts';
import type { z } from 'zod';

const tickets = Number(process.argv[2]);
const memory = await inFolder(async (folder): Promise<z.infer<typeof memorySchema>> => {
  const { snapshots, logger } = openSnapshots(folder, tickets);
  await startSnapshots(snapshots);
  await snapshots.stop();
  const line = logger.lines.find((each) => each.includes('"memory"')) ?? '';
  return {
    process: process.resourceUsage().maxRSS * 1024,
    worker: Number(/"memory":(\d+)/.exec(line)?.[1]),
  };
});
process.send?.(memory);
