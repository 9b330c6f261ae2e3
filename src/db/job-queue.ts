import { setTimeout as delay } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import type { PgBoss, QueueOptions } from 'pg-boss'
import type { Database } from './connection.ts'

/** A job that this process has taken. Its queue may give it to another process when this one is silent. */
export type Job<Data> = {
  id: string
  data: Data
  /** Earlier attempts at it. */
  retryCount: number
  /** Aborted when another process may have the job by now, and when this one stops. */
  signal: AbortSignal
}

/** The queues of a store, with the data of their jobs. */
type Queues = Record<string, object | null>

/** Adds jobs, for use cases. */
export type AddJobs<Data extends Queues> = {
  /**
   * Adds jobs that run once, and only if, this transaction commits. One statement, for any number of them.
   * Call `wake` after the commit if someone waits for them.
   */
  add<Name extends keyof Data & string>(trx: Database, queue: Name, ...data: Data[Name][]): Promise<void>
  /** Makes this process look for committed jobs now, not at its next poll. */
  wake(): void
}

/** The jobs of a store on one database, for all its processes. */
export type JobQueue<Data extends Queues> = AddJobs<Data> & {
  /**
   * Takes jobs of a queue and does them, one at a time, oldest first. A job whose work fails, or whose
   * process ends, is done again: work must be repeatable.
   */
  work<Name extends keyof Data & string>(queue: Name, work: (job: Job<Data[Name]>) => Promise<void>): void
  /** Lets the running jobs end (5 s at most), and closes the connections. */
  stop(): Promise<void>
}

export type QueueSettings = {
  /** How often a process looks for jobs that others have added, and for those that wait; 0.5 or more. */
  pollSeconds: number
  /** The pause before a job whose work failed is done again; `grows` up to an hour. */
  retrySeconds: number
  grows?: boolean
  /** After this, a job counts as failed. */
  maxSeconds: number
  /** One job at a time in all processes, not in each. */
  isSingle?: boolean
  /**
   * The queue has one job, which is done at this interval in all processes together, counted from its end:
   * for the first time after the first interval. A process with another interval has its own job.
   */
  everySeconds?: number
}

/** Connections that the jobs of a process use at most. */
export const JOB_CONNECTIONS = 2

/** The schema of the library's tables: its name is older than what else is in it. */
export const JOB_SCHEMA = 'mail_queue'

const HOUR_S = 3600
/** How often jobs of processes that were killed are looked for, in seconds. */
const SUPERVISE_S = 30
/**
 * Silence after which a job counts as ended with its process, in seconds; a process reports a running job
 * twice as often.
 */
const HEARTBEAT_S = 20
const STOP_MS = 5_000
/** The shortest that the library allows. */
const MIN_POLL_S = 0.5

/**
 * Opens the jobs of a store in PostgreSQL (pg-boss), with tables of their own, which it makes if they are
 * missing. Adding jobs works when this resolves.
 * @param options.url the database server itself, since the library keeps locks of its session.
 * @param options.warn called when the database failed; the library goes on by itself.
 * @throws when the database cannot be reached.
 */
export async function openJobQueue<Data extends Queues>(options: {
  url: string
  queues: { [Name in keyof Data]: QueueSettings }
  warn: (reason: string) => void
}): Promise<JobQueue<Data>> {
  // Here, so that commands that open no jobs do not load it.
  const { PgBoss } = await import('pg-boss')
  const boss = new PgBoss({
    connectionString: options.url,
    schema: JOB_SCHEMA,
    application_name: 'driveline jobs',
    max: JOB_CONNECTIONS,
    connectionTimeoutMillis: 5_000,
    schedule: false,
    reindex: false,
    monitorVacuum: false,
    superviseIntervalSeconds: SUPERVISE_S,
    monitorIntervalSeconds: SUPERVISE_S,
    // Infrequent maintenance: the library's defaults are for far busier queues.
    maintenanceIntervalSeconds: 6 * HOUR_S,
    queueCacheIntervalSeconds: HOUR_S,
    bamIntervalSeconds: HOUR_S,
    flowIntervalSeconds: HOUR_S,
  })
  boss.on('error', (error) => options.warn(error.message))
  const queues = Object.entries<QueueSettings>(options.queues)
  try {
    await boss.start()
    await Promise.all(queues.map(([name, settings]) => openQueue(boss, name, settings)))
  } catch (error) {
    await boss.stop({ graceful: false })
    throw error
  }
  return jobQueueOf<Data>(boss, new Map(queues))
}

