import type { PgBoss } from 'pg-boss'
import type { Mail, Mailer } from '#domain/mailer.ts'
import { type Counts, createCounts } from '#observe/counts.ts'
import { inTrace } from '#observe/trace.ts'
import { requirePlainAddress } from './recipient.ts'
import type { MailTransport } from './smtp.ts'

/** The queue's log. It never contains a mail's content or recipient. */
export type MailLog = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

/** A mailer whose mails are queued in the database until the mail server has accepted them. */
export type QueuedMailer = Mailer & {
  /** Starts delivery, including mails of an earlier run. Returns immediately; retries while the database is away. */
  start(): void
  /** How attempts to deliver a mail ended. */
  attempts: Counts<'delivered' | 'failed'>
  /** Finishes the current mail (5 s at most) and closes its connections. */
  stop(): Promise<void>
}

/** Most connections of the queue. */
export const MAIL_CONNECTIONS = 2

const QUEUE = 'mail'
const HOUR_S = 3600

/**
 * Queues mails in PostgreSQL (pg-boss, in its own schema `mail_queue`) and delivers them with retries: after 15 s, then with growing
 * pauses up to an hour, for about half a day. An outage of the mail server delays mails and loses none.
 * @param options.connectionString the store's database. The queue uses up to MAIL_CONNECTIONS of its own.
 * @param options.retryDelaySeconds the first pause after a failure.
 * @param options.pollSeconds how often it polls for retries; new mails of this process are delivered immediately.
 */
export function createMailer(options: {
  connectionString: string
  transport: MailTransport
  log: MailLog
  retryDelaySeconds?: number
  pollSeconds?: number
}): QueuedMailer {
  const { transport, log, retryDelaySeconds = 15, pollSeconds = 15 } = options
  const attempts: QueuedMailer['attempts'] = createCounts()
  let running: Promise<RunningQueue> | undefined
  let again: NodeJS.Timeout | undefined
  let stopped = false

  const run = () => (running ??= open())

  async function open(): Promise<RunningQueue> {
    try {
      return await openQueue(options.connectionString, retryDelaySeconds, pollSeconds, deliver, log)
    } catch (error) {
      running = undefined
      throw error
    }
  }

  async function deliver(mail: Mail) {
    try {
      await inTrace('deliver mail', { kind: 'client' }, () => transport.deliver(mail))
      attempts.add('delivered')
      log.info({}, 'mail delivered')
    } catch (error) {
      attempts.add('failed')
      log.warn({ reason: reasonOf(error) }, 'mail not delivered yet; will retry')
      throw error
    }
  }

  function start() {
    if (stopped) return
    run().catch((error: unknown) => {
      log.warn({ reason: reasonOf(error) }, 'mail queue not reachable yet; retrying in 30 s')
      again = setTimeout(start, 30_000)
      again.unref()
    })
  }

  return {
    start,
    attempts,
    async send(mail) {
      // Refused here and not at delivery: a retry could never succeed.
      requirePlainAddress(mail.to)
      const { boss, worker } = await run()
      await boss.send(QUEUE, mail)
      boss.notifyWorker(worker)
    },
    async stop() {
      stopped = true
      clearTimeout(again)
      const open = await running?.catch(() => undefined)
      await open?.boss.stop({ graceful: true, timeout: 5000 })
      transport.close()
    },
  }
}

type RunningQueue = { boss: PgBoss; worker: string }

async function openQueue(
  connectionString: string,
  retryDelaySeconds: number,
  pollSeconds: number,
  deliver: (mail: Mail) => Promise<void>,
  log: MailLog,
): Promise<RunningQueue> {
  // Loaded here, after the store listens: it costs 70 ms and memory, which a store without a mail server saves.
  const { PgBoss } = await import('pg-boss')
  const boss = new PgBoss({
    connectionString,
    schema: 'mail_queue',
    application_name: 'driveline mail',
    max: MAIL_CONNECTIONS,
    connectionTimeoutMillis: 5000,
    schedule: false,
    reindex: false,
    monitorVacuum: false,
    // Infrequent maintenance: pg-boss's defaults are for far busier queues.
    superviseIntervalSeconds: 600,
    monitorIntervalSeconds: 600,
    maintenanceIntervalSeconds: 6 * HOUR_S,
    queueCacheIntervalSeconds: HOUR_S,
    bamIntervalSeconds: HOUR_S,
    flowIntervalSeconds: HOUR_S,
  })
  boss.on('error', (error) => log.warn({ reason: reasonOf(error) }, 'mail queue'))
  await boss.start()
  await boss.createQueue(QUEUE, {
    retryLimit: 16,
    retryDelay: retryDelaySeconds,
    retryBackoff: true,
    retryDelayMax: HOUR_S,
    expireInSeconds: 120,
    // Mails carry links that open accounts: delete them early.
    deleteAfterSeconds: HOUR_S,
    retentionSeconds: 24 * HOUR_S,
  })
  const worker = await boss.work<Mail>(QUEUE, { pollingIntervalSeconds: pollSeconds }, async (jobs) => {
    for (const job of jobs) await deliver(job.data)
  })
  return { boss, worker }
}

/** The reason without addresses, which the mail server's message may contain. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  const status =
    'responseCode' in error && typeof error.responseCode === 'number' ? ` ${error.responseCode}` : ''
  return code + status
}
