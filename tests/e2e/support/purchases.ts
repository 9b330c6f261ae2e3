import { connect } from '#db/connection.ts'
import { startEmbeddedPostgres } from '#db/embedded/start-embedded-postgres.ts'
import { confirmPayment } from '../../support/card-payments.ts'
import { charge } from '../../support/orders.ts'
import { purchase } from '../../support/purchases.ts'
import { expect } from './test.ts'
import type { Credentials, User } from './users.ts'

const RULES = { orderHoldMinutes: 1440, unverifiedHoldMinutes: 60, orderPrefix: 'DL' }

/** Places a purchase of several parts in the store's database, without its email. */
export async function placePurchase(
  store: { dataDir: string },
  account: Credentials,
  wanted: Parameters<typeof purchase>[2],
): ReturnType<typeof purchase> {
  const database = await startEmbeddedPostgres({ dataDir: store.dataDir, log: () => undefined })
  const connection = connect(database.url)
  try {
    const shop = { rules: RULES, jobs: { add: () => Promise.resolve() } }
    return await purchase({ db: connection.db, shop }, account, wanted)
  } finally {
    await connection.close()
    await database.stop()
  }
}

/** The same, and pays it through the API. */
export async function paidPurchase(
  store: { url: string; dataDir: string },
  account: User,
  wanted: Parameters<typeof purchase>[2],
): ReturnType<typeof purchase> {
  const placed = await placePurchase(store, account, wanted)
  const { transactionId } = await charge(store, account, placed.id)
  expect((await confirmPayment(account, placed.id, transactionId)).status).toBe(200)
  return placed
}
