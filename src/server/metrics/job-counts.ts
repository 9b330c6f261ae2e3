/**
 * The runs of one background job: how many succeeded and failed, when it last succeeded (ms since 1970), and
 * how long its last run took (seconds).
 */
export type JobRuns = { succeeded: number; failed: number; lastSuccess: number | null; lastSeconds: number }

/** The runs of every background job of this process, by its name. */
export type JobCounts = {
  add(job: string, run: { succeeded: boolean; seconds: number }): void
  jobs(): IterableIterator<[job: string, runs: JobRuns]>
}

/** Creates the empty counts of one process. A job appears at the end of its first run. */
export function createJobCounts(): JobCounts {
  const jobs = new Map<string, JobRuns>()
  return {
    add(job, { succeeded, seconds }) {
      const runs = jobs.get(job) ?? { succeeded: 0, failed: 0, lastSuccess: null, lastSeconds: 0 }
      jobs.set(job, runs)
      runs[succeeded ? 'succeeded' : 'failed'] += 1
      runs.lastSeconds = seconds
      if (succeeded) runs.lastSuccess = Date.now()
    },
    jobs: () => jobs.entries(),
  }
}
