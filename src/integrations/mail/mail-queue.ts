import { CompiledQuery } from 'kysely'
import type { Db, PgBoss } from 'pg-boss'
import type { Mail, Mailer } from '#domain/mails/mail.ts'
import { maskReason, requirePlainAddress } from '#domain/mails/plain-address.ts'
import { type Counter, createCounter } from '#observe/counter.ts'
import { inTrace } from '#observe/trace.ts'
import { readOldMail } from './old-mail.ts'
import { MailRefusedError, type MailTransport } from './smtp.ts'

/** The queue's log. It never contains an email's content or recipient. */
export type MailLog = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

/**
 * An email that is not retried automatically. `id`: a UUID, the same however often it is recorded. `reason`:
 * without email addresses.
 */
export type DeadLetter = { id: string; mail: Mail; reason: string; attempts: number }

/** A mailer whose emails are queued in the database until the mail server has accepted them. */
export type QueuedMailer = Mailer & {
  /**
   * Starts delivery, including emails of an earlier run. Returns immediately; retries while the database is
   * down.
   */
  start(): void
  /** Delivery attempts by outcome. */
  attempts: Counter<'delivered' | 'failed'>
  /** Finishes the current email (5 s at most) and closes its connections. */
  stop(): Promise<void>
}

/** Maximum connections of the queue. */
export const MAIL_CONNECTIONS = 2

const QUEUE = 'mails'
/** Emails of a store before decision 092, as plain text. They are delivered, and no more are added. */
const OLD_QUEUE = 'mail'
const HOUR_S = 3600
/** How often emails of processes that were killed during a delivery are checked for, in seconds. */
const SUPERVISE_S = 30
/**
 * Silence after which a delivery counts as ended with its process, in seconds; a process that delivers
 * reports twice as often.
 */
const HEARTBEAT_S = 20
/** Retries after the first attempt: about half a day. */
const MAX_RETRIES = 16

type MailerOptions = {
  connectionString: string
  transport: MailTransport
  onDead: (letter: DeadLetter) => Promise<void>
  log: MailLog
  retryDelaySeconds?: number
  maxRetries?: number
  pollSeconds?: number
}

/**
 * Queues emails in PostgreSQL (pg-boss, in its own schema `mail_queue`) and delivers them with retries: after
 * 15 s, then with growing pauses up to an hour, for about half a day. An outage of the mail server delays
 * emails and loses none. An email that the server refuses permanently, that was retried long enough, or that
 * has expired, becomes a dead letter.
 * @param options.connectionString the store's database. The queue uses up to MAIL_CONNECTIONS of its own.
 * @param options.onDead records a dead letter; called again if it failed or the process ended before it
 * finished.
 * @param options.retryDelaySeconds the first pause after a failure.
 * @param options.maxRetries only tests pass their own.
 * @param options.pollSeconds how often it polls for retries; new emails of this process are delivered
 * immediately.
 */
