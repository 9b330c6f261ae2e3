import type { AddJobs } from '#db/job-queue.ts'
import type { OrderMailsTable } from '#db/schema/mails.ts'
import type { RefundsTable } from '#db/schema/refunds.ts'
import type { Mail } from './mails/mail.ts'

/**
 * An email about an order, which is written when it is delivered. `about` distinguishes several of one kind.
 * `refund`: of an email about one; `ofOrder`: it refunds what the order was paid with; `cause`: of one
 * that was decided here. `again`: the audit
 * entry of an admin who sends it once more.
 */
export type OrderMailJob = {
  orderId: string
  kind: Exclude<OrderMailsTable['kind'], 'hold_ending'>
  about: string
  refund?: { intentId: string; amountCents: number | null; ofOrder: boolean; cause?: RefundsTable['cause'] }
  again?: string
}

/**
 * The queues of a store, with the data of their jobs. The version before may take a job during an update: it
 * must be able to read what its queues contain.
 */
export type JobData = {
  'order-mails': OrderMailJob
  /** Complete emails, except for links and codes (see CompleteMail). */
  mails: Mail
  /** Steps of imports, as their status says. */
  imports: { id: string }
  /** What server/jobs.ts does every SWEEP_SECONDS. */
  sweep: null
  reconcile: null
}

export type ShopJobs = AddJobs<JobData>
