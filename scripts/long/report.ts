import { z } from 'zod';

/** What became of a part. */
export const doneSchema = z.strictObject({
  /** What it ran on: a commit, with a mark if there was more than that. */
  revision: z.string(),
  what: z.string(),
  seed: z.int(),
  /** The day, as 2026-11-22. */
  date: z.string(),
  seconds: z.number(),
  passed: z.boolean(),
});
export type Done = z.infer<typeof doneSchema>;

/** What has become of the parts so far, by their ids. */
export const progressSchema = z.record(z.string(), doneSchema);
export type Progress = z.infer<typeof progressSchema>;

/** The report: which machine, and a line for each part. */
export function reportOf(machine: string, done: readonly Done[]): string {
  const rows = done.map(
    ({ what, revision, seed, date, seconds, passed }) =>
      `| ${what} | ${passed ? 'passed' : '**failed**'} | ${minutes(seconds)} | ${seed} | ${date} | ${revision} |`,
  );
  const head = [
    '| what | outcome | took | seed | date | revision |',
    '| --- | --- | --- | --- | --- | --- |',
  ];
  return [machine, '', ...head, ...rows].join('\n');
}

function minutes(seconds: number): string {
  return seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}
