import type { Config } from '#config/config.ts'
import type { QueueSettings } from '#db/job-queue.ts'
import type { JobData } from '#domain/jobs.ts'

const HOUR_S = 3600

/** The settings of the store's queues; jobs.ts has their work. */
export function queuesOf({ SWEEP_SECONDS: seconds }: Pick<Config, 'SWEEP_SECONDS'>) {
  // A mail server that does not respond is given up within two minutes.
  const mails = { retrySeconds: 15, grows: true, maxSeconds: 120 }
  return {
    // People wait for them.
    'order-mails': { ...mails, pollSeconds: seconds / 6 },
    // New ones are delivered at once: this is for retries, and for those of other processes.
    mails: { ...mails, pollSeconds: 15 },
    imports: { pollSeconds: 30, retrySeconds: 1, maxSeconds: 12 * HOUR_S, isSingle: true },
    sweep: { pollSeconds: seconds / 3, retrySeconds: 5, maxSeconds: HOUR_S, everySeconds: seconds },
    // It may take minutes, so it has a queue of its own.
    reconcile: { pollSeconds: seconds, retrySeconds: 5, maxSeconds: 12 * HOUR_S, everySeconds: seconds },
  } satisfies { [Name in keyof JobData]: QueueSettings }
}
