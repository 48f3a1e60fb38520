/**
 * How much of a processor this thread has taken so far, in milliseconds. Where the runtime does not say
 * (Node before 22.19), for how long it was not waiting, which is at least that.
 */
export function threadTime(): number {
  // An older runtime lacks the function, whatever its types say.
  if (typeof process.threadCpuUsage !== 'function') {
    return performance.eventLoopUtilization().active;
  }
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
