import { sql } from 'kysely'
import { vi } from 'vitest'
import { JOB_SCHEMA } from '#db/job-queue.ts'
import { remindOfHolds } from '#domain/mails/remind-of-holds.server.ts'
import type { TestStore } from './test-store.ts'

/** Sends the emails about orders that are due. */
export async function sendOrderMails({ shop, db }: Pick<TestStore, 'shop' | 'db'>): Promise<void> {
  await vi.waitFor(
    async () => {
      shop.jobs.wake()
      const { rows } = await sql`
        select from ${sql.table(`${JOB_SCHEMA}.job`)}
        where name = 'order-mails' and state in ('created', 'active')`.execute(db)
      if (rows.length > 0) throw new Error(`${rows.length} emails about orders wait`)
    },
    { timeout: 60_000, interval: 20 },
  )
  await remindOfHolds(shop)
}
