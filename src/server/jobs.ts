import { deleteExpired } from '#domain/delete-expired.server.ts'
import { resumeImports, runImport } from '#domain/imports/run-import.server.ts'
import { remindOfHolds } from '#domain/mails/remind-of-holds.server.ts'
import { takeOverOrderMails } from '#domain/mails/take-over-order-mails.server.ts'
import { writeOrderMail } from '#domain/mails/write-order-mail.server.ts'
import { eraseFormerCustomers } from '#domain/orders/erase-former-customers.server.ts'
import { expireHolds } from '#domain/payments/expire-holds.server.ts'
import { findForeignAccount } from '#domain/payments/find-foreign-account.server.ts'
import { ProviderError } from '#domain/payments/payment-provider.ts'
import { processProviderEvents } from '#domain/payments/process-provider-events.server.ts'
import { readProviderAccount } from '#domain/payments/provider-account.server.ts'
import { recheckPayments } from '#domain/payments/recheck-payments.server.ts'
import { reconcilePayments } from '#domain/payments/reconcile-payments.server.ts'
import { sendDueRefunds } from '#domain/payments/send-refunds.server.ts'
import { cancelUnneededPayments, syncPayments } from '#domain/payments/sync-payments.server.ts'
import { ImageHostError } from '#domain/products/image-store.ts'
import { cancelLateReturns } from '#domain/returns/cancel-late-returns.server.ts'
import { keepCores } from '#domain/returns/keep-cores.server.ts'
import { writeMissedSearches } from '#domain/search/missed-searches.server.ts'
import type { Shop } from '#domain/shop.ts'
import { deleteExpiredSessions } from '#integrations/identity/identity-sessions.ts'
import { inTrace } from '#observe/trace.ts'
import type { ShopServices } from './create-shop.ts'
import { type Log, logFailure } from './log.ts'
import type { JobCounts } from './metrics/job-counts.ts'

export type Jobs = { stop(): Promise<void> }

/** Run in sequence, by their names in metrics and traces. */
type Tasks = Record<string, (shop: Shop) => Promise<void>>

/** Rate-limit syncs per job interval. Between syncs, other processes may let a few extra requests through. */
const LIMIT_SYNCS_PER_INTERVAL = 60
/**
 * Does the jobs of the store: in all its processes together what the queues contain, and in this process what
 * concerns its own memory and disk. A failed task of a round is logged and retried in the next, without
 * backoff; it does not stop the others.
 * After a restore, payments are reconciled immediately: they wait for it.
 */
export function startJobs(
  { shop, jobs, mailDelivery }: Pick<ShopServices, 'shop' | 'jobs' | 'mailDelivery'>,
  seconds: number,
  counts: JobCounts,
  log: Log,
): Jobs {
  let stopped = false
  const sweep: Tasks = {
    // Its name in metrics and logs is older than the function's.
    readEvents: processProviderEvents,
    syncPayments,
    cancelUnneededPayments,
    recheckPayments,
    sendDueRefunds,
    expireHolds,
    remindOfHolds,
    takeOverOrderMails,
    deleteExpired,
    deleteExpiredSessions,
  }
  const maintainPictures = () => shop.images.maintain()
  const ofProcess: Tasks = { writeMissedSearches, maintainPictures }

  jobs.work('order-mails', (job) =>
    mailDelivery.deliver(job, () => writeOrderMail(shop, job.data, job.retryCount === 0)),
  )
  jobs.work('mails', (job) => mailDelivery.deliver(job, () => Promise.resolve(job.data)))
  jobs.work('imports', ({ data, signal }) =>
    runImport(shop, data.id, signal).catch((error: unknown) => {
      if (!signal.aborted)
        logFailure(log, error, { postponed: 'an import was postponed', failed: 'an import failed' })
      throw error
    }),
  )
  jobs.work('sweep', () => round(sweep))
  jobs.work('reconcile', () => round({ reconcile, eraseFormerCustomers, cancelLateReturns, keepCores }))

  const running = new Map<Tasks, Promise<void>>()
  const timers = [
    every(seconds, ofProcess),
    every(Math.max(0.5, seconds / LIMIT_SYNCS_PER_INTERVAL), { shareLimits: () => shop.limits.share() }),
  ]
  begin({ takeOverOrderMails, resumeImports, checkAccount, reconcileRestored, maintainPictures })

  async function reconcile() {
    for (const difference of (await reconcilePayments(shop)) ?? [])
      log.error(difference, 'our payments and the card provider’s differ: see the audit')
  }
  async function checkAccount() {
    const problem = await findForeignAccount(shop)
    if (problem !== null) log.error(problem)
  }
  async function reconcileRestored() {
    if ((await readProviderAccount(shop.db)).compare_from !== null) await reconcile()
  }

  function every(interval: number, tasks: Tasks): NodeJS.Timeout {
    return setInterval(() => begin(tasks), interval * 1000)
  }
  /** Rounds of the same tasks never overlap. */
  function begin(tasks: Tasks): void {
    if (running.has(tasks)) return
    running.set(
      tasks,
      round(tasks).finally(() => running.delete(tasks)),
    )
  }

  async function round(tasks: Tasks): Promise<void> {
    for (const [name, task] of Object.entries(tasks)) {
      if (stopped) break
      const startedAt = performance.now()
      const count = (succeeded: boolean) =>
        counts.add(name, { succeeded, seconds: (performance.now() - startedAt) / 1_000 })
      try {
        await inTrace(`job ${name}`, { kind: 'INTERNAL' }, () => task(shop))
        count(true)
      } catch (error) {
        // Its connection may be closed by now.
        if (stopped) break
        count(false)
        logJobFailure(name, error)
      }
    }
  }

  function logJobFailure(task: string, error: unknown): void {
    const postponed = 'background job postponed'
    if (error instanceof ProviderError)
      log.warn({ task, kind: error.kind }, `${postponed}: the card provider failed`)
    else if (error instanceof ImageHostError)
      log.warn({ task, reason: error.message }, `${postponed}: the picture storage failed`)
    else logFailure(log, error, { postponed, failed: 'background job failed', fields: { task } })
  }

  return {
    async stop() {
      stopped = true
      for (const timer of timers) clearInterval(timer)
      await Promise.all(running.values())
    },
  }
}