export function createMailer(options: MailerOptions): QueuedMailer {
  const { transport, onDead, log, maxRetries = MAX_RETRIES } = options
  const attempts: QueuedMailer['attempts'] = createCounter()
  let running: Promise<RunningQueue> | undefined
  let again: NodeJS.Timeout | undefined
  let stopped = false

  const run = () =>
    (running ??= openQueue(options, work).catch((error: unknown) => {
      running = undefined
      throw error
    }))

  /**
   * Delivers an email or records it as dead.
   * @throws to request another attempt.
   */
  async function work(job: MailJob) {
    const { mail, retryCount } = job
    if (mail.usableUntil !== undefined && Date.parse(mail.usableUntil) < Date.now())
      return recordAsDead(job, 'It expired before it could be delivered.', retryCount)
    try {
      await inTrace('deliver mail', { kind: 'CLIENT' }, () => transport.deliver(mail))
      attempts.add('delivered')
      log.info({ kind: mail.kind }, 'email delivered')
    } catch (error) {
      attempts.add('failed')
      if (!(error instanceof MailRefusedError) && retryCount < maxRetries) {
        log.warn({ kind: mail.kind, reason: reasonOf(error) }, 'email not delivered yet; will retry')
        throw error
      }
      const reason = maskReason(error instanceof Error ? error.message : '') || 'No reason was given.'
      await recordAsDead(job, reason, retryCount + 1)
    }
  }

  async function recordAsDead({ id, mail }: MailJob, reason: string, tried: number) {
    await onDead({ id, mail, reason, attempts: tried })
    log.warn({ kind: mail.kind }, 'email not delivered; it is now a dead letter')
  }

  function start() {
    if (stopped) return
    run().catch((error: unknown) => {
      log.warn({ reason: reasonOf(error) }, 'mail queue unreachable; retrying in 30 s')
      again = setTimeout(start, 30_000)
      again.unref()
    })
  }

  return {
    start,
    attempts,
    async send(mail, trx) {
      // Refused here and not at delivery: a retry could never succeed.
      requirePlainAddress(mail.to)
      const { boss, wake } = await run()
      if (!trx) {
        await boss.send(QUEUE, mail)
        return wake()
      }
      const db: Db = {
        async executeSql(text, values = []) {
          const { rows } = await trx.executeQuery(CompiledQuery.raw(text, values))
          return { rows }
        },
      }
      await boss.send(QUEUE, mail, { db })
    },
    wake() {
      // A queue that did not open is opened again by `start`, and then delivers.
      void running?.then(({ wake }) => wake()).catch(() => undefined)
    },
    async stop() {
      stopped = true
      clearTimeout(again)
      // A queue that did not open has nothing to stop.
      const open = await running?.catch(() => undefined)
      await open?.boss.stop({ graceful: true, timeout: 5000 })
      transport.close()
    },
  }
}

type MailJob = { id: string; mail: Mail; retryCount: number }
type RunningQueue = { boss: PgBoss; wake: () => void }

async function openQueue(
  { connectionString, retryDelaySeconds = 15, pollSeconds = 15, log }: MailerOptions,
  work: (job: MailJob) => Promise<void>,
): Promise<RunningQueue> {
  // Loaded here, after the store listens: it costs 70 ms and memory, which a store without a mail server
  // saves.
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
    superviseIntervalSeconds: SUPERVISE_S,
    monitorIntervalSeconds: SUPERVISE_S,
    // Infrequent maintenance: pg-boss's defaults are for far busier queues.
    maintenanceIntervalSeconds: 6 * HOUR_S,
    queueCacheIntervalSeconds: HOUR_S,
    bamIntervalSeconds: HOUR_S,
    flowIntervalSeconds: HOUR_S,
  })
  boss.on('error', (error) => log.warn({ reason: reasonOf(error) }, 'mail queue'))
  await boss.start()
  const settings = {
    // The worker itself gives up on an email, as a dead letter: the queue must never do so earlier.
    retryLimit: 1000,
    retryDelay: retryDelaySeconds,
    retryBackoff: true,
    retryDelayMax: HOUR_S,
    expireInSeconds: 120,
    heartbeatSeconds: HEARTBEAT_S,
    // Emails contain links that open accounts: delete them early.
    deleteAfterSeconds: HOUR_S,
    // Even for a store that is switched off: the worker decides whether an email has expired.
    retentionSeconds: 30 * 24 * HOUR_S,
  }
  for (const queue of [QUEUE, OLD_QUEUE]) {
    await boss.createQueue(queue, settings)
    // A queue that an older version of the store created has the old settings.
    await boss.updateQueue(queue, settings)
  }
  const options = { pollingIntervalSeconds: pollSeconds }
  const worker: string = await boss.work<Mail>(QUEUE, options, async (jobs) => {
    for (const { id, data, retryCount } of jobs) await work({ id, mail: data, retryCount })
    // There may be another email: continue without a pause.
    boss.notifyWorker(worker)
  })
  await boss.work<unknown>(OLD_QUEUE, { pollingIntervalSeconds: HOUR_S }, async (jobs) => {
    for (const { id, data, retryCount } of jobs) await work({ id, mail: readOldMail(id, data), retryCount })
  })
  return { boss, wake: () => boss.notifyWorker(worker) }
}

/** The error's code, with the mail server's status if it has one; its message may contain email addresses. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  const status =
    'responseCode' in error && typeof error.responseCode === 'number' ? ` ${error.responseCode}` : ''
  return code + status
}