async function openQueue(boss: PgBoss, name: string, settings: QueueSettings): Promise<void> {
  const current: QueueOptions = {
    // The work itself gives a job up, and says so to people: the library must never do so earlier.
    retryLimit: 100_000,
    retryDelay: settings.retrySeconds,
    retryBackoff: settings.grows ?? false,
    ...(settings.grows && { retryDelayMax: HOUR_S }),
    expireInSeconds: settings.maxSeconds,
    heartbeatSeconds: HEARTBEAT_S,
    // They may name people: delete them early.
    deleteAfterSeconds: HOUR_S,
    // Even for a store that is switched off.
    retentionSeconds: 30 * 24 * HOUR_S,
  }
  // Stately: one job waits, and one is being done.
  const policy = settings.everySeconds ? 'stately' : settings.isSingle ? 'singleton' : 'standard'
  await boss.createQueue(name, { ...current, policy })
  // A queue that an older version of the store made has the old settings.
  await boss.updateQueue(name, current)
  if (settings.everySeconds) await addNext(boss, name, settings.everySeconds)
  // Reads the queue into the library's memory: adding a job then needs the caller's connection only.
  else await boss.findJobs(name, { id: NO_JOB })
}

const NO_JOB = '00000000-0000-0000-0000-000000000000'

async function addNext(boss: PgBoss, name: string, seconds: number): Promise<void> {
  await boss.send(name, null, { startAfter: seconds, singletonKey: String(seconds) })
}

function jobQueueOf<Data extends Queues>(boss: PgBoss, queues: Map<string, QueueSettings>): JobQueue<Data> {
  const workers = new Map<string, string>()
  const stopping = new AbortController()

  async function work<Name extends keyof Data & string>(
    name: Name,
    one: (job: Job<Data[Name]>) => Promise<void>,
  ): Promise<void> {
    const { pollSeconds = MIN_POLL_S, everySeconds } = queues.get(name) ?? {}
    const options = { pollingIntervalSeconds: Math.max(MIN_POLL_S, pollSeconds) }
    const worker: string = await boss.work<Data[Name]>(name, options, async (jobs) => {
      for (const { id, data, retryCount, signal } of jobs)
        await one({ id, data, retryCount, signal: AbortSignal.any([signal, stopping.signal]) })
      if (everySeconds) await addNext(boss, name, everySeconds)
      // There may be another one: continue without a pause.
      else boss.notifyWorker(worker)
    })
    workers.set(name, worker)
  }

  return {
    async add(trx, queue, ...data) {
      const db = {
        async executeSql(text: string, values: unknown[] = []) {
          const { rows } = await trx.executeQuery(CompiledQuery.raw(text, values))
          return { rows }
        },
      }
      await boss.insert(
        queue,
        data.map((one) => ({ data: one ?? {} })),
        { db },
      )
    },
    wake() {
      for (const worker of workers.values()) boss.notifyWorker(worker)
    },
    work: (queue, one) => void work(queue, one),
    async stop() {
      stopping.abort()
      const ended = Promise.all([...workers.keys()].map((queue) => boss.offWork(queue)))
      await Promise.race([ended, delay(STOP_MS, undefined, { ref: false })])
      await boss.stop({ graceful: false })
    },
  }
}
