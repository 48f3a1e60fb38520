/** Work that keeps so many processors busy, and may have to wait for other work. */
export interface Job {
  readonly id: string;
  /** Its part of the processors; less than one, where it waits, or lets others go first. */
  readonly cores: number;
  /** What has to have passed before it begins, if that is run at all. */
  readonly after: readonly string[];
}

/**
 * Runs jobs beside each other, as many as the processors can take, the earlier ones of the list first.
 * A job that wants more processors than there are has all of them to itself. Returns those that were not
 * run, because what they come after has not passed.
 *
 * @param run runs one; whether it has passed
 */
export async function runAll<J extends Job>(
  jobs: readonly J[],
  cores: number,
  run: (job: J) => Promise<boolean>,
): Promise<readonly J[]> {
  const waiting = [...jobs];
  const failed = new Set<string>();
  const left: J[] = [];
  const running = new Map<J, Promise<void>>();
  const wants = ({ cores: wanted }: Job) => Math.min(wanted, cores);
  const isReady = (job: J): boolean => {
    const unfinished = [...waiting, ...running.keys()].map(({ id }) => id);
    const used = [...running.keys()].reduce((sum, each) => sum + wants(each), 0);
    return used + wants(job) <= cores && !job.after.some((id) => unfinished.includes(id));
  };
  for (;;) {
    const next = waiting.find(isReady);
    if (next !== undefined) {
      waiting.splice(waiting.indexOf(next), 1);
      if (next.after.some((id) => failed.has(id))) {
        failed.add(next.id);
        left.push(next);
        continue;
      }
      const done = run(next).then((passed) => {
        if (!passed) failed.add(next.id);
      });
      running.set(
        next,
        done.finally(() => running.delete(next)),
      );
    } else if (running.size > 0) {
      await Promise.race(running.values());
    } else if (waiting.length > 0) {
      throw new Error(`these wait for each other: ${waiting.map(({ id }) => id).join(', ')}`);
    } else {
      return left;
    }
  }
}
